--- A game to begin with: rules, a spec, and what editors and checkers want, from the folder skeleton: a game called mygame. In
-- its rules lines below `@ FORM ...` are for these forms, those below `@` for all; `@NAME` is what a form has by this name.

local core = require "gts.core"
local lexer = require "gts.program.lexer"
local luacheck = require "gts.program.luacheck"
local source = require "gts.rules.source"
local tables = require "gts.base.tables"
local types = require "gts.program.types"

local skeleton = {}

local here = select(2, ...)
local folder = here:gsub("[^/]*$", "") .. "skeleton/"

local CALLED = "mygame"         -- in the files

--- The forms of rules: which of their functions say what can be played.
skeleton.forms = { "next", "list", "legal", "board" }

-- Where modules are, but for those of the current folder.
local elsewhere = package.path:gsub("%f[^;\0]%.[^;]*", "")

--- Returns what is wrong with the name of a game, or nil. The name must not hide another module, such as busted.
function skeleton.misnamed(name)
  if not name:find "^[%a_][%w_]*$" or lexer.keywords[name] then
    return ("a game cannot be called '%s': expected letters, digits and _, no digit first, and no word of Lua"):format(name)
  end
  local module = package.searchpath(name, elsewhere)
  if module then return ("a game called '%s' would stand where require looks for %s"):format(name, module) end
end

local function text_of(file, name) return (assert(source.text(folder .. file)):gsub(CALLED, name)) end

-- What the names in the rules stand for, by the form.
local in_table = { P = "p", MOVER = "p", STONES = "p", TURN = "p.turn", THIS = "a position", SHOWN = "The position",
  BOARD = "The position as a board", FROM = "", START = "the first position" }
local in_integers = tables.copy(in_table, { P = "x, o, turn", MOVER = "_, _, turn", STONES = "x, o", TURN = "turn", FIRST = "1" })
local words = {
  list = in_table, next = in_integers, legal = tables.copy(in_integers, { FIRST = "0", FROM = ", from 1," }),
  board = tables.copy(in_table, { P = "board", MOVER = "board", STONES = "board", TURN = "board.turn", THIS = "the board",
    SHOWN = "The board", BOARD = "The board", START = "the board" }),
}

local function rules_of(form, name)
  local lines, kept = {}, true
  for line in text_of("rules.txt", name):gmatch "[^\n]*\n" do
    local forms = line:match "^@(.*)\n$"
    if forms then kept = forms == "" or forms:find(form, 1, true) ~= nil
    elseif kept then lines[#lines + 1] = line:gsub("@(%u+)", words[form]) end
  end
  return table.concat(lines)
end

local LIBRARY = "types"         -- where the annotations stand that are not installed

--- The files of a new game: a list of tables with name, text and about. A folder has no text, and comes before what is in it.
function skeleton.files(name, form)
  local installed = types.installed()
  local luarc = text_of("luarc.json", name):gsub("@TYPES@", function() return installed or LIBRARY end)
  local list = {
    { name = name .. ".lua", text = rules_of(form, name), about = "the rules: begin here" },
    { name = name .. "_spec.lua", text = text_of("spec.lua", name), about = "what the rules must keep to, for busted" },
    { name = "README.md", text = text_of("README.md", name), about = "what to do next" },
    { name = ".luarc.json", text = luarc, about = "for the Lua language server in your editor" },
    { name = ".luacheckrc", text = luacheck.text(), about = "for luacheck" },
    { name = ".busted", text = text_of("busted.lua", name), about = "for busted" },
  }
  if not installed then
    list[#list + 1] = { name = LIBRARY, about = "gts for the language server" }
    list[#list + 1] = { name = LIBRARY .. "/gts.lua", text = types.text(), about = "its annotations, as a file" }
  end
  return list
end

--- Makes a folder, which must not be there yet, with files as of skeleton.files: all of them, or nothing. Error: what is wrong.
function skeleton.make(place, files)
  if core.files.kind(place) ~= nil then return nil, place .. ": there is something of this name already" end
  local made = {}
  local _ <close> = setmetatable(made, { __close = function() for i = #made, 1, -1 do os.remove(made[i]) end end })
  local good, wrong = core.files.folder(place)
  if not good then return nil, wrong end
  made[1] = place
  for _, file in ipairs(files) do
    local path = place .. "/" .. file.name
    if file.text then good, wrong = core.files.write(path, file.text) else good, wrong = core.files.folder(path) end
    if not good then return nil, wrong end
    made[#made + 1] = path
  end
  for i = #made, 1, -1 do made[i] = nil end
  return true
end

return skeleton
