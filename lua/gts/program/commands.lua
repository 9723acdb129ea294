--- The commands of the program gts: one module each, gts.program.command.NAME, which returns a row.
--
-- A row:
--
-- * `name`; `summary`, one line; `details`, more (optional);
-- * `game`: true if it takes GAME, and NAME=VALUE for its options;
-- * `arguments`: what else it takes without a name, in this order: rows with name (in capitals; FILE completes files), help,
--   required, missing (what is said if it is not there), many (a list of all that follow; the last only), game (it is one, with
--   its own NAME=VALUE); and for completion words (a list, or a function that gives one) and games (those too);
-- * `options`: rows with name, kind (see gts.base.schema; default: a text), default, help, flag (true: no value), raw (true: the
--   text as it was typed), required, value (what stands for the value in the help; FILE completes files), implied (a default for
--   the help only), ids (true: algorithms);
-- * `json`: true if it takes --json; `boards`: true if it shows positions, and takes --unicode;
-- * `examples`: a list of { command line, what it does }, and `long = true` where a spec should not wait for it;
-- * `run(call, terminal)`: gives the exit code (nil: 0); or nil, and what is wrong with how it was called. It may also end by
--   outcome.stop. The call: game (the name as typed), game_options, options, arguments, json, called (the name by which gts
--   was). See gts.program.given for what to
--   make of them.
-- @module gts.program.commands

local commands = {}

--- The names of those that a newcomer needs, which gts --help describes; and of the others, which it names.
commands.usual = {
  "best", "search", "analyze", "solve", "play", "serve", "moves", "check", "new", "games", "course", "help",
}
commands.others = {
  "demo", "draw", "record", "compare", "experiment", "perft", "equivalent", "verify", "database", "match", "levels", "book",
  "review", "puzzles", "profile", "tune", "learn", "native", "bench", "ugi", "gtp", "algorithms", "types", "completion",
}

--- All names, in the order in which the manual has them.
commands.names = table.move(commands.others, 1, #commands.others, #commands.usual + 1, { table.unpack(commands.usual) })

--- What other programs call.
commands.hidden = { "complete", "manpage", "modules" }

local known = {}
for _, name in ipairs(commands.hidden) do known[name] = true end
for _, name in ipairs(commands.names) do known[name] = true end

--- The row of a command; nil if there is none of this name. Only what is asked for is loaded.
function commands.find(name) return known[name] and require("gts.program.command." .. name) or nil end

--- The rows of some commands; default: of all but those that other programs call.
-- @tparam[opt] {string,...} names
function commands.rows(names)
  local list = {}
  for i, name in ipairs(names or commands.names) do list[i] = commands.find(name) end
  return list
end

return commands
