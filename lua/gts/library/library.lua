--- gts for programs that are not in Lua, by the library libgts-search: calls and answers as JSON. What is no data, such as a
-- game or a table, stays here, and has a number by which the caller names it: `{"handle": 3}`. Positions and moves that are
-- objects of the caller are `{"object": 7}`, in arguments with `"of"`, the number of their game; functions of the caller are
-- `{"function": 5}`, nodes of its algorithms `{"node": 9}`.

local arguments = require "gts.program.arguments"
local core = require "gts.core"
local game = require "gts.game"
local json = require "gts.show.json"
local results = require "gts.show.result"
local schema = require "gts.base.schema"
local words = require "gts.base.words"

local gts = require "gts"
local host = core.host

local library = {}

local held, last = {}, 0        -- number -> what the caller holds by it
local of_functions = setmetatable({}, { __mode = "k" })         -- games whose rules are functions of the caller -> their rules

local function hold(value)
  last = last + 1
  held[last] = value
  return last
end

local function find(number)
  local value = held[number]
  if value == nil then error(("there is nothing by the handle %s"):format(tostring(number)), 0) end
  return value
end

local restore

local decoded, encoded

-- What must not outlive a call of the caller: handles that it was given.
local function drop_between(from, upto, good, ...)
  for number = from + 1, upto do held[number] = nil end
  if not good then error((...), 0) end
  return ...
end

local function is_node(value) return getmetatable(value) == "a node of a search" end

local began, over = math.huge, nil     -- handles up to `began` are older than the algorithm that runs; a node of the last one

local numbers = setmetatable({}, { __mode = "k" })      -- functions of the caller, as gts calls them -> their numbers

-- Options of an algorithm of the caller, with its functions by their numbers.
local function by_numbers(options)
  local given = {}
  for name, value in next, options do given[name] = numbers[value] and { ["function"] = numbers[value] } or value end
  return given
end

-- An algorithm returns a value, or a list of a value and its window.
local function function_of_caller(number)
  local function called(...)
    local from, outer, node, search, options = last, began, ...
    local runs = is_node(node)
    local text = runs and encoded(node, search, by_numbers(options)) or encoded(...)
    if runs then began = from end
    local good, answer = pcall(host.call, number, text)
    if runs then began, over = outer, node end
    local value = restore(decoded(drop_between(from, last, good, answer), "what a function returned"))
    if runs and type(value) == "table" then return table.unpack(value, 1, 3) end
    return value
  end
  numbers[called] = number
  return called
end

local function restored_table(given)
  if given.handle ~= nil then return find(given.handle) end
  if given.object ~= nil then           -- of the caller: a share of it is handed over
    local rules = of_functions[find(given.of)]
    if not rules then error(("the game of handle %s has no objects"):format(tostring(given.of)), 0) end
    return host.object(rules, given.object)
  end
  if given["function"] ~= nil then return function_of_caller(given["function"]) end
  local made = {}
  for key, value in next, given do made[key] = restore(value) end
  return made
end

-- What JSON has as what gts takes.
function restore(value) return type(value) == "table" and restored_table(value) or value end

function decoded(text, what)
  local value, wrong = json.decode(text)
  if value == nil and wrong then error(("%s cannot be read: %s"):format(what, wrong), 0) end
  return value
end

-- Options: NAME=VALUE as in the shell, or a JSON object.
local function options_of(text)
  local all = {}
  if not text or text:find "^%s*$" then return all end
  if text:find "^%s*{" then return restore(decoded(text, "options")) end
  for word in text:gmatch "%S+" do
    local name, value = word:match "^([%a_][%w_]*)=(.*)$"
    if not name then error(("options: expected NAME=VALUE, got %s"):format(words.quote(word)), 0) end
    all[name] = arguments.literal(value)
  end
  return all
end

-- Does a value have methods, so that the caller may go on with it?
local function has_methods(value)
  local meta = getmetatable(value)
  local index = type(meta) == "table" and meta.__index
  if type(index) ~= "table" then return false end
  for _, member in next, index do
    if schema.callable.fits(member) then return true end
  end
end

