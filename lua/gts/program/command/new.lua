--- gts new: a game to begin with, in a new folder.

local answer = require "gts.program.answer"
local core = require "gts.core"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local schema = require "gts.base.schema"
local skeleton = require "gts.program.skeleton"
local tables = require "gts.base.tables"

-- What to do next, from where one stands.
local NEXT = [[

Then, one by one:
  %s check %s
  %s play %s
  %s "$(command -v busted)" --ignore-lua %s]]

local MISSING = [[

The last runs the spec. busted is not installed here: sudo apt-get install lua-busted]]

local function word(text)
  if not text:find "[^%w_./-]" then return text end
  return ("'%s'"):format(text:gsub("'", [['\'']]))
end

local function shown(called, place, name, files)
  output.line(("a game to begin with, in %s:"):format(place))
  local widest = tables.most(files, function(file) return #file.name end)
  for _, file in ipairs(files) do
    if not file.name:find "/" then output.line(("  %-" .. widest .. "s  %s"):format(file.name, file.about)) end
  end
  if not place:find "^[./]" then place = "./" .. place end     -- no option, and no name of a game
  local gts, rules = word(called), word(("%s/%s.lua"):format(place, name))
  output.line(NEXT:format(gts, rules, gts, rules, gts, word(place)))
  if not core.native.find "busted" then output.line(MISSING) end
end

return {
  name = "new", usual = 80, summary = "a game of your own to begin with", json = true,
  details = "Makes a folder with rules that run, a spec for them, and what editors and checkers want to know. Nothing that is "
    .. "there is changed.",
  arguments = { { name = "NAME", required = true, missing = "what is the game to be called?", help = "the name of the game" } },
  options = {
    { name = "form", kind = schema.one_of(skeleton.forms), default = "next", value = "FORM",
      help = "how the rules give their moves: one by one, as lists, as a set of bits, or played on a board: gts help rules" },
    { name = "folder", raw = true, value = "FOLDER", help = "where to make it; default: a folder with the name of the game" },
  },
  examples = {
    { "gts new mygame", "the folder mygame" },
    { "gts new other --form list --folder my-games", "rules that list their positions, in my-games" },
  },
  run = function(call)
    local name = call.arguments.NAME
    local misnamed = skeleton.misnamed(name)
    if misnamed then return nil, misnamed end
    local place = (call.options.folder or name):gsub("(.)/+$", "%1")
    if place == "" then return nil, "option '--folder' is '': expected the name of a folder" end
    local files = skeleton.files(name, call.options.form)
    outcome.need(skeleton.make(place, files))
    if not call.json then return shown(call.called, place, name, files) end
    local names = tables.collect(files, function(file) return file.text and file.name end)
    answer.json({ game = name, form = call.options.form, folder = place, files = names }, { "game", "form", "folder", "files" })
  end,
}
