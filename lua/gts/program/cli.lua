--- The command line of the program gts.
-- @module gts.program.cli

local confine = require "gts.confine"
local core = require "gts.core"
local gts = require "gts"
local games = require "gts.game"
local guard = require "gts.program.guard"
local options = require "gts.check.options"
local say = require "gts.program.say"
local searches = require "gts.search"
local show = require "gts.show.text"
local words = require "gts.check.words"

local OK, ERROR, USAGE, INTERRUPTED = 0, 1, 2, 130

local usage = [[
usage: gts                                 a prompt for Lua
       gts FILE.lua [ARGUMENT ...]         runs a script
       gts -e CODE                         runs CODE
       gts search GAME [--OPTION VALUE ...] [NAME=VALUE ...]
                                           searches a game for its best move; with --confined, rules that need not be trusted
       gts check GAME [--time SECONDS] [--seed N] [--depth N] [--positions N] [NAME=VALUE ...]
                                           looks for mistakes in the rules of a game
       gts demo                            a first look
       gts help [TOPIC]                    a page of the manual; without a topic, what there is
       gts --version

GAME is the name of a game (connect4) or a file (./mygame.lua); NAME=VALUE are options of the game, values as in Lua:
       gts search connect4 --depth 10 columns=6 rows=5
       gts search nim --algorithm minimax 'heaps={1,2,3}']]

local function complain(...) say.complaint("gts: " .. table.concat { ... }) end

-- The user has mistyped a command.
local function bad_usage(...)
  complain(...)
  say.complaint "try 'gts --help'"
  return USAGE
end

-- A value as the command line has it: Lua's literals as in Lua, any other word a string.
local function literal(text)
  local chunk = load(("return (%s)"):format(text), "=argument", "t", {})
  local ok, value = pcall(chunk or error)
  if chunk and ok and (value ~= nil or text == "nil") then return value end
  return text
end

-- Runs f so that errors and Ctrl-C become exit codes.
local function guarded(terminal, f, ...)
  local ok, result = guard.call(terminal, f, ...)
  if ok then return terminal.presses() > 0 and INTERRUPTED or result or OK end
  if terminal.presses() > 0 then
    complain("interrupted")
    return INTERRUPTED
  end
  complain(result.text, result.traceback)
  return ERROR
end

-- The limits that --confined states: none, `strict`, or a table of them.
local function limits_of(value)
  if value == nil then return {} end
  if value == "strict" then return { strict = true } end
  return literal(value)
end

-- Splits the arguments of a command into the game, options of the command, options of the game, and, if it is confined, limits.
-- Which options there are says `known`, of a name.
local function read_arguments(arguments, known)
  local game, limits
  local search_options, game_options = {}, {}
  local i = 1
  while i <= #arguments do
    local word = arguments[i]
    local name, value = word:match("^%-%-([%w_]+)=(.*)$")
    if not name then name = word:match("^%-%-([%w_]+)$") end
    if name == "confined" then limits = limits_of(value)
    elseif name then
      if not value then
        i = i + 1
        value = arguments[i]
      end
      if not value and not known(name) then return nil, ("unknown option '--%s'"):format(name) end
      if not value then return nil, ("option '--%s' has no value"):format(name) end
      search_options[name] = literal(value)
    elseif word:find("^%-") then return nil, ("unknown option '%s'"):format(word)
    elseif word:find("^[%a_][%w_]*=") then
      name, value = word:match("^([%w_]+)=(.*)$")
      game_options[name] = literal(value)
    elseif not game then game = word
    else return nil, ("what is '%s'? the game is '%s' already"):format(word, game) end
    i = i + 1
  end
  if not game then return nil, "which game? name one, or a file" end
  return game, search_options, game_options, limits
end

-- The game of a command. What its file says against options comes without a place: that is no error of the file.
local function make_game(name, game_options, terminal)
  local ok, made, wrong, misnamed = guard.call(terminal, games.make, name, game_options)
  if ok and made then return made end
  if ok then
    if misnamed then return nil, bad_usage(wrong) end
    complain(wrong)
  else
    if type(made.error) == "string" and not made.error:find("^[^\n]*:%d+:") then return nil, bad_usage(made.error) end
    complain(made.text, made.traceback)
  end
  return nil, ERROR
end

-- The search of a game whose rules are run by a worker. What could not be had to confine it is said before the result.
local function search_confined(name, search_options, game_options, limits)
  local confined, wrong, misnamed = confine.make({ file = name, options = game_options }, limits)
  if not confined then
    if misnamed then return bad_usage(wrong) end
    complain(wrong)
    return ERROR
  end
  local r, kind
  r, wrong, kind = confined:try("search", nil, search_options)
  if not r and kind == "wrong" then return bad_usage(wrong) end
  if not r then
    complain(wrong)
    return ERROR
  end
  if #r.confined.lacks > 0 then complain("confined without ", table.concat(r.confined.lacks, "; ")) end
  if r.printed then say.line((r.printed:gsub("\n$", ""))) end
  say.line(r.shown)
  say.line(show.result(r))
  return OK
end

-- Options are checked here already, so that a slip is told apart from an error inside rules.
local function search(arguments, terminal)
  local name, search_options, game_options, limits = read_arguments(arguments, options.row)
  if not name then return bad_usage(search_options) end
  if next(game_options) == nil then game_options = nil end
  if limits ~= nil then return guarded(terminal, search_confined, name, search_options, game_options, limits) end
  return guarded(terminal, function()
    local game, failed = make_game(name, game_options, terminal)
    if not game then return failed end
    local all, wrong = searches.check(game, search_options)
    if not all then return bad_usage(wrong) end
    local r = gts.search(game, search_options)
    local start = search_options.position
    if start == nil then start = game.start end
    if start ~= nil then say.line(show.position(game, start)) end
    say.line(show.result(r))
    return OK
  end)
