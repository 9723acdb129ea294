--- Rules of strangers: each search runs in a worker, a process that holds nothing but them. See `gts help sandbox`. The worker is
-- a separate program, gts/worker beside gts.core: to fork a host with threads would copy its locks and its open files.

local analyze = require "gts.analyze"
local answers = require "gts.facts.answer"
local clean = require "gts.show.clean"
local clock = require "gts.base.clock"
local core = require "gts.core"
local evaluation = require "gts.rules.evaluation"
local game = require "gts.game"
local pick = require "gts.base.pick"
local refusal = require "gts.base.refusal"
local results = require "gts.show.result"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local wire = require "gts.base.wire"
local words = require "gts.base.words"

local need = refusal.need
local confine = {}

local SECONDS, BYTES = 10, 256 << 20
local PATIENCE = 60             -- seconds of the clock where no time was stated: SECONDS are of the processor then
local REPORT = 3600             -- seconds for a report: its command has limits, too
local LONGEST = 1000000         -- seconds
local GRACE = 1                 -- seconds for all but the search, where only its time was said
local PART = 0.8                -- of the limit of time: what a search may take that has no limit else
local MOST = 1 << 20            -- bytes of an answer
local CLIP = 1000               -- bytes of what is said of a malformed one

--- The rows of the limits.
confine.limits = {
  { name = "time", kind = schema.number(0.01, LONGEST),
    help = "seconds after which the worker is killed; default: the option time and one second, or 10 of the processor" },
  { name = "memory", kind = schema.whole(4 << 20, 1 << 40), default = BYTES, help = "memory limit in bytes" },
  { name = "strict", kind = schema.flag, default = false, help = "fail where a means of confinement is missing" },
}
local limits_say = { unknown = "gts.confine: unknown limit %s%s", what = "gts.confine: limit '%s'", missing = "%s" }

--- The rows of what is confined.
confine.what = {
  { name = "file", kind = schema.text, help = "the file of the rules" },
  { name = "text", kind = schema.text, help = "the rules themselves, as the text of a file" },
  { name = "name", kind = schema.text, help = "name of the rules in messages" },
  { name = "options", kind = { expected = "a table", fits = function(v) return type(v) == "table" end },
    help = "options of the game" },
}

local what_say = { unknown = "gts.confine: unknown field %s%s", what = "gts.confine: field '%s'", missing = "%s" }

-- The folder of the modules, as the worker finds it wherever it stands.
local file = select(2, ...)
local folder = type(file) == "string" and core.confined.folder((file:gsub("gts/game/confine%.lua$", "")) .. ".") or nil

-- What is around the worker, where it is installed: an empty system with the libraries, and neither network nor other processes.
local wrapped = {
  "--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--ro-bind-try", "/usr", "/usr", "--ro-bind-try", "/lib", "/lib",
  "--ro-bind-try", "/lib64", "/lib64", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache", "--proc", "/proc",
}

local no_wrapper                -- why there is none, once that is known

