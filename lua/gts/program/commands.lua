--- The commands of the program gts: one module each, gts.program.command.NAME, which returns a row.
--
-- A row:
--
-- * `name`; `summary`, one line; `details`, more (optional);
-- * `usual`, `other` or `hidden`: a number, its place among those that gts --help describes, that it names, or that only other
--   programs call;
-- * `game`: true if it takes GAME, and NAME=VALUE for its options;
-- * `arguments`: what else it takes without a name, in this order: rows with name (in capitals; FILE completes files), help,
--   required, missing (what is said if it is not there), many (a list of all that follow; the last only), game (it is one, with
--   its own NAME=VALUE); and for completion words (a list, or a function that gives one) and games (those too);
-- * `options`: rows with name, kind (see gts.base.schema; default: a text), default, help, flag (true: no value), raw (true: the
--   text as it was typed), required, value (what stands for the value in the help; FILE completes files), implied (a default for
--   the help only), ids (true: algorithms);
-- * `json`: true if it takes --json; `boards`: true if it shows positions, and takes --unicode;
-- * `examples`: a list of { command line, what it does }, and `long = true` where a spec should not wait for it;
-- * `run(call, terminal)`: gives the exit code (nil: 0); or nil, and what is wrong with the call; or ends by outcome.stop.
--   The call: game (the name as typed), game_options, options, arguments, json, called (the name by which gts was).

local core = require "gts.core"
local extensions = require "gts.base.extensions"
local outcome = require "gts.program.outcome"
local tables = require "gts.base.tables"

local commands = {}

-- Commands of the kernel, those that gts --help describes and the others; those of extensions are added when a list is asked for.
local usual, others = core.shipped.usual, core.shipped.other

--- What other programs call.
commands.hidden = core.shipped.hidden

local known = tables.set(tables.flatten({ usual, others, commands.hidden }, function(names) return names end))

extensions.report_to(outcome.complain)

local added = {}                        -- command of an extension -> its row there

-- Fills the lists, at their first use; `names` are all, in the order in which the manual has them.
setmetatable(commands, { __index = function(_, field)
  if field ~= "usual" and field ~= "others" and field ~= "names" then return nil end
  setmetatable(commands, nil)
  local rows = extensions.rows("commands", function(name) return known[name] end)
  for _, row in ipairs(rows) do added[row.name] = row end
  extensions.place(rows, { usual, others })
  commands.usual, commands.others = usual, others
  commands.names = table.move(others, 1, #others, #usual + 1, { table.unpack(usual) })
  return commands[field]
end })

--- The row of a command; or nil. Only that is loaded: if it does not load, a second value is the reported error.
function commands.find(name)
  if known[name] then return require("gts.program.command." .. name) end
  local row = name:find "^[%w_-]+$" and commands.names and added[name]     -- a file needs no list of extensions
  if not row then return nil end
  return extensions.load(row, { name = "string", summary = "string", options = "table", examples = "table", run = "function" })
end

--- The rows of some commands; default: of all but those that other programs call.
function commands.rows(names) return tables.collect(names or commands.names, commands.find) end

return commands