end

-- Are the rules of a game what they should be? 0: no mistake was found.
local function check(arguments, terminal)
  local checker = require "gts.lab.check"
  local name, check_options, game_options, limits = read_arguments(arguments, function(option)
    return words.contains(checker.options, option)
  end)
  if not name then return bad_usage(check_options) end
  if limits ~= nil then return bad_usage("unknown option '--confined'") end
  return guarded(terminal, function()
    local report, wrong = checker.try(name, check_options, game_options)
    if not report then return bad_usage(wrong) end
    say.line(tostring(report))
    return report.clean and OK or ERROR
  end)
end

local function script(file, arguments, terminal)
  local chunk, wrong
  if file == "-" then chunk, wrong = loadfile(nil, "t") else chunk, wrong = loadfile(file, "t") end
  if not chunk then
    complain(wrong)
    return ERROR
  end
  return guarded(terminal, function()
    chunk(table.unpack(arguments, 1, #arguments))
    return OK
  end)
end

local function code(source, terminal)
  if not source then return bad_usage("-e needs code") end
  local chunk, wrong = load(source, "=(-e)", "t")
  if not chunk then
    complain(wrong)
    return ERROR
  end
  return guarded(terminal, function()
    chunk()
    return OK
  end)
end

-- The prompt and the help are large, and loaded only by who asks for them: a script starts sooner.

local function prompt(terminal)
  local repl = require "gts.program.repl"
  if not terminal.is_terminal() then
    local ok, wrong = repl.read_all(io.stdin, terminal)
    if ok then return OK end
    complain(wrong)
    return terminal.presses() > 0 and INTERRUPTED or ERROR
  end
  repl.interact(terminal)
  return OK
end

-- What the program is shown with: two games, searched; then the prompt.
local function demo(terminal)
  local result = guarded(terminal, function()
    local function present(name, title, given)
      local game = gts.game(name)
      say.line(title .. "\n")
      say.line(show.position(game, game.start) .. "\n")
      local r = gts.search(game, given)
      if r.position then say.line(("after %s:\n\n%s\n"):format(tostring(r.move), show.position(game, r.position))) end
      say.line(show.result(r) .. "\n")
      return game, r
    end
    present("tictactoe", "Tic-tac-toe, searched to the end:", {})
    _G.game, _G.result = present("connect4", "Connect-4, a second's thought:", { time = 1 })
    return OK
  end)
  if result ~= OK or not terminal.is_terminal() then return result end
  say.line "The prompt: 'game' is connect-4, 'result' what was found. Try gts.search(game, {depth = 10}), or help."
  return prompt(terminal)
end

-- How many characters fit into a line, as the environment has it, else the terminal; nil where neither knows.
local function line_width()
  local told = os.getenv "COLUMNS"
  if told then return tonumber(told:match "^%d+$") end
  local pipe <close> = io.popen "stty size 2>/dev/null"
  return pipe and tonumber(pipe:read("a"):match "^%d+ (%d+)")
end

-- The width of a page: lines of more than a hundred characters are hard to read.
local function page_width()
  local width = line_width() or 0
  return width < 1 and 80 or math.max(20, math.min(width, 100))
end

-- The help on a topic; or nil, and what to say to whoever asked.
local function help_on(topic)
  local help = require "gts.program.help"
  local text, wrong = help.text(topic, page_width())
  if text or wrong then return text, wrong end
  return nil, ("no help on '%s'%s"):format(tostring(topic), words.suggest(topic, help.names()))
end

local function advise(topic)
  local text, wrong = help_on(topic)
  if not text then return bad_usage(wrong) end
  say.line(text)
  return OK
end

--- Runs the program.
-- @tparam table arguments as the shell gave them, the program itself at 0
-- @tparam table terminal what the program can do and Lua cannot: read, remember, load, save,
-- guard, resume, presses, is_terminal, say
-- @treturn integer the exit code: 0; 1 for an error, 2 for wrong usage, 130 if interrupted
local function main(arguments, terminal)
  guard.coroutines(terminal.resume)
  say.by(terminal)
  local first = arguments[1]
  local rest = table.move(arguments, 2, #arguments, 1, {})
  gts.help = function(topic)
    local text, wrong = help_on(topic)
    return text or error(wrong, 2)
  end
  _G.gts = gts
  if first == nil then return prompt(terminal) end
  if first == "--help" or first == "-h" then
    say.line(usage)
    return OK
  elseif first == "--version" or first == "-v" then
    say.line("gts " .. gts.version)
    return OK
  elseif first == "help" then return advise(rest[1])
  elseif first == "search" then return search(rest, terminal)
  elseif first == "check" then return check(rest, terminal)
  elseif first == "demo" then return demo(terminal)
  elseif first == "-e" then
    _G.arg = table.move(rest, 2, #rest, 1, { [0] = "-e" })
    return code(rest[1], terminal)
  elseif first:find("^%-.") then return bad_usage(("unknown option '%s'"):format(first)) end
  if first ~= "-" and not first:find("%.lua$") and not core.files.kind(first) then
    return bad_usage(("no command and no file '%s'"):format(first),
      words.suggest(first, { "search", "check", "demo", "help" }))
  end
  _G.arg = table.move(rest, 1, #rest, 1, { [0] = first, [-1] = arguments[0] })
  return script(first, rest, terminal)
end

return main