-- The wrapper with its arguments; nil where there is none.
local function wrapper(worker)
  if no_wrapper then return nil end
  local program = core.native.find "bwrap"
  if not program then
    no_wrapper = "bubblewrap (not installed)"
    return nil
  end
  local all = { program, table.unpack(wrapped) }
  local own = { "--ro-bind", folder, folder, "--ro-bind", worker, worker, "--chdir", "/", "--" }
  return table.move(own, 1, #own, #all + 1, all)
end

-- What a worker may say that it has, and what people call it, in the order of messages.
local means = {
  { "calls", "a filter of system calls (libseccomp)" },
  { "files", "Landlock (Linux 5.13)" },
  { "memory", "a limit on its address space" },
  { "rights", "a process without capabilities" },
}

-- What could not be had, from a worker's first words; nil if they are none that a worker would say.
local function lacking(hello, is_wrapped)
  local version, had = hello:match "^gts (%S+) ([%l ]*)$"
  if version ~= core.version then return nil end
  local lacks = { not is_wrapped and no_wrapper or nil }
  for _, one in ipairs(means) do
    if not (" " .. had):find(" " .. one[1] .. " ", 1, true) then lacks[#lacks + 1] = one[2] end
  end
  return lacks
end

-- How a worker ended that did not answer, for people.
local ends = { [3] = "ended by its limit of memory", SYS = "ended for a system call that it may not make" }

-- Why there is no answer. `why` is what the worker's channel says.
local function mishap(worker, why, limits)
  if why == "size" then return ("ended: its answer has more than %d bytes"):format(MOST) end
  if why == "interrupted" then return "interrupted" end
  local limit = why == "time" and (limits.patience or limits.time)
  local how = not limit and worker:ended()
  if limit or how == "XCPU" then return ("ended by its limit of time, %g s"):format(limit or limits.time) end
  if ends[how] then return ends[how] end
  return how == nil and "ended without an answer" or ("ended without an answer (%s)"):format(how)
end

-- A worker that has locked itself in, and does what a module says; or nil, and what is wrong.
local function start(limits, deadline, module)
  local worker_file = core.confined.worker
  if core.built.static then return nil, "this gts is static, and has no worker" end
  if not worker_file or not folder then return nil, "there is no worker: gts/worker is missing beside the module gts.core" end
  local own = { worker_file, folder, ("%.3f"):format(limits.time), ("%d"):format(limits.memory), module }
  local around = wrapper(worker_file)
  local all = table.move(own, 1, #own, around and #around + 1 or 1, around or {})
  local worker, wrong = core.confined.start(deadline - core.clock(), table.unpack(all))
  if not worker then return nil, "the worker cannot be started: " .. wrong end
  local hello, why = worker:receive(200)
  local lacks = hello and lacking(hello, around ~= nil)
  if lacks then return worker, lacks end
  if around and why == "closed" then
    worker:close()
    no_wrapper = "bubblewrap (it does not work here)"
    return start(limits, deadline, module)
  end
  wrong = hello and "the worker is of another version" or mishap(worker, why, limits)
  worker:close()
  return nil, wrong
end

local function refused(text, kind) return nil, "confined: " .. text, kind or "failed" end

-- What a worker answers, and what it lacks; or nil, what is wrong, and its kind: "wrong", "failed", "start", "lacking".
local function converse(module, request, limits)
  local bytes = wire.encode(request)
  if not bytes then return refused("the position is no data", "wrong") end
  local deadline = core.clock() + (limits.patience or limits.time)
  local worker <close>, lacks = start(limits, deadline, module)
  if not worker then return refused(lacks, core.clock() < deadline and "start" or "failed") end
  if limits.strict and #lacks > 0 then
    return refused(("refused, for limits.strict is true, and there is not: %s"):format(table.concat(lacks, "; ")), "lacking")
  end
  local sent, why = worker:send(bytes)
  local reply
  if sent then reply, why = worker:receive(MOST) end
  if not reply then return refused(mishap(worker, why, limits)) end
  local ok, value = wire.decode(reply, nil, deadline)
  if not ok and value == "time" then return refused(mishap(worker, value, limits)) end
  if not ok then return refused "the worker's answer is malformed" end
  return value, lacks
end

-- The answer to a request, checked; or nil, what is wrong, and its kind: "memory" as well.
local function exchange(module, request, limits)
  local value, lacks, kind = converse(module, request, limits)
  if not value then return nil, lacks, kind == "start" and "failed" or kind end
  local made, wrong = answers.check(value, request.call)
  if not made then return refused("the worker's answer is malformed: " .. wrong:sub(1, CLIP)) end
  if made.kind == "memory" then return refused(("ended by its limit of memory, %d bytes"):format(limits.memory), made.kind) end
  if made.kind ~= "result" then return refused(made.text .. (made.traceback and "\n" .. made.traceback or ""), made.kind) end
  made.result.confined = { lacks = lacks }
  return (request.call == "search" or request.call == "best") and results.dress(made.result) or made.result
end

-- Returns an error message for the options of a search, or nil: only data can be sent, and a proof or a table cannot come back.
local function problem(given)
  if type(given) ~= "table" then return ("the options are %s: expected a table"):format(words.quote(given)) end
  for name in next, given do
    if type(name) ~= "string" then return ("unknown option %s"):format(words.quote(name)) end
  end
  for _, name in ipairs(words.keys(given)) do
    local bytes, wrong = wire.encode(given[name])
    if not bytes then return ("option '%s' %s: a confined search takes only data"):format(name, wrong) end
  end
  if given.solution then return "option 'solution' is true: a confined search gives no proof" end
  if given.threads ~= nil and given.threads ~= 1 then return "option 'threads': a confined search is one thread" end
  if given.native == true then return "option 'native' is true: confined rules are not compiled" end
end

-- The limits of one search: without a limit of time, the option `time`, or what `clock` allows the move, and some more.
local function limits_of(limits, given)
  local time, own = limits.time, given.time
  if type(own) ~= "number" or own ~= own or own <= 0 then own = nil end
  local timed = given.clock ~= nil and clock.kind.fits(given.clock)
  if timed then own = select(2, clock.limits(clock.kind.normal(given.clock))) end
  if time and own and own >= time then
    return nil, ("option '%s' is %g%s: expected less than the limit of %g s, after which the worker is killed"):format(
      timed and "clock" or "time", own, timed and " s for a move" or "", time)
  end
  time = time or own and math.min(own + GRACE, LONGEST)
  return { time = time or SECONDS, patience = not time and PATIENCE or nil, memory = limits.memory, strict = limits.strict }
end

-- The options as they are sent. Where there is no limit but that of the worker, the search answers before it is killed.
local function options_of(given, limits, call)
  local copy, seconds = tables.copy(given), call == "best" and pick.seconds or given.deepen and math.huge
  local limited = given.time or given.clock or given.depth or given.nodes
  if seconds and not limited then copy.time = math.min(seconds, limits.time * PART) end
  return copy
end

local Confined = { __name = "gts.confined" }
Confined.__index = Confined
Confined.__tostring = function(self) return ("confined: %s"):format(self.request.name) end

--- Runs one call in a worker. `call`: "search", "best" or "analyze"; `position` of best; `given`: options. Returns the result.
-- Error: what is wrong; whose fault: "wrong" (the call), "failed" (the rules), "memory", "lacking".
function Confined:try(call, position, given)
  if given == nil then given = {} end
  local wrong, limits = problem(given), nil
  if not wrong then limits, wrong = limits_of(self.limits, given) end
  if wrong then return refused(wrong, "wrong") end
  local request = { name = self.request.name, text = self.request.text, options = self.request.options, call = call,
    position = position, given = options_of(given, limits, call) }
  return exchange("gts.program.worker", request, limits)
end

--- Makes a report on a record in a worker. `given`: options of the command; `module` of the worker: see gts.program.worker;
-- `about`: what it needs beside `name`, `text`, `options` and `given`. Returns `text`; `wrong`; `confined`. Error: see try.
function Confined:report(given, module, about)
  local wrong = problem(given)
  if wrong then return refused(wrong, "wrong") end
  local limits = tables.copy(self.limits, { time = self.limits.time or REPORT })
  local made, why, kind = exchange(module, tables.copy(about, { name = self.request.name,
    text = self.request.text, options = self.request.options, call = "report", given = given }), limits)
  if not made then return nil, why, kind end
  made.text, made.wrong = clean.visible(made.text), made.wrong and clean.visible(made.wrong)
  return made
end

--- Searches like gts.search, in a worker.
function Confined:search(given)
  local result, wrong = self:try("search", nil, given)
  return result or error(wrong, 2)
end

--- Gives the best move like gts.best, by a worker.
function Confined:best(position, given)
  local result, wrong = self:try("best", position, given)
  return result or error(wrong, 2)
end

--- Values all moves like gts.analyze, in a worker.
function Confined:analyze(given)
  local result, wrong = self:try("analyze", nil, given)
  return result and analyze.listed(result) or error(wrong, 2)
end

-- Options as they are sent: an evaluation that is data as its text, for the worker opens no file.
local function with_evaluation(name, options)
  local given = options.evaluation
  if type(given) ~= "string" or given == evaluation.RULES then return options end
  local data, wrong, text = evaluation.read(name:match "([%w_]+)%.lua$" or name, given)
  if data then return tables.copy(options, { evaluation = text }) end
  if not evaluation.is_named(given) then return options end
  return nil, ("option 'evaluation' of the game %s %s"):format(words.quote(name), wrong)
end

-- The rules, as text: { name, text, options }.
local function read(what)
  if type(what) == "string" then what = { file = what } end
  if type(what) ~= "table" then
    need(nil, ("gts.confine: the game is %s: expected a name, a file or a table"):format(words.quote(what)), true)
  end
  local all, slip = schema.check(confine.what, what, what_say)
  need(all, slip, true)
  need((all.file == nil) ~= (all.text == nil), "gts.confine: expected one of 'file' and 'text', which are the rules", true)
  if all.file and game.reader(all.file, true) then
    need(nil, ("gts.confine: '%s' is a game description, which is no program: search it as it is"):format(all.file), true)
  end
  local text = all.text or need(game.text(all.file))
  local sendable, unsent = wire.encode(all.options)
  need(sendable, not sendable and "gts.confine: field 'options' " .. unsent, true)
  local name, options, wrong = all.name or all.file or "text", all.options, nil
  if options then options, wrong = with_evaluation(name, options) end
  need(not wrong, wrong, true)
  return { name = name, text = text, options = options }
end

--- Can there be workers here at all?
function confine.is_there() return core.confined ~= nil and core.confined.worker ~= nil and folder ~= nil end

--- Has a worker do what another module of gts says, with data. `module`: what it loads before it locks itself in; `limits`: time,
-- memory; patience, the seconds of the clock where `time` is of the processor. Returns the answer, unchecked. Error: what is
-- wrong; its kind: "start" (no worker), "failed".
function confine.ask(module, request, limits)
  local value, wrong, kind = converse(module, request, limits)
  if type(value) == "table" then return value end
  if value ~= nil then return refused "the worker's answer is malformed" end
  return nil, wrong, kind
end

--- Makes a confined game: see gts.confine. Nothing is run yet. Error: what is wrong; and true if that is a slip in the call.
function confine.try(what, limits)
  if limits == nil then limits = {} end
  if type(limits) ~= "table" then
    return nil, ("gts.confine: the limits are %s: expected a table"):format(words.quote(limits)), true
  end
  if core.lacks.confine then return nil, core.lacks.confine end
  local all, wrong = schema.check(confine.limits, limits, limits_say)
  if not all then return nil, wrong, true end
  local request, slip, misnamed = refusal.caught(read, what)
  if not request then return nil, slip, misnamed end
  return setmetatable({ request = request, limits = all }, Confined)
end

return confine
