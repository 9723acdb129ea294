-- The floors of the source from the ground up: a list each, of folders with what they hold. A folder may need those on lower
-- floors; those of one floor need nothing of each other. .ci/layering.lua checks it, .ci/doc/floors.lua draws it.

-- folders of src
local c = {
  { { "base", "memory, clock, hashing, random numbers, and the host, which an engine calls to fail or to stop" } },
  { { "game", "game.h: the interface of a game, on which everything depends" } },
  { { "native", "run-time parts of compiled rules: Lua's arithmetic, the unit" },
    { "trees", "explicit and implicit trees as games" } },
  { { "search", "parts of all algorithms: visits, passes, the answer, principal variations, order, tables, threads" } },
  { { "algo", "an algorithm a file, a family a folder; list.c names all" } },
  { { "group", "a group of processes that share a task and exchange messages" } },
  { { "solve", "retrograde analysis, by one process or a group; databases" } },
  { { "system", "Lua and the system, without games: processes, files, digests, interrupts" },
    { "tcc", "the C compiler that gts carries, a separate program with libtcc" } },
  { { "rules", "rules in Lua as a game: calls, handles, walks over successors, keys" } },
  { { "unit", "compiled rules: the unit, its records, the C compiler" },
    { "learn", "learners as Lua holds them; they learn in algo/learn" } },
  { { "call", "the Lua module gts.core: a search from its options to its result; traces, tables, trees, databases" } },
  { { "program", "the program gts: a Lua state with the engine, line editing, Ctrl-C" },
    { "worker", "the program that runs confined rules: limits, Landlock, the filter of system calls" } },
}

-- Folders of lua/gts; "face" are the modules at its top, and those that serve one of them, in a folder of its name; "gts" is
-- init.lua.
local lua = {
  { { "base", "words, tables, kinds and rows, random numbers, error messages, data between processes" } },
  { { "facts", "rows of data: options, fields of results, events and rules, kinds of files, versions" } },
  { { "rules", "forms of rules, their sources, boards, symmetries, weights, evaluations, fingerprints" } },
  { { "show", "output: texts, tables, JSON, pages of the manual" } },
  { { "compile", "rules to C" } },
  { { "face", "public modules: search, analyze, tree, table, proof, verify ...; best/, game/, solve/: what serves these" } },
  { { "check", "gts.check" },
    { "play", "games in progress, levels, matches" } },
  { { "gts", "names all that is public" } },
  { { "program", "the command line and its commands, the prompt, completion, help, the worker" } },
  { { "train", "what gts.tune and gts.learn share: the state of a run, the test of new against old" } },
}

-- Extensions stand on top, and nothing needs them but those that say so. What they have in C has its part of the Makefile, whose
-- first line says what it is.
local extensions = {}
for file in io.popen("ls lua/gts/*/extension.lua"):lines() do
  local name = file:match "([^/]+)/extension%.lua$"
  extensions[#extensions + 1] = name
  local makefile <close> = io.open(("src/%s/extension.mk"):format(name))
  if makefile then table.insert(c[#c], { name, makefile:read():match "^# (.-)%.?$" }) end
end

return { c = c, lua = lua, extensions = extensions }
