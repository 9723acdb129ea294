--- What people see of a position: texts and a board, as the rules make them.

local boards = require "gts.rules.board"
local develop = require "gts.check.develop"
local image = require "gts.rules.image"
local words = require "gts.base.words"

local display = {}

local function check_text(probes, node, name)
  local results = probes:ask(name, node)
  if results and type(results[1]) ~= "string" then probes:wrong_type(node, name, results[1], "a string") end
  return results and type(results[1]) == "string" and results[1] or nil
end

-- Is what rules.read returned the position? A text may stand for it by another text, of the same key.
local function is_same(probes, position, back)
  local found, key = probes.asker:position(back, 1), probes.rules.key
  if image.of(found) == image.of(position) then return true end
  if type(found) ~= "string" or type(position) ~= "string" or type(key) ~= "function" then return false end
  local before, after = probes.asker:call(key, position), probes.asker:call(key, found)
  return before ~= nil and after ~= nil and before[1] == after[1]
end

--- The texts: show, write, read, the names of moves.
function display.texts(probes, node, list)
  if probes.rules.show then check_text(probes, node, "show") end
  local written = probes.rules.write and check_text(probes, node, "write")
  if written and probes.rules.read then
    local back, kind, wrong = probes.asker:call(probes.rules.read, written)
    if not back then develop.failed(probes, node, "read", kind, wrong)
    elseif not is_same(probes, node.position, back) then
      probes.found:add("text", "read", node, "rules.read does not give {position} back from %s, which rules.write gave for it",
        words.quote(written))
    end
  end
  if not probes.rules.move_name then return end
  local named = {}
  for _, entry in ipairs(list) do
    local results, kind, wrong = probes.asker:call(probes.rules.move_name, entry.move)
    if not results then return develop.failed(probes, node, "move_name", kind, wrong) end
    local name = results[1]
    if type(name) ~= "string" then return probes:wrong_type(node, "move_name", name, "a string") end
    if named[name] then
      probes.found:add("names", "move_name", node, "two moves of {position} have the name %s", words.quote(name))
    end
    named[name] = true
  end
end

-- What is wrong with a board, or with the cells that it has for the moves of a list; nil if nothing is.
local function misfit(probes, returned, node, list)
  local read, wrong = boards.read(returned)
  for _, entry in ipairs(read and read.at and list or {}) do
    local results, kind, failure = probes.asker:call(read.at, entry.move)
    if not results then return develop.failed(probes, node, "board", kind, failure) end
    wrong = wrong or select(2, boards.clicks(read, table.unpack(results, 1, results.n)))
  end
  return wrong
end

--- The board: is it one, and are the moves clicked on it?
function display.board(probes, node, list)
  local results = probes:ask("board", node)
  local wrong = results and misfit(probes, results[1], node, list)
  if wrong then probes.found:add("board", "board", node, "%s, for {position}", wrong) end
end

return display
