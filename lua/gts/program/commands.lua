--- The commands of the program gts: one module each, gts.program.command.NAME, which returns a row.
--
-- A row:
--
-- * `name`; `summary`, one line; `details`, more (optional);
-- * `game`: true if it takes GAME, and NAME=VALUE for its options;
-- * `arguments`: what else it takes without a name, in this order: rows with name (in capitals), help, required, many (a list
--   of all that follow; the last only), game (it is one, with its own NAME=VALUE), missing (what is said if it is not there);
-- * `options`: rows with name, kind (see gts.check.schema; default: a text), default, help, flag (true: no value), raw (true: the
--   text as it was typed), required, value (what stands for the value in the help), implied (a default for the help only);
-- * `json`: true if it takes --json;
-- * `examples`: a list of { command line, what it does };
-- * `run(call, terminal)`: gives the exit code (nil: 0); or nil, and what is wrong with how it was called. It may also end by
--   outcome.stop. The call: game (the name as typed), game_options, options, arguments, json. See gts.program.given for what to
--   make of them;
-- * `hidden`: true if it is for other programs, and the help leaves it out.
-- @module gts.program.commands

local commands = {}

--- Their names, in the order in which the help has them.
commands.names = { "search", "check", "demo", "help" }

local known = {}
for _, name in ipairs(commands.names) do known[name] = true end

--- The row of a command; nil if there is none of this name. Only what is asked for is loaded.
function commands.find(name) return known[name] and require("gts.program.command." .. name) or nil end

--- The rows of all commands, in their order, but the hidden ones.
function commands.all()
  local list = {}
  for _, name in ipairs(commands.names) do
    local row = commands.find(name)
    if not row.hidden then list[#list + 1] = row end
  end
  return list
end

return commands