-- What stands for a value that is no plain data. What the caller may go on with has a handle, its name if it is a game, and its
-- data; data of a list are in `list`. A result of a search, which has no handle, has in `text` what print shows of it, unless
-- rules fail to name its moves.
local function special(value)
  local kind = type(value)
  if kind == "userdata" then
    local number = host.number(value)
    return number and { object = number } or { [is_node(value) and "node" or "handle"] = hold(value) }
  elseif kind ~= "table" then return nil end
  local meta = getmetatable(value)
  if not meta and not (value.stats or value.events or value.game ~= nil) then return value      -- most are
  elseif is_node(value) then return { node = hold(value) }              -- the search
  elseif game.is_game(value) then return { handle = hold(value), name = value.name } end
  local is_result = results.is(value)
  local is_recording = value.events ~= nil and value.result ~= nil      -- it can be drawn, and has no methods
  local has_handle = not is_result and (is_recording or has_methods(value))
  if not has_handle and not is_result and value.game == nil then return value end
  local made = {}
  if has_handle then made.handle, made.list = hold(value), value[1] ~= nil and table.move(value, 1, #value, 1, {}) or nil end
  for key, item in next, value do
    if key ~= "game" and not (made.list and made.list[key] ~= nil) then made[key] = item end
  end
  if is_result then
    local good, text = pcall(tostring, value)
    made.text = good and text or nil
  end
  return type(meta) == "table" and meta.__jsonorder and setmetatable(made, { __jsonorder = meta.__jsonorder }) or made
end

-- As special, but results of searches are without `text`, which the caller asks for where it shows them.
local function special_brief(value)
  local is_result = getmetatable(value) ~= nil and results.is(value) and not results.adviser(value)
  return is_result and value or special(value)
end

-- Several values as a JSON list; nil is null.
local function list_of(by, count, first, ...)
  if count == 1 then return "[" .. json.encode(first, by) .. "]" end
  local list = { first, ... }
  for i = 1, count do list[i] = json.encode(list[i], by) end
  return "[" .. table.concat(list, ",") .. "]"
end

function encoded(...) return list_of(special, select("#", ...), ...) end

-- Functions of the caller are called by the thread of the call, and by no copy of its process.
local function check_alone(given)
  for _, value in ipairs(given) do
    if of_functions[value] then
      for _, other in ipairs(given) do
        local count = type(other) == "table" and not game.is_game(other) and other.threads
        if count and count ~= 1 then
          error(("option 'threads': the rules of %s are functions of the caller, for one thread"):format(value.name), 0)
        end
      end
    end
  end
end

-- Calls a function of gts; what it raises has no place in this file.
local function ask(f, ...) return drop_between(0, 0, pcall(f, ...)) end

-- What print shows of a value; of a game and the data of a result, what it shows of that result.
local function printed(value, data)
  if not game.is_game(value) or not results.is(data) then return tostring(value) end
  data.lower, data.upper = data.lower or -math.huge, data.upper or math.huge            -- JSON has no word for these
  return tostring(results.dress(data, value))
end

local function function_of(name, first)
  local own = name:match "^:([%a_][%w_]*)$"
  local from = own and first or gts
  if own and type(from) ~= "table" and type(from) ~= "userdata" then
    error(("%s: expected {\"handle\": ...} as the first argument"):format(words.quote(name)), 0)
  end
  local found = own == "tostring" and printed or from[own or name]
  if not schema.callable.fits(found) then error(("there is no function %s"):format(words.quote(name)), 0) end
  return found
end

-- Nodes.

local loops = setmetatable({}, { __mode = "k" })        -- node -> the function of its loop; number of the child that it stands at
local left                      -- a child that its loop has left

-- Forgets the child that the loop of a node stands at, and what is below.
local function leave(loop)
  local child = loop and loop.at and held[loop.at]
  if not child then return end
  held[loop.at], left = nil, child
  leave(loops[child])
end

local own = {}                  -- methods of nodes that are others here: a loop is a call for each child

function own.children(node)
  local step = node:children()
  leave(loops[node])
  loops[node] = { step = step }
end

function own.next(node)
  local loop = loops[node] or { step = node.children }          -- where it has none its search is over
  local child = loop.step(node)
  leave(loop)
  loop.at = child and hold(child)
  return child and loop.at
end

local function argument(word)
  if word == "" then return nil end
  if word:find "^#" then return held[tonumber(word:sub(2))] or left end
  return tonumber(word) or word ~= "nil" and (word == "true" or word) or nil
end

-- Texts of numbers and booleans are few, and come again. An infinite number is 1e999.
local texts, room = {}, 0

local function text_of(value)
  if type(value) == "table" or type(value) == "userdata" then return json.encode(value, special) end
  if room == 0 then texts, room = { [math.huge] = "1e999", [-math.huge] = "-1e999" }, 1000 end
  local text = texts[value]
  if not text then
    text = json.encode(value, special)
    if value == value and value ~= nil then texts[value], room = text, room - 1 end
  end
  return text
end

-- An answer of up to three values as JSON. A search that is to end unwinds the caller.
local function answered(good, ...)
  local count, a, b, c = select("#", ...), ...
  if not good then return type(a) == "userdata" and '"stopped"' or error(a, 0) end
  if count == 0 then return "[]" end
  local text = "[" .. text_of(a)
  if count > 1 then text = text .. "," .. text_of(b) end
  return count > 2 and text .. "," .. text_of(c) .. "]" or text .. "]"
end

local names = setmetatable({}, { __index = function(names, name)
  names[name] = name:sub(2)
  return names[name]
end })

-- Calls a method of a node or of the search, or reads a field. `text`: its number, then up to four arguments with blanks between:
-- a number, true, nil, or # and the number of a node.
local function ask_node(name, text)
  local number, a, b, c, d = tonumber(text), nil, nil, nil, nil
  if not number then
    number, a, b, c, d = text:match "^(%S+) ?(%S*) ?(%S*) ?(%S*) ?(%S*)"
    number, a, b, c, d = tonumber(number), argument(a), argument(b), argument(c), argument(d)
  end
  local node = held[number] or number > began and left or over or find(number)
  local method = own[names[name]] or node[names[name]]
  if not schema.callable.fits(method) then return answered(true, method) end
  return answered(pcall(method, node, a, b, c, d))
end

-- The help of gts, in a package that has it.
if package.searchpath("gts.program.help", package.path) then
  function gts.help(topic)
    local text, wrong = require("gts.program.help").on(topic, 80)
    return text or error(wrong, 0)
  end
end

--- Calls a public function of gts, or a method. `name` of the function; behind a ':' the name of a method of the first argument,
-- or tostring; `text`: a JSON list of arguments. Returns results, a JSON list. Raises what that raises. '.NAME': see ask_node;
-- '~NAME': results are without their texts.
function library.call(name, text)
  if name:byte() == 46 then return ask_node(name, text) end
  local brief = name:byte() == 126
  if brief then name = name:sub(2) end
  local list = text and text:find "%S" and decoded(text, "the arguments") or {}
  if type(list) ~= "table" then error("the arguments: expected a list", 0) end
  local given, count = {}, 0
  for i, value in next, list do
    if math.type(i) ~= "integer" then error("the arguments: expected a list", 0) end
    given[i], count = restore(value), math.max(count, i)
  end
  check_alone(given)
  local function answer(...) return list_of(brief and special_brief or special, select("#", ...), ...) end
  return answer(ask(function_of(name, given[1]), table.unpack(given, 1, count)))
end

--- Makes a game by its name, or of a file. `options`: as NAME=VALUE with blanks between, or as JSON. Returns its number.
function library.load(name, options)
  local made, wrong = game.make(name, options_of(options))
  return hold(made or error(wrong, 0))
end

--- Makes a game of the text of its rules, as a file has it, and a text of options. Returns its number; raises what is wrong.
function library.text(text, options)
  local chunk, wrong = load(text, "=rules", "t")
  if not chunk then error(wrong, 0) end
  local made, why = game.make(chunk(), options_of(options))
  return hold(made or error(why, 0))
end

--- Makes a game of rules that call functions of the caller. Returns its number.
function library.functions(rules)
  -- Tables in files go by it: functions cannot be compared, so that no other process may take these for its own.
  rules.version = ("functions of a caller, %d, %.9f, %d"):format(os.time(), core.clock(), last)
  local made, wrong = game.make(rules)
  if not made then
    host.disown(rules)
    error(wrong, 0)
  end
  of_functions[made] = rules
  return hold(made)
end

--- Forgets what the caller holds by a number.
function library.drop(number) held[number] = nil end

local function search_by(run, number, text)
  local of, all = find(number), options_of(text)
  if not game.is_game(of) then error(("handle %d is no game"):format(number), 0) end
  check_alone { of, all }
  local r = ask(run, of, all)
  local move, stats = r.move, r.stats or {}
  local integer = math.type(move) == "integer" and move or host.number(move) or move ~= nil and 0 or nil
  return json.encode(r, special), r.value, r.lower, r.upper, r.solved, r.depth, integer,       -- as the C structure has it
    move ~= nil and results.move(of, move) or nil, stats.visits, stats.leaves, r.seconds, r.stopped
end

--- Searches: gts.search. `number` of the game. Returns the result: all of it as JSON, then value, lower, upper, solved, depth,
-- move, its name, visits, leaves, seconds, stopped. Raises what gts.search raises.
function library.search(number, text) return search_by(gts.search, number, text) end

--- Finds a good move of a game, by its number and a text of options: gts.best. Returns what library.search does.
function library.best(number, text)
  return search_by(function(of, all) return ask(gts.best, of, all.position, all) end, number, text)
end

return library
