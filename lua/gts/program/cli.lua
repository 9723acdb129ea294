--- The command line of the program gts: its commands are gts.program.commands; here is the rest, and what they have in common.

local console = require "gts.play.console"
local core = require "gts.core"
local gts = require "gts"
local guard = require "gts.program.guard"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local page = require "gts.program.page"
local tables = require "gts.base.tables"

-- Large modules are loaded only by commands that need them: a script starts sooner.

local function completer(choices)
  return function(before)
    local begun = before:match "^%s*(.*)$"
    local fit = tables.filter(choices, function(word) return word:sub(1, #begun) == begun end)
    if #fit == 0 then return "", nil end
    local more = require("gts.base.words").prefix(fit):sub(#begun + 1)
    if #fit == 1 then return more .. " ", nil end
    return more, more == "" and table.concat(fit, "  ") or nil
  end
end

-- Plays games on the program's terminal; on a pipe, as a transcript.
local function use_play_terminal(terminal)
  local width
  console.by {
    say = output.line, presses = terminal.presses,
    width = function()
      width = width or page.width()
      return width
    end,
    watch = function(seconds, f) return require("gts.program.status").during(terminal, { time = seconds }, f) end,
    edits = terminal.is_terminal(), prompt = function(text) output.raw("output", text) end,
    echo = terminal.is_terminal() and function() end or output.line,
    read = terminal.is_terminal() and function(prompt, choices) return terminal.read(prompt, completer(choices)) end or nil,
  }
end

-- Runs a chunk; nil and a message are what load gave for one that is none.
local function run_chunk(terminal, chunk, wrong, ...)
  if not chunk then
    outcome.complain(wrong)
    return outcome.ERROR
  end
  return outcome.guarded(terminal, nil, function(...)
    chunk(...)
    return outcome.OK
  end, ...)
end

local function code(source, terminal)
  if not source then return outcome.misuse "-e needs code" end
  local chunk, wrong = load(source, "=(-e)", "t")
  return run_chunk(terminal, chunk, wrong)
end

local function prompt(terminal, given)
  local repl = require "gts.program.repl"
  if not terminal.is_terminal() then
    local ok, wrong = repl.read_all(io.stdin, terminal)
    if ok then return outcome.OK end
    outcome.complain(wrong)
    return terminal.presses() > 0 and outcome.INTERRUPTED or outcome.ERROR
  end
  repl.interact(terminal, given)
  return outcome.OK
end

local function help_on(topic)
  local text, wrong = require("gts.program.help").on(topic, page.width())
  return text or error(wrong, 2)
end

local function show_usage()
  page.show(require("gts.program.usage").program(page.width()))
  return outcome.OK
end

-- Says that JSON cannot be written, if so: before a long search, not after it.
local function lacks_json(call)
  if not call.json then return false end
  local ok, wrong = pcall(require("gts.show.json").encode, 0)
  if not ok then outcome.complain(wrong) end
  return not ok
end

local function show_version(rest)
  local json = rest[1] == "--json"
  local more = rest[json and 2 or 1]
  if more then return outcome.misuse(("--version takes --json, and nothing else: '%s'"):format(more)) end
  if lacks_json { json = json } then return outcome.ERROR end
  local version = require "gts.program.version"
  output.line(json and version.json() or page.fold(version.text()))
  return outcome.OK
end

-- Boards with circles, or in plain letters.
local function draw_circles(wanted) require("gts.show.text").unicode = wanted end

-- At the end of a command whose rules are still being compiled, or could not be for want of a compiler, a folder, or room.
local function note_compiler(terminal)
  local native = package.loaded["gts.compile.native"]
  if not native or not terminal.shows "errors" then return end
  local lack = native.lacking()
  local note = native.is_pending() and "the rules are being compiled, and the next run will be faster"
    or lack and "the rules were run in Lua, not compiled: " .. lack
  if note then output.pieces("errors", { { ("gts: %s\n"):format(note), "faint" } }) end
end

local function run_command(row, rest, terminal, called)
  local call, wrong = require("gts.program.arguments").read(row, rest)
  if not call then return outcome.misuse(wrong, row.name) end
  if call.help then
    page.show(require("gts.program.usage").command(row, page.width()))
    return outcome.OK
  end
  if lacks_json(call) then return outcome.ERROR end
  call.called = called
  if call.unicode ~= nil then draw_circles(call.unicode) end
  local exit_code = outcome.guarded(terminal, row.name, row.run, call, terminal)
  note_compiler(terminal)
  return exit_code
end

local function no_command(word)
  local commands, games = require "gts.program.commands", require "gts.game"
  local words = require "gts.base.words"
  if words.contains(games.shipped, word) then
    return ("'%s' is a game, and what to do with it is missing, as in 'gts best %s'"):format(word, word)
  end
  local folder = require("gts.base.extensions").empty(word)
  if folder then return ("no command '%s': the folder %s has no extension.lua"):format(word, folder) end
  return ("no command and no file '%s'%s"):format(word, words.suggest(word, commands.names))
end

local options = { ["--help"] = show_usage, ["-h"] = show_usage, ["--version"] = show_version, ["-v"] = show_version }

local function dispatch(first, given, rest, terminal)
  if first == nil or first == "-E" and #rest == 0 then return prompt(terminal, { bare = first == "-E" }) end
  if options[first] then return options[first](rest) end
  if first == "-e" then
    _G.arg = table.move(rest, 2, #rest, 1, { [0] = "-e" })
    return code(rest[1], terminal)
  end
  local row, wrong = require("gts.program.commands").find(first)
  if row then return run_command(row, rest, terminal, given[0]) end
  if wrong then return outcome.ERROR end                -- it is reported
  if first:find "^%-." then return outcome.misuse(("unknown option '%s'"):format(first)) end
  if first ~= "-" and not first:find "%.lua$" and not core.files.kind(first) then return outcome.misuse(no_command(first)) end
  _G.arg = table.move(rest, 1, #rest, 1, { [0] = first, [-1] = given[0] })
  local chunk, why = loadfile(first ~= "-" and first or nil, "t")
  return run_chunk(terminal, chunk, why, table.unpack(rest))
end

--- Runs the program. `given`: the arguments as the shell gave them, the program itself at 0; `terminal`: what the program can do
-- and Lua cannot: read, remember, load, size, shows, guard, resume, presses, is_terminal, say. Returns the exit code: 0; 1 for
-- an error, 2 for wrong usage, 130 if interrupted.
local function main(given, terminal)
  guard.coroutines(terminal.resume)
  output.by(terminal)
  page.by(terminal)
  -- Says what is wrong while a search goes on, whose line may stand there.
  guard.watch(function(text)
    local status = package.loaded["gts.program.status"]
    if status then status.clear() end
    outcome.complain(text)
  end)
  gts.help, _G.gts = help_on, gts
  local circles = os.getenv "GTS_UNICODE" or ""
  if circles ~= "" and circles ~= "0" then draw_circles(true) end
  use_play_terminal(terminal)
  return dispatch(given[1], given, table.move(given, 2, #given, 1, {}), terminal)
end

return main
