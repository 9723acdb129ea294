--- Rules as machine code: which rules can be compiled, the text of a unit, the compiler and its cache.
--
-- A unit is C: the engine's headers, the rules of one game (lua/gts/compile/translate.lua), one algorithm. The compiler is the first of
-- $CC, cc, gcc, clang and tcc that is there. Units are kept in $XDG_CACHE_HOME/gts or ~/.cache/gts under the hash of their text,
-- of the compiler and of the version of gts.
-- @module gts.compile.native

local analysis = require "gts.compile.analysis"
local bytecode = require "gts.compile.bytecode"
local core = require "gts.core"
local translate = require "gts.compile.translate"

local native = {}

local INT, NIL = analysis.masks.INT, analysis.masks.NIL
local FLAGS = { "-shared", "-fPIC", "-w", "-ffp-contract=off" }

--- How hard the compiler tries. -O3 makes units half as fast again as -O2, in the same time.
native.optimization = "-O3"

-- Translation.

-- The rules functions that are there, `next` first.
local function functions_of(rules)
  local list = {}
  for _, name in ipairs(translate.entries) do
    if rules[name] ~= nil then list[#list + 1] = name end
  end
  return list
end

-- Does a function store into tables that it has not made itself? Then nothing that is read from tables is certain.
local function changes_tables(proto)
  local made = {}
  for _, i in ipairs(proto.code) do
    if i.op == "SETTABUP" or (i.op == "SETTABLE" or i.op == "SETI" or i.op == "SETFIELD") and not made[i.a] then return true end
    if i.op ~= "SETLIST" and not i.op:find("^SET") then made[i.a] = i.op == "NEWTABLE" or i.op == "EXTRAARG" and made[i.a] end
  end
  for _, inner in ipairs(proto.protos) do
    if changes_tables(inner) then return true end
  end
  return false
end

-- Does a function, or one that it reaches through its upvalues, do so?
local function reaches_change(closure, seen)
  if type(closure) ~= "function" or seen[closure] then return false end
  seen[closure] = true
  local proto = bytecode.read(closure)
  if not proto then return false end
  if changes_tables(proto) then return true end
  for index in ipairs(proto.upvalues) do
    if reaches_change(select(2, debug.getupvalue(closure, index)), seen) then return true end
  end
  return false
end

-- The functions that run in Lua while compiled ones do: one that may change tables is noted.
local function note_changes(unit, entries, rules)
  if unit.cells == 0 and not unit.data_in_fields then return end
  for _, name in ipairs { "next", "successors", "evaluate", "terminal", "player", "bounds", "key" } do
    if not entries[name] and reaches_change(rules[name], {}) then unit.unsure = name end
  end
end

-- What a function is called with: the words of a position; `next` also with the last move.
local function describe_entry(f, name, words)
  if f.refused then return f end
  if f.proto.vararg then f.refused = { where = bytecode.where(f.proto, 1), reason = "the function takes ..." } end
  for p = 1, f.proto.parameters do
    f.parameters[p] = { mask = p <= words and INT or name == "next" and p == words + 1 and INT | NIL or NIL }
  end
  return f
end

-- What `next` gives must be integers, or nil for the move at the end: else it would be left to Lua every time.
local function check_next(entries, words)
  local f = entries.next
  if not f then return end
  for n = 1, words + 1 do
    local v = f.results[n]
    if not v or v.mask & INT == 0 then
      f.refused = { where = bytecode.where(f.proto, 1),
        reason = n == 1 and "its moves are no integers" or "its positions are no integers" }
      entries.next = nil
      return
    end
  end
end

-- Describes the entries of a game, and analyses them.
local function analyse(rules)
  local unit, entries, closures = analysis.unit(), {}, {}
  local words = rules.words or 1
  local refused = {}
  for _, name in ipairs(functions_of(rules)) do
    if type(rules[name]) ~= "function" then refused[name] = { where = "", reason = "it is no function but a table" }
    else
      closures[#closures + 1] = rules[name]
      entries[name] = describe_entry(unit:func(rules[name]), name, words)
    end
  end
  for _, name in ipairs { "successors" } do
    if type(rules[name]) == "function" then closures[#closures + 1] = rules[name] end
  end
  analysis.note_assignments(unit, closures)
  local all = {}
  for name, f in pairs(entries) do all[name] = f end
  analysis.run(unit, entries)
  check_next(entries, words)
  for name, f in pairs(all) do
    if not entries[name] then
      refused[name] = f.refused
    end
  end
  note_changes(unit, entries, rules)
  if rules.next == nil then
    refused.successors = { where = "", reason = "successors makes lists or iterators: rules.next can be compiled" }
  end
  return unit, entries, refused
end

-- Tables that a function in Lua may change are no constants for those that are compiled.
local function drop_unsure(unit, entries, refused)
  if not unit.unsure then return end
  for name in pairs(entries) do
    entries[name] = nil
    refused[name] = { where = "", reason = ("rules.%s, which is not compiled, may change tables"):format(unit.unsure) }
  end
end

local Report = {}
Report.__index = Report

--- A report in lines, for people.
function Report:__tostring()
  local lines = {}
  for _, name in ipairs { "next", "successors", "evaluate", "terminal", "player", "bounds", "key" } do
    local f = self.functions[name]
    if f then lines[#lines + 1] = ("%-10s %s"):format(name, f.compiled and "compiled" or "in Lua: " .. f.reason) end
  end
  if self.problem then lines[#lines + 1] = self.problem end
  return table.concat(lines, "\n")
end

-- The reason why a function stays in Lua, with its line.
local function reason_of(refusal)
  return refusal.where ~= "" and refusal.where .. ": " .. refusal.reason or refusal.reason
end

--- Translates the rules of a game.
-- @tparam table rules
-- @treturn table report: compiled (all functions are), functions: name -> {compiled=, where=, reason=}
-- @treturn[opt] string the C text of the rules, if anything can be compiled
-- @treturn[opt] table the unit that was analysed
function native.translate(rules)
  local unit, entries, refused = analyse(rules)
  drop_unsure(unit, entries, refused)
  local report = setmetatable({ compiled = true, functions = {} }, Report)
  for name in pairs(entries) do report.functions[name] = { compiled = true } end
  for name, refusal in pairs(refused) do
    report.functions[name] = { compiled = false, where = refusal.where, reason = reason_of(refusal) }
    report.compiled = false
  end
  if next(entries) == nil then return report end
  return report, translate.functions(unit, entries) .. "\n\n" .. translate.calls(unit, entries, rules), unit
end

-- The text of a unit.

-- The text of a file of the engine, with the headers in it that are such files too, each once.
local function expand(file, seen)
  seen[file] = true
  return (core.native.text(file):gsub('#include "([^"\n]*)"', function(header)
    if seen[header] or not core.native.text(header) then return "" end
    return expand(header, seen)
  end))
end

local function calls_text(rules)
  local list = { "next", "evaluate" }
  for _, name in ipairs { "terminal", "player", "bounds", "key" } do
    if rules[name] ~= nil then list[#list + 1] = name end
  end
  for i, name in ipairs(list) do list[i] = (".%s = game_%s"):format(name, name) end
  return table.concat(list, ", ")
end

-- The file of an algorithm that can be compiled with the rules; nil for others.
local function file_of(id)
  for _, algorithm in ipairs(core.algorithms) do
    if algorithm.id == id then return algorithm.file end
  end
end

-- The whole unit but for its key, which is made from this text.
local function unit_text(rules, text, id)
  local file, seen = file_of(id), {}
  return table.concat({
    "#define GAME_CALLS\n#define NO_TRACE", expand("game/game.h", seen), expand("native/unit.h", seen), text,
    expand("search/engine.h", seen), expand("search/option.c", seen), file and expand(file, seen) or "",
    ("static Native unit = {NATIVE_KEY, {%s}, 0};"):format(calls_text(rules)),
    '__attribute__((visibility("default"))) const Native *gts_native_open (const Engine *functions) {',
    "  engine = functions;", file and ("  unit.run = %s.run;"):format(id) or "", "  return &unit;\n}\n",
  }, "\n")
end

-- The compiler and its cache.

local function find_compiler()
  for _, command in ipairs { os.getenv "CC" or "", "cc", "gcc", "clang", "tcc" } do
    local list = {}                     -- the program, and arguments that go before ours
    for word in command:gmatch "%S+" do list[#list + 1] = word end
    local identity = list[1] and core.native.find(list[1])
    if identity then return { program = list[1], command = list, identity = command .. "\0" .. identity } end
  end
  return nil, "no C compiler: none of $CC, cc, gcc, clang and tcc is there"
end

local function cache_folder()
  local base = os.getenv "XDG_CACHE_HOME"
  if not base or base:sub(1, 1) ~= "/" then
    local home = os.getenv "HOME"
    if not home or home:sub(1, 1) ~= "/" then return nil, "no folder for them: neither XDG_CACHE_HOME nor HOME is set" end
    base = home .. "/.cache"
  end
  local folder = base .. "/gts"
  local ok, wrong = core.native.cache_folder(folder)
  if not ok then return nil, wrong end
  return folder
end

-- Where a unit is or will be: key, path, and what is needed to make it.
local function place(source)
  local compiler, folder, wrong
  compiler, wrong = find_compiler()
  if not compiler then return nil, wrong end
  folder, wrong = cache_folder()
  if not folder then return nil, wrong end
  local flags = { native.optimization, table.unpack(FLAGS) }
  local key = core.hash(table.concat({ core.version, compiler.identity, table.concat(flags, " "), source }, "\0"))
  local path = ("%s/%s.so"):format(folder, key)
  return { flags = flags, key = key, path = path, folder = folder, compiler = compiler, source = source }
end

local serial = 0

-- Jobs whose worker may still run. A search that is over does not wait for its own: it is looked after when the next begins.
local running = {}

local function look_after_workers()
  for i = #running, 1, -1 do
    local job = running[i]
    job.code = core.native.wait(job.process, false)
    if job.code then table.remove(running, i) end
  end
end

-- The exit code of a job's worker; nil while it runs and nobody wants to wait.
local function ended(job, patiently)
  if not job.code then
    -- A wait that is interrupted comes back here, where Ctrl-C is seen.
    repeat job.code = core.native.wait(job.process, patiently) until job.code or not patiently
    for i = #running, 1, -1 do
      if job.code and running[i] == job then table.remove(running, i) end
    end
  end
  return job.code
end

-- Starts the compiler; the job says where its files are.
local function start(at)
  look_after_workers()
  serial = serial + 1
  local stem = ("%s/%s.%d.%d"):format(at.folder, at.key, core.native.process(), serial)
  local job = { at = at, c = stem .. ".c", so = stem .. ".so", log = stem .. ".log" }
  core.native.remove(job.c, job.so, job.log)
  local ok, wrong = core.native.write(job.c, ('#define NATIVE_KEY "%s"\n%s'):format(at.key, at.source))
  if not ok then return nil, wrong end
  local command = { table.unpack(at.compiler.command) }
  table.move(at.flags, 1, #at.flags, #command + 1, command)
  table.move({ "-o", job.so, job.c, "-lm" }, 1, 4, #command + 1, command)
  job.process, wrong = core.native.compile(job.c, job.so, job.log, at.path, table.unpack(command))
  if not job.process then
    core.native.remove(job.c)
    return nil, wrong
  end
  running[#running + 1] = job
  return job
end

-- The first lines of what the compiler said.
local function complaint(job)
  local log = io.open(job.log)
  local text = log and log:read(300) or ""
  if log then log:close() end
  return ("%s failed: %s"):format(job.at.compiler.program, text:match("[^\n]*") or "")
end

-- Ends a job: gives the unit its name, and loads it. nil and nothing while the compiler still runs.
local function finish(job, patiently)
  local code = ended(job, patiently)
  if not code then return nil end
  local unit, wrong
  if code == 0 then unit, wrong = core.native.load(job.at.path, job.at.key) else wrong = complaint(job) end
  core.native.remove(job.c, job.so, job.log)
  return unit, wrong or nil
end

-- Units that are loaded, by key.
local loaded = setmetatable({}, { __mode = "v" })
local warned = {}

-- What keeps all rules from being compiled is said once.
local function warn_once(problem)
  if not warned[problem] then
    warned[problem] = true
    warn("gts: rules are run in Lua, not compiled: ", problem)
  end
end

-- The plans of rules that were seen before, by their first function and the algorithm.
local plans = setmetatable({}, { __mode = "k" })

-- What of the rules, beside their functions, is written into a unit.
local function terms_of(rules)
  local range = rules.range or {}
  return ("%d %s %s"):format(rules.words or 1, range[1], range[2])
end

-- Is a plan still good for these rules?
local function still_good(plan, rules)
  if plan.terms ~= terms_of(rules) then return false end
  for _, name in ipairs(translate.entries) do
    if plan.functions[name] ~= rules[name] then return false end
  end
  return not plan.analysed or analysis.unchanged(plan.analysed)
end

--- The plan that was made for such rules before, if nothing that it depends on has changed.
-- @tparam table rules
-- @tparam string algorithm id
-- @treturn table|nil plan
function native.remembered(rules, algorithm)
  local of_rules = plans[rules.evaluate]
  local plan = of_rules and of_rules[algorithm]
  return plan and still_good(plan, rules) and plan or nil
end

--- Prepares to run a game natively: translates its rules, and looks for a unit that is there already.
-- @tparam table rules a checked game with rules in Lua
-- @tparam string algorithm id
-- @treturn table plan: report; problem, if there can be no unit; unit, if there is one; `at`, if one can be made
function native.prepare(rules, algorithm)
  local plan = { functions = {}, terms = terms_of(rules) }
  for _, name in ipairs(translate.entries) do plan.functions[name] = rules[name] end
  local text
  plan.report, text, plan.analysed = native.translate(rules)
  if text then plan.at, plan.problem = place(unit_text(rules, text, algorithm)) end
  if plan.at then
    plan.unit = loaded[plan.at.key] or core.native.load(plan.at.path, plan.at.key)
    loaded[plan.at.key] = plan.unit
  elseif plan.problem then warn_once(plan.problem) end
  plans[rules.evaluate] = plans[rules.evaluate] or {}
  plans[rules.evaluate][algorithm] = plan
  return plan
end

--- Starts the compiler for a plan, in the background.
-- @treturn boolean false if it cannot be started; plan.problem says why
function native.start(plan)
  plan.job, plan.problem = start(plan.at)
  if not plan.job then
    plan.at = nil
    warn_once(plan.problem)
  end
  return plan.job ~= nil
end

--- Looks whether the compiler is done, or waits for it.
-- @tparam table plan a plan that was started
-- @tparam boolean patiently wait
-- @treturn boolean true when it is done: then plan.unit or plan.problem is set
function native.ready(plan, patiently)
  local unit, wrong = finish(plan.job, patiently)
  if not unit and not wrong then return false end
  plan.unit, plan.problem, plan.job = unit, wrong, nil
  if unit then loaded[plan.at.key] = unit end
  if wrong then
    plan.at = nil
    warn_once(wrong)
  end
  return true
end

--- What of a game can be compiled, and what not and why.
-- @tparam table rules
-- @treturn table report: compiled (everything), functions: name -> {compiled=, where=, reason=}; tostring makes it readable
function native.report(rules)
  local report = native.translate(rules)
  return report
end

-- Searching.

local PATIENCE = 0.02           -- seconds that a search runs in Lua before the compiler is started for it

-- Why native = true cannot be had.
local function why_not(plan)
  for _, name in ipairs { "next", "successors", "evaluate", "terminal", "player", "bounds", "key" } do
    local f = plan.report.functions[name]
    if f and not f.compiled then return ("native: rules.%s cannot be compiled: %s"):format(name, f.reason) end
  end
  return "native: " .. tostring(plan.problem)
end

-- The options of a search and what is added to them.
local function with(options, more) return setmetatable(more, { __index = options }) end

-- native = true: everything compiled, however long that takes.
local function search_compiled(game, options)
  local plan = native.remembered(game, options.algorithm) or native.prepare(game, options.algorithm)
  if not plan.report.compiled then return nil, why_not(plan) end
  if not plan.unit and plan.at and (plan.job or native.start(plan)) then native.ready(plan, true) end
  if not plan.unit then return nil, why_not(plan) end
  return core.search(game, with(options, { unit = plan.unit }))
end

-- native = "auto": rules run in Lua until it shows that the search is long; then they are compiled in the background, and as
-- soon as that is done the search begins anew with them.
local function search_auto(game, options)
  local plan = native.remembered(game, options.algorithm)
  if plan and plan.unit then return core.search(game, with(options, { unit = plan.unit })) end
  if options.trace or plan and not plan.at then return core.search(game, options) end
  local began = core.clock()
  local function meanwhile()
    if not plan then
      if core.clock() - began < PATIENCE then return false end
      plan = native.prepare(game, options.algorithm)
    end
    if plan.unit then return true end
    if not plan.at or not plan.job and not native.start(plan) then return false end
    return native.ready(plan, false) and plan.unit ~= nil
  end
  local result = core.search(game, with(options, { meanwhile = meanwhile }))
  if result.stopped ~= "superseded" then return result end
  local lost = core.clock() - began
  local left = options.time and math.max(options.time - lost, 1e-6)
  result = core.search(game, with(options, { unit = plan.unit, time = left }))
  result.seconds = result.seconds + lost
  return result
end

--- Searches a game whose rules are in Lua, natively if the option `native` has it so.
-- @tparam table game
-- @tparam table options checked
-- @treturn[1] table the result of core.search
-- @return[2] nil
-- @treturn[2] string why native = true cannot be had
function native.search(game, options)
  if options.native == false then return core.search(game, options) end
  if options.native == true then return search_compiled(game, options) end
  return search_auto(game, options)
end

return native
