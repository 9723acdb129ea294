--- The charts of profiles: legal moves over a game, how long games are, who leads, the ladder of levels.

local chart = require "gts.show.chart"
local written = require "gts.profile.written"

local charts = {}

local MOST_BINS = 25            -- of lengths
local FEW = 30                  -- points that may have error bars

-- How many games have how many moves, in rows of `moves`, the middle of a bin, and `share`; the bins are alike in all profiles.
local function bins_of(profiles)
  local shortest, longest, all = math.huge, 0, {}
  for _, profile in ipairs(profiles) do
    for _, row in ipairs(profile.lengths) do
      shortest, longest = math.min(shortest, row.moves), math.max(longest, row.moves)
    end
  end
  if shortest > longest then return all end     -- no game was finished
  local width = math.ceil((longest - shortest + 1) / MOST_BINS)
  for i, profile in ipairs(profiles) do
    local bins = {}
    for k = 1, (longest - shortest) // width + 1 do
      bins[k] = { moves = shortest + (k - 1) * width + (width - 1) / 2, share = 0 }
    end
    for _, row in ipairs(profile.lengths) do
      local bin = bins[(row.moves - shortest) // width + 1]
      bin.share = bin.share + row.games / profile.games
    end
    all[i] = { bins = bins }
  end
  return all
end

-- A line for each profile, of the rows of one of its fields.
local function series_of(profiles, field, x, point)
  local list, bins = {}, field == "bins" and bins_of(profiles)
  for style, profile in ipairs(profiles) do
    local points, rows = {}, bins and (profile.games > 0 and bins[style].bins or {}) or profile[field]
    for i, row in ipairs(rows) do
      local made = point(row, #rows <= FEW)
      made[1] = type(x) == "function" and x(row, i) or row[x]
      points[i] = made
    end
    local name = #profiles > 1 and ("%s: %s"):format(("AB"):sub(style, style), written.title(profile)) or written.title(profile)
    if #points > 0 then list[#list + 1] = { name = name, style = style, points = points } end
  end
  return list
end

local function lines(profiles, what)
  local series = series_of(profiles, what.field, what.x, what.point)
  if #series == 0 then return nil end
  local panel = { series = series, levels = what.levels }
  return chart.lines { title = what.title, subtitle = what.subtitle, description = what.subtitle, x = { label = what.across },
    y = { label = what.up, least = 0, most = what.most }, panels = { panel } }
end

local function share_of(field)
  return function(row) return { nil, 100 * row[field] } end
end

--- The charts of a group of figures, as SVG.
-- @tparam string group
-- @tparam {table,...} profiles one, or two
function charts.of(group, profiles)
  local list = {}
  local function add(what) list[#list + 1] = lines(profiles, what) end
  if group == "length" then
    add { title = "Games that go on", subtitle = "share of games with at least this many moves", field = "course", x = "ply",
      across = "moves", up = "% of games", most = 100, point = share_of "reached" }
    add { title = "Lengths", subtitle = "share of games by their number of moves", field = "bins", x = "moves", across = "moves",
      up = "% of games", point = share_of "share" }
  elseif group == "choice" then
    add { title = "Legal moves over the game", subtitle = "mean of the positions at a move, with 95 % intervals where they fit",
      field = "course", x = "ply", across = "move", up = "legal moves",
      point = function(row, few) return { nil, row.moves, low = few and row.low, high = few and row.high } end }
    add { title = "Forced moves over the game", subtitle = "share of positions with one legal move", field = "course", x = "ply",
      across = "move", up = "% of positions", most = 100, point = share_of "forced" }
  elseif group == "drama" then
    add { title = "Positions with a leader", subtitle = "share of positions in which one side leads", field = "course", x = "ply",
      across = "move", up = "% of positions", most = 100, point = share_of "led" }
  elseif group == "skill" then
    add { title = "The ladder of levels", subtitle = "points of a level against the one below (level 1: random), with 95 % "
      .. "intervals", field = "ladder", x = function(_, i) return i end, across = "level", up = "% of the points",
      most = 100, levels = { { name = "even", style = 8, y = 50 } },
      point = function(row) return { nil, 100 * row.score, low = 100 * row.low, high = 100 * row.high } end }
  end
  return list
end

return charts
