--- What may stand at the cursor of a command line in the shell: the one completion for all shells, by the rows of the commands.

local arguments = require "gts.program.arguments"
local commands = require "gts.program.commands"
local games = require "gts.game"
local search_options = require "gts.facts.options"
local tree = require "gts.tree"
local usage = require "gts.program.usage"
local words = require "gts.base.words"

local candidates = {}

-- What a shell completes by itself, in place of a word.
local FILES, LUA_FILES = ":files", ":lua"

-- Adds a word if it begins with what is there, once; `about` is said beside it.
local function adder(list, current)
  local seen = {}
  return function(word, about)
    if seen[word] or word:sub(1, 1) ~= ":" and word:sub(1, #current) ~= current then return end
    list[#list + 1], seen[word] = { word = word, about = about }, true
  end
end

-- What comes before the word at the cursor: the option without a value, those given, the next place, the last game, its options.
local function survey(row, before)
  local by_name, seen = {}, { options = {}, filled = 0, of_game = {} }
  local places = arguments.places(row)
  for _, option in ipairs(arguments.options(row)) do by_name[option.name] = option end
  for _, word in ipairs(before) do
    local name, text = word:match "^%-%-([%w_-]+)(=?.*)$"
    local option = name and by_name[name:gsub("%-", "_")]
    if seen.waits then seen.waits = nil
    elseif option then
      seen.options[option.name] = true
      if text == "" and not arguments.is_flag(option) then seen.waits = option end
    elseif word:find "^[%a_][%w_]*=" then seen.of_game[word:match "^[^=]*"] = true
    elseif not word:find "^%-" then
      local place = places[seen.filled + 1]
      if place and place.game then seen.game, seen.of_game = word, {} end
      if place and not place.many then seen.filled = seen.filled + 1 end
    end
  end
  seen.place = places[seen.filled + 1]
  return seen, by_name
end

-- The values of an option, after `prefix`, which is there already.
local function add_values(option, prefix, add)
  local list = option.words or option.kind and option.kind.words or option.flag and not option.kind and { "true", "false" } or {}
  if option.ids then
    for _, algorithm in ipairs(search_options.algorithms()) do add(prefix .. algorithm.id, algorithm.title) end
  elseif option.value == "FILE" then add(FILES)
  else
    for _, word in ipairs(list) do add(prefix .. tostring(word)) end
  end
end

local function add_games(add)
  for _, name in ipairs(games.shipped) do add(name) end
  add("tree", "a tree, by its fields")
  add(LUA_FILES)
end

-- The options of a game that comes with gts, and the fields of a tree: of no other, for its file would have to be run.
local function rows_of(name)
  return name == "tree" and tree.rows or words.contains(games.shipped, name) and games.options(name) or {}
end

local function add_game_options(seen, current, add)
  local name = current:match "^([%a_][%w_]*)="
  for _, row in ipairs(rows_of(seen.game)) do
    if name == row.name then
      for _, word in ipairs(row.kind.words or {}) do add(name .. "=" .. tostring(word)) end
    elseif not name and not seen.of_game[row.name] then add(row.name .. "=", row.help or row.kind.expected) end
  end
end

local function add_options(row, seen, add)
  for _, option in ipairs(arguments.options(row)) do
    if not seen.options[option.name] then add("--" .. option.name, usage.about(option)) end
  end
end

local function add_place(place, add)
  if place.game then return add_games(add) end
  if place.name == "FILE" then return add(FILES) end
  local list = type(place.words) == "function" and place.words() or place.words or {}
  for _, word in ipairs(list) do add(word) end
  if place.games then add_games(add) end
end

--- The words that may stand at the cursor, of which `current` is there. Returns tables with word and about (nil, or what it
-- is). The words `:files` and `:lua` stand for files, and files of Lua; one that ends with = is not complete.
function candidates.at(before, current)
  local list = {}
  local add = adder(list, current)
  if #before == 0 then
    for _, row in ipairs(commands.rows()) do add(row.name, row.summary) end
    for _, option in ipairs { "--help", "--version", "-e", LUA_FILES } do add(option) end
    return list
  end
  local row = commands.find(before[1])
  if not row then
    add(FILES)
    return list
  end
  local seen, by_name = survey(row, table.move(before, 2, #before, 1, {}))
  local name = current:match "^%-%-([%w_-]+)="
  local option = name and by_name[name:gsub("%-", "_")]
  if seen.waits then add_values(seen.waits, "", add)
  elseif option then add_values(option, "--" .. name .. "=", add)
  elseif current:find "^%-" then add_options(row, seen, add)
  else
    if seen.game then add_game_options(seen, current, add) end
    if seen.place and not current:find "^[%a_][%w_]*=" then add_place(seen.place, add) end
    if #list == 0 and current == "" then add_options(row, seen, add) end
  end
  return list
end

return candidates
