--- The jobs of a job-level search (gts.solve.top): a bounded df-pn search of one position, by whatever process.
--
-- A job has the numbers of the moves from the root, and what tells the positions on the way from others: a node that was
-- expanded as another image has its moves in another order. The answer has `lower` and `upper`, proved by the rules from this
-- position alone; `nodes`, `seconds`; `native`: compiled rules were used; of the root `player`, to move, and `move`, the number
-- of the move that was proved to have the bound of who moves, 0 where the game is over; of one whose goal is open `max` and
-- `min`, its proof and disproof number; `player`; `children`, what tells each successor from other positions.
--
-- Processes keep what they prove in a table from one job to the next: so numbers and nodes depend on its past; bounds do not.

local ask = require "gts.rules.ask"
local core = require "gts.core"
local game = require "gts.game"
local moves = require "gts.moves"
local search = require "gts.search"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local job = {}

local other = { max = "min", min = "max" }

local function mover(of, position, before)
  if not of.player then return other[before] end
  return of.player(ask.words(of, position))
end

-- What tells a node from all others: its ply and its position, if that can be told, else its path.
local function identity(of, position, player, path)
  local text = not of.tree and symmetry.canonical(of, position) or "path " .. table.concat(path, " ")
  return core.hash(("%d %s %s"):format(#path, player, text)):sub(1, 32)
end

local function generate(of, position, player)
  local list, wrong = moves.try(game.with_mover(of, player), position)
  return list or error(wrong, 0)
end

-- The position at the end of a job's path, and its player to move: in trees, which know it, the one of the game at the root.
local function walk(of, root, one)
  local position, player, path = root.position, root.player, {}
  for ply, number in ipairs(one.path) do
    local list = generate(of, position, player)
    local function is_next(i)
      path[ply] = i
      return list[i] and identity(of, list[i].position, mover(of, list[i].position, list.player), path) == one.line[ply]
    end
    local i = is_next(number) and number or tables.find(tables.range(1, #list), is_next)
    if not i then error(("a position of %s has not the moves of its line in the file of jobs"):format(of.name), 0) end
    position, path[ply] = list[i].position, i
    player = mover(of, position, list.player)
  end
  return position, player, path
end

-- The successors of an open position: its player, and what tells each from others.
local function open(of, position, player, path)
  local list = generate(of, position, player)
  local ids, below = {}, table.move(path, 1, #path, 1, {})
  for i, entry in ipairs(list) do
    below[#path + 1] = i
    ids[i] = identity(of, entry.position, mover(of, entry.position, list.player), below)
  end
  return list.player, ids
end

local function is_open(r, goal) return r.lower < goal and r.upper >= goal end

-- The player to move at the root, and the number of the move of a result.
local function of_root(of, root, r)
  local list = generate(of, root.position, root.player)
  local number = tables.find(tables.range(1, #list), function(i) return r.move ~= nil and list[i].move == r.move end)
  return list.player, #list == 0 and 0 or number
end

--- The root of a job-level search (nil: the start of the game): its `position`, the `player` to move, `id`.
function job.root(of, position)
  if position == nil then position = moves.start(of) end
  local player = of.player and mover(of, position) or "max"
  return { position = position, player = player, id = identity(of, position, player, {}) }
end

--- Makes the function that does jobs, tables with `path`, `line`, `goal` and `nodes`; 0 nodes: the successors are asked for. The
-- game has keys; `root` is of job.root; `all`, checked options: algorithm dfpn; table, its size in bytes.
function job.worker(of, root, all)
  local kept
  return function(one)
    kept = kept or core.table(all.table)
    local position, player, path = walk(of, root, one)
    if one.nodes == 0 then              -- only the successors are asked for
      local answer = { lower = -math.huge, upper = math.huge, nodes = 0, seconds = 0, max = 1, min = 1 }
      answer.player, answer.children = open(of, position, player, path)
      return answer
    end
    local function look(nodes)
      local its = setmetatable({ position = position, goal = one.goal, nodes = nodes, table = kept }, { __index = all })
      return search.run(game.with_mover(of, player), its)
    end
    local r, its_player, children = look(one.nodes), nil, nil
    if is_open(r, one.goal) then
      its_player, children = open(of, position, player, path)
      if #children == 0 then r = look() end             -- so few nodes that not even the end of the game was seen
      if #children == 0 and is_open(r, one.goal) then
        error(("%s: position %s has successors, and then none: the rules answer differently when asked twice"):format(of.name,
          words.quote(position)), 0)
      end
    end
    local answer = { lower = r.lower, upper = r.upper, nodes = r.stats.visits, seconds = r.seconds, native = r.native }
    if #one.path == 0 then answer.player, answer.move = of_root(of, root, r) end
    if is_open(r, one.goal) then
      answer.max, answer.min, answer.player, answer.children = r.proof_number, r.disproof_number, its_player, children
    end
    return answer
  end
end

return job
