-- Checks the house: that modules need each other in one direction only, in C and in Lua, by the floors below, and that no two
-- need each other by whatever way: in C neither by includes nor by symbols that the linker joins.
--
--    lua5.4 .ci/layering.lua

local floors = dofile ".ci/floors.lua"

local knows_lua = {
  system = true, rules = true, unit = true, call = true, program = true, worker = true, learn = true,
}

-- What may look past its floor. Tabs need the page, and experiments those, which load them; what else an extension needs, it
-- says.
local allowed = {}
for _, name in ipairs(floors.extensions) do
  allowed[name] = { page = true, experiments = true }
  for _, other in ipairs(dofile(("lua/gts/%s/extension.lua"):format(name)).needs or {}) do allowed[name][other] = true end
end

local complaints = 0

local function complain(file, number, ...)
  complaints = complaints + 1
  io.stderr:write(("%s:%d: %s\n"):format(file, number, string.format(...)))
end

-- name of a room -> its floor
local function heights(list)
  local height = {}
  for i, rooms in ipairs(list) do
    for _, room in ipairs(rooms) do height[room[1]] = i end
  end
  return height
end

local function files(folder, ending)
  local list = {}
  local pipe <close> = assert(io.popen(("find '%s' -name '*.%s' | sort"):format(folder, ending)))
  for file in pipe:lines() do list[#list + 1] = file end
  return list
end

-- A house: its modules, what each needs and where it says so.
local House = {}
House.__index = House

local function house(list) return setmetatable({ height = heights(list), needs = {} }, House) end

function House:check_floor(file, number, from, to)
  local below, here = self.height[to], self.height[from]
  if not here then complain(file, number, "the folder '%s' has no floor", from) return end
  if not below then complain(file, number, "the folder '%s' has no floor", to) return end
  local may = from == to or below < here or allowed[from] and allowed[from][to]
  if not may then complain(file, number, "%s must not need %s", from, to) end
end

function House:note(file, number, module, other)
  self.needs[module] = self.needs[module] or {}
  if other ~= module then self.needs[module][other] = { file = file, number = number } end
end

-- Goes down from a module; complains where it comes back to one that it came from.
function House:descend(module, path, done)
  if done[module] then return end
  path[#path + 1], path[module] = module, true
  for other, place in pairs(self.needs[module] or {}) do
    if path[other] then
      complain(place.file, place.number, "a circle: %s -> %s", table.concat(path, " -> "), other)
    else self:descend(other, path, done) end
  end
  path[#path], path[module] = nil, nil
  done[module] = true
end

function House:check_circles()
  local done, names = {}, {}
  for module in pairs(self.needs) do names[#names + 1] = module end
  table.sort(names)
  for _, module in ipairs(names) do self:descend(module, {}, done) end
end

-- C.

-- The headers of a family that others may need: an algorithm compiled together with a kind of trees, what units call, and
-- what Lua holds.
local ENTRANCES = { ["algo/window/native/on_trees.h"] = true, ["algo/window/native/engine.h"] = true,
  ["algo/learn/learner.h"] = true, ["algo/framework/choice.h"] = true }

local function family(path) return path:match "^algo/([^/]+)/" end

local engine = house(floors.c)

local function check_include(file, number, from, included)
  local room = from:match("^([^/]+)/")
  if included:find "^linux/" then return end            -- what the system gives
  if included:find("^lua") or included == "lauxlib.h" then
    if not knows_lua[room] and not allowed[room] then complain(file, number, "%s must not know Lua", room) end
    return
  end
  local to = included:match("^([^/]+)/")
  if not to or to == "sys" or to == "linux" or to == "netinet" then return end
  engine:check_floor(file, number, room, to)
  engine:note(file, number, from, included)
  local ours, theirs = family(from), family(included)
  if theirs and ours ~= theirs and not ENTRANCES[included] then
    complain(file, number, "%s must not need the family %s", ours or room, theirs)
  end
end

for _, file in ipairs(files("src", "[ch]")) do
  local number = 0
  for line in io.lines(file) do
    number = number + 1
    local included = line:match('^%s*#%s*include%s*[<"]([^>"]+)[>"]')
    if included then check_include(file, number, file:sub(#"src/" + 1), included) end
  end
end
engine:check_circles()

-- What the linker sees, and includes hide: which object uses a symbol of which other one.

local OBJECTS = "build/obj/"

local linked = house(floors.c)
local owner, users, uses = {}, {}, {}

-- An algorithm that is compiled once more, under another name.
local compiled_again = { alphabeta_on_trees = true }

local function is_looked_at(object)
  local source <close> = io.open("src/" .. object .. ".c")
  return source ~= nil and not object:find "^wasm/"
end

do
  local list = table.concat(files(OBJECTS, "o"), " ")
  local pipe <close> = assert(io.popen("nm -A --format=posix " .. list))
  for line in pipe:lines() do
    local object, symbol, kind = line:match "^build/obj/(%S+)%.o: (%S+) (%a)"
    if object and is_looked_at(object) then
      if kind == "U" then uses[#uses + 1] = { object, symbol }
      elseif ("TDBRC"):find(kind, 1, true) then owner[symbol], users[symbol] = object, {} end
    end
  end
end

for _, use in ipairs(uses) do
  local object, symbol = table.unpack(use)
  local other = owner[symbol]
  if other and other ~= object then
    linked:check_floor("src/" .. object .. ".c", 0, object:match "^[^/]+", other:match "^[^/]+")
    linked:note("src/" .. object .. ".c", 0, object, other)
    table.insert(users[symbol], object)
  end
end
linked:check_circles()

local function text_of(name)
  local file <close> = io.open(name)
  return file and file:read "a" or ""
end

-- Whether only the list of all algorithms uses a symbol: an algorithm's constant needs no header.
local function is_listed(symbol) return #users[symbol] > 0 and users[symbol][1]:find "^algo/list" ~= nil end

-- What the library gives to programs.
local public = text_of "src/library/exports"

local exported = {}
for symbol in pairs(owner) do exported[#exported + 1] = symbol end
table.sort(exported)
for _, symbol in ipairs(exported) do
  local object, again = owner[symbol], compiled_again[symbol]
  local source, header = "src/" .. object .. ".c", "src/" .. object .. ".h"
  if symbol == "main" or symbol:find "^luaopen_" or public:find(symbol .. ";", 1, true) then
    assert(source)
  elseif #users[symbol] == 0 and not again then
    complain(source, 0, "%s is exported, and used by no other file: make it static", symbol)
  elseif not is_listed(symbol) and not again and not text_of(header):find("%f[%w_]" .. symbol .. "%f[^%w_]") then
    complain(source, 0, "%s is exported, but not declared in %s", symbol, header)
  end
end

-- Lua.

local modules = house(floors.lua)
for _, name in ipairs(floors.extensions) do modules.height[name] = #floors.lua + 1 end

-- The room of a module "gts.show.text": "show"; of "gts.best" and "gts.best.choice": "face".
local function room_of(module)
  if module == "gts" then return "gts" end
  local room = module:match "^gts%.(%w+)%." or allowed[module:match "^gts%.(%w+)$"] and module:match "%w+$"
  if not room then return "face" end
  return not modules.height[room] and text_of(("lua/gts/%s.lua"):format(room)) ~= "" and "face" or room
end

for _, file in ipairs(files("lua", "lua")) do
  local module = file:sub(#"lua/" + 1):gsub("%.lua$", ""):gsub("/", "."):gsub("%.init$", "")
  local number = 0
  for line in io.lines(file) do
    number = number + 1
    if not line:find("^%s*%-%-") then
      for other in (line:find "require" and line or ""):gmatch("[\"'%[](gts[%w_.]*)[\"'%]]") do
        if other ~= "gts.core" then
          modules:check_floor(file, number, room_of(module), room_of(other))
          modules:note(file, number, module, other)
        end
      end
    end
  end
end
modules:check_circles()

if complaints > 0 then os.exit(1) end
