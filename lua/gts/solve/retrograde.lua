--- Retrograde analysis for gts.solve: all positions, in memory or in a folder of a database, which may have them already.

local core = require "gts.core"
local database = require "gts.database"
local moves = require "gts.moves"
local refusal = require "gts.base.refusal"
local result = require "gts.solve.result"
local search = require "gts.search"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"

local need, refuse = refusal.need, refusal.refuse
local retrograde = {}

local LONGEST_LINE = 1000       -- plies

-- The line of best moves, to the end of the game or until it comes round.
local function follow(r, db, position, player)
  local seen = {}
  for _ = 1, LONGEST_LINE do
    local key = (player or "") .. (symmetry.plain(r.game, position) or "no key " .. #r.line)
    if seen[key] then return end
    seen[key] = true
    local move, after = db:best(position, player)
    if move == nil then return end
    r.pv[#r.pv + 1], r.line[#r.line + 1] = move, after
    position, player = after, player and (player == "max" and "min" or "max")
  end
end

local function from_database(of, asked, db, why, found)
  local position, player = asked.position, not of.player and not of.tree and "max" or nil
  if position == nil then position = moves.start(of) end
  local value = db:value(position, player)
  if value == nil then
    refuse("the database in %s does not have this position%s", db.folder, player and " with MAX to move" or "")
  end
  local r = result.new(of, "retrograde", why, tables.copy(found, {
    value = value, lower = value, upper = value, exact = true, distance = db:distance(position, player), pv = {}, line = {},
  }))
  follow(r, db, position, player)
  r.move, r.position, r.database, r.folder = r.pv[1], r.line[1], db, asked.folder
  return r
end

-- Returns the state of a folder ("none" without a database) and its fingerprint, if it fits this game.
local function look_into(folder, of, origin)
  local is, wrong = database.fingerprint(of, origin)
  if not is then refuse("%s has no fingerprint, so it cannot have a database: %s", of.name, wrong) end
  local about, unread = database.read_about(folder)
  if not about then
    need(core.files.kind(folder .. "/about") == nil, unread)
    if core.files.kind(folder) == "file" then refuse("%s: it is a file: expected a folder", folder) end
    return "none", is
  end
  if about.fingerprint ~= is and about.fingerprint ~= database.fingerprint(of, about.position) then
    refuse("%s: this folder has a database of %s, of other options, rules or data", folder, about.game)
  end
  if about.state ~= "finished" and about.fingerprint ~= is then
    refuse("%s: this folder has a database that was begun from %s: let it be finished from there, or name another folder", folder,
      about.position and "position " .. about.position or "the start of the game")
  end
  if about.old and about.state ~= "finished" then
    refuse("%s: this folder has a database that was begun by gts 1.0.0: finish it with that, or name another folder", folder)
  end
  return about.state, about.fingerprint
end

-- Several programs that solve one game. What the first one writes, the others read when all have met.
local function is_first(asked) return not asked.group or core.groups.rank(asked.group) == 0 end
local function meet(asked, n) return asked.group and core.groups.meet(asked.group, n) end

-- What a search of a whole graph is asked with.
local function graph_options(of, asked, parts)
  local progress, began = asked.progress, core.clock()
  local native = asked.native
  if native == nil then native = of.native end
  if asked.group and not of.tree and (native == nil or native == "auto") then    -- none begins anew while others are at work
    asked = tables.copy(asked, { native = search.compile_before(of, "retrograde", asked.time) })
  end
  local all = need(search.check(of, { algorithm = "minimax", native = asked.native, position = asked.position }))
  all.algorithm, all.database, all.time, all.deepen = "retrograde", parts, asked.time, false
  all.distances = asked.distances
  all.memory, all.processes, all.group = asked.memory, asked.threads, asked.group
  all.checkpoint, all.ranges = asked.checkpoint, asked.ranges
  all.nodes, all.yields = asked.nodes, asked.yields
  all.progress = progress and function(report)
    local passed = core.clock() - began
    report.positions = report.positions or 0    -- none is known while the compiler is waited for
    if report.stage == "backward" and report.resolved > 0 then
      local each = of.index and passed / report.resolved or passed / (2 * report.positions)
      report.left = each * (report.positions - report.resolved)
    end
    return progress(report)
  end
  return all
end

local function write_about(of, asked, parts, is, state)
  if not asked.folder or not is_first(asked) then return end
  need(core.databases.write(parts, "about", database.about(of, is, state, (database.origin(of, asked.position)))))
end

-- The state of the folder that is asked for, and its fingerprint.
local function folder_of(of, asked)
  if not asked.folder then return "none", ("0"):rep(64) end
  local origin, wrong = database.origin(of, asked.position)
  need(not wrong, wrong)
  return look_into(asked.folder, of, origin)
end

-- Closes databases that are not returned, whatever the reason: the folder is free then.
local Guard = { __close = function(self) for _, parts in ipairs(self) do core.databases.close(parts) end end }

-- Solves into `parts`: what was found, and the database, unless it was stopped.
local function solve_into(of, asked, parts, is)
  write_about(of, asked, parts, is, "begun")
  local found = need(search.run(of, graph_options(of, asked, parts)))
  if found.stopped then return found end
  write_about(of, asked, parts, is, "finished")
  meet(asked)
  local db = database.new(parts, of, asked.folder)
  if not asked.folder then return found, db end
  db:close()                                    -- from now on others may write there
  return found, need(database.open(asked.folder, is, of))
end

local function solve_whole(of, asked, why)
  need(not of.mutable, "retrograde: the rules play moves on a board, and positions cannot be stored")
  local keyless = search.keyless(of, asked.position, "retrograde")
  need(not keyless, keyless)
  local state, is = folder_of(of, asked)
  local finished = meet(asked, state == "finished" and 1 or 0) or 0
  if finished > 0 and finished < select(2, core.groups.rank(asked.group)) then
    refuse("%s: not all ranks see the same folder", asked.folder)
  end
  if state == "finished" then
    local db = need(database.open(asked.folder, is, of))
    return from_database(of, asked, db, "the folder had the answer", { seconds = 0, positions = db:stats().positions })
  end
  local parts = is_first(asked) and need(core.databases.open(asked.folder, is, true))           -- it makes and locks the folder
  meet(asked)
  parts = parts or need(core.databases.open(asked.folder, is))
  local guard <close> = setmetatable({ parts }, Guard)
  local found, db = solve_into(of, asked, parts, is)
  if state == "begun" then why = why .. "; it went on where it was" end
  if not found.stopped then
    if db.parts ~= parts then guard[2] = db.parts end
    local r = from_database(of, asked, db, why, found)
    guard[1], guard[2] = nil, nil
    return r
  end
  local r = result.new(of, "retrograde", why, found)
  r.folder, r.lack, r.tiers, r.lower, r.upper = asked.folder, found.lack, found.tiers, -math.huge, math.huge
  if of.range then r.lower, r.upper = of.range[1], of.range[2] end
  return r
end

--- Analyses all positions of a game, alone or as one of several ranks. `asked`: the options of gts.solve; `why`: these means, for
-- the result. Raises what is wrong, for refusal.caught.
function retrograde.solve(of, asked, why)
  if not asked.ranks then return solve_whole(of, asked, why) end
  local group <close> = asked.ranks.crew()
  local _ <close> = setmetatable({}, { __close = function(_, wrong)
    if wrong ~= nil then core.groups.quit(group, tostring(wrong)) end           -- the others hear of the error
  end })
  asked = tables.copy(asked, { group = group })
  if not is_first(asked) then asked.progress = nil end
  return solve_whole(of, asked, why)
end

return retrograde
