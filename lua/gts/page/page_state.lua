--- The state of the page: a game session (gts.page.game_session), the rules of its game, and the tasks that use them, those of
-- tabs. The page state takes messages and gives states; both are data, without the way by which they are carried.
--
-- Messages are tables with `kind`: those of the game session, those of `kinds` below, and the names of tasks. No message
-- raises an error: what is wrong stands in the state. page_state:work does one piece of work at a time; its caller passes
-- messages on from inside, and they take effect immediately or as soon as that piece is done.
--
-- A task is the module of a tab, with `read(page_state, message)`, which returns the request, or nil and an error message; and
-- `run(asked, watch)`, which returns the result, as data, or nil and an error message. It calls `watch` with the result so far
-- about ten times a second, and ends soon after that returns false. `new(edits)` makes what it keeps, whose `state()` is shown.
--
--    local page_state = assert(require("gts.page.page_state").new { game = "tictactoe", edits = true })
--    page_state:take { kind = "play", move = "5", turn = 0 }
--    while page_state:work(look) do end
--    send(page_state:state(), page_state:thought())         -- when page_state.serial or page_state.thoughts has grown

local core = require "gts.core"
local extensions = require "gts.base.extensions"
local guard = require "gts.page.guard"
local game_session = require "gts.page.game_session"
local rules = require "gts.page.rules"
local saved = require "gts.play.saved"
local searching = require "gts.page.searching"
local tables = require "gts.base.tables"
local templates = require "gts.page.templates"
local words = require "gts.base.words"

local page_state = {}

local MOST_WAITING = 8          -- tasks
local LONGEST_GAME = 1 << 20    -- bytes of a saved game

--- A page state. Fields to read: `serial`, grows when the state changes; `thoughts`, when only reports of work change.
local PageState = {}

-- The tasks: name of a tab -> its module.
local tasks = {}
for _, row in ipairs(extensions.rows "tabs") do
  if row.module then tasks[row.name] = extensions.load(row, { read = "function", run = "function" }) end
end

-- The parts of the state, each with a number that grows when it has changed.
local part_names = { "about", "current", "play", "rules" }
for name in pairs(tasks) do part_names[#part_names + 1] = name end

function PageState:__index(key)
  if key == "serial" then return self.changes + self.base + self.game_session.serial
  elseif key == "thoughts" then return self.thinking + self.game_session.thoughts end
  return PageState[key]
end

local function changed(self, part)
  self.changes = self.changes + 1
  self.numbers[part] = self.changes
end

local function thought(self, name, of) self.live[name], self.thinking = of, self.thinking + 1 end

-- What a source opens for a game; nil if it belongs to another one.
local function of_source(open, made) return open and (open(made.game)) end

-- Replaces the rules and begins a game session with them, with the settings of the last session.
local function put(self, made, given)
  local last, sources = self.game_session, self.sources
  local ok, fresh, wrong = guard.short("the start of the game", game_session.new, made.game, {
    title = made.title, about = made.about, position = given and given.position, max = last and last.sides.max or given.max,
    min = last and last.sides.min or given.min, level = last and last.strength.level or given and given.level,
    time = last and last.strength.time or given and given.time, database = of_source(sources.database, made),
    advise = of_source(sources.advise, made),
  })
  if not ok then return nil, fresh end
  if not fresh then return nil, wrong end
  if last then
    self.base, self.thinking = self.base + last.serial, self.thinking + last.thoughts
    if last.analyzes then fresh:take { kind = "analyze", on = true } end
  end
  self.game_session, self.rules, self.problem, self.says = fresh, made, nil, nil
  return true
end

--- Makes a page state.
-- @tparam table given `game`, a name, file or tree, with `options` of the game, or `made`, the game that this makes; `edits`:
-- texts of rules may come in, and are run; `lacks`, a list of what cannot be had here, in words; `sources`, functions that open
-- a `database`, and `advise` (see gts.best.adviser), for a game, or return nil; `max`, `min`, `level`, `time` and `position`: see
-- gts.page.game_session
-- @error what is wrong with the game
function page_state.new(given)
  local name = given.game or "tictactoe"
  local self = setmetatable({
    edits = given.edits == true, lacks = given.lacks, changes = 0, thinking = 0, base = 0, numbers = {}, live = {}, queue = {},
    inbox = {}, done = {}, kept = {}, sources = given.sources or {},
  }, PageState)
  local made, wrong = rules.load { kind = rules.kind_of(name), name = name, options = given.options, made = given.made }
  if not made then return nil, wrong end
  for task, of in pairs(tasks) do self.kept[task] = of.new and of.new(self.edits) end
  local good
  good, wrong = put(self, made, given)
  if not good then return nil, wrong end
  for _, part in ipairs(part_names) do changed(self, part) end
  return self
end

-- What belongs to the game before this one is gone; what was found out about a tree stays.
local function clear(self)
  self.queue = {}
  for part, one in pairs(self.done) do
    if not self.kept[part] and not (one.asked and one.asked.tree) then
      self.done[part] = nil
      changed(self, part)
    end
  end
  thought(self, "task", nil)
end

-- Loads other rules. If they fail, their error is noted and the present rules stay.
local function replace(self, asked)
  local made, wrong, printed = rules.load(asked)
  local good = made
  if made then good, wrong = put(self, made) end
  if good then clear(self) else
    self.problem = { message = wrong, line = rules.line(wrong), text = asked.text, printed = printed }
  end
  changed(self, "rules")
  changed(self, "current")
  changed(self, "play")
  return not good and wrong or nil
end

local function is_shipped(name) return tables.any(rules.shipped(), function(entry) return entry.name == name end) end

-- Plays the moves of a text, if there are some. Returns an error message, or nil.
local function follow(self, text)
  if text == nil then return nil end
  if type(text) ~= "string" then return "moves are a text" end
  return select(2, guard.short("the moves", self.game_session.follow, self.game_session, text))
end

-- The kinds of messages: functions of the page state and the message, which may return an error message.

local kinds = {}

--- { kind = "game", name = of a game that comes with gts, options = { name = value or text }, moves = text }: another game, up to
-- the first of the moves that cannot be played. Without `name` the same game, with other options.
function kinds.game(self, message)
  local options = type(message.options) == "table" and message.options or nil
  if message.name == nil then
    local now = self.rules
    return replace(self, { kind = now.kind, name = now.name, text = now.text, options = options, read = true })
  end
  if is_shipped(message.name) then
    return replace(self, { kind = "name", name = message.name, options = options, read = true }) or follow(self, message.moves)
  end
  if type(message.name) == "string" and rules.kind_of(message.name) == "tree" then
    return replace(self, { kind = "tree", name = message.name })
  end
  return ("there is no game %s here: an address names a game that comes with gts, or a tree"):format(words.quote(message.name))
end

--- { kind = "rules", text = of rules, options }: plays by them. Only where texts may come in.
function kinds.rules(self, message)
  if not self.edits then return "rules are not taken from a page here: change their file, and press Reload" end
  if type(message.text) ~= "string" then return "rules are a text" end
  replace(self, { kind = "text", name = "your rules", text = message.text, read = true,
    options = type(message.options) == "table" and message.options or nil })
end

--- { kind = "reload" }: reads the file of the rules again.
function kinds.reload(self)
  local now = self.rules
  if now.kind ~= "file" then return "these rules have no file of your own" end
  replace(self, { kind = "file", name = now.name, options = now.options })
end

-- What loads the rules of a saved game: those that come with gts, or the present ones.
local function rules_for(self, all)
  local options = next(all.options) ~= nil and all.options or nil
  if is_shipped(all.game) then return { kind = "name", name = all.game, options = options, read = true } end
  local now = self.rules
  if now.kind == "tree" or now.game.name ~= all.game then return nil end
  return { kind = now.kind, name = now.name, text = now.text, options = options or now.options, read = options ~= nil }
end

--- { kind = "open", saved = text of a saved game }: goes on with it, both sides by persons; refused if it cannot be played on.
function kinds.open(self, message)
  if type(message.saved) ~= "string" or #message.saved > LONGEST_GAME then
    return ("a saved game is a text of at most %d bytes"):format(LONGEST_GAME)
  end
  local all, wrong = saved.parse(message.saved)
  if not all then return wrong end
  local asked = rules_for(self, all)
  if not asked then return ("it is a game of %s, whose rules are not here"):format(all.game) end
  local made
  made, wrong = rules.load(asked)
  if not made then return wrong end
  local ok, s, why = guard.short("the saved game", saved.replay, all, made.game)
  if not ok or not s or why then return not ok and s or why end
  ok, why = put(self, made)
  if not ok then return why end
  self.game_session:adopt(s)
  clear(self)
  changed(self, "rules")
end

-- A task that is done, or waits, or is at work: what the state says of it.
local function note(self, name, fields)
  self.done[name] = fields
  changed(self, name)
end

local function let_go(self)
  self.stopping = true
  self.game_session:let_go()
end

local function drop(self, name)
  self.queue = tables.filter(self.queue, function(job) return job.name ~= name end)
end

local function enqueue(self, name, message)
  local ok, asked, wrong = guard.short("what was asked", tasks[name].read, self, message)
  if not ok then asked, wrong = nil, asked end
  drop(self, name)
  if not asked then return note(self, name, { wrong = wrong, line = rules.line(wrong) }) end
  if #self.queue >= MOST_WAITING then return note(self, name, { wrong = "too much is waiting to be done" }) end
  self.queue[#self.queue + 1] = { name = name, asked = asked }
  note(self, name, { asked = asked, waits = true })
  if self.works == name then self.stopping = true end
  if self.works == "game" then self.game_session:let_go() end
end

-- Stops a task, or takes it back before it has begun; what is at work if no name is given.
local function stop(self, name)
  changed(self, "current")         -- confirms the message
  name = name or self.works
  if name == "game" then return self:play { kind = "stop" } end
  drop(self, name)
  if self.works == name then self.stopping, self.leaving = true, false
  elseif name and self.done[name] and self.done[name].waits then note(self, name, nil) end
end

local function obey(self, message)
  local wrong = kinds[message.kind](self, message)
  self.says = wrong
  changed(self, "current")
end

function PageState:play(message)
  local ok, was = guard.short("the move", self.game_session.take, self.game_session, message)
  if not ok then self.game_session:fail(was) end
  return not ok or was
end

-- A message is on its way, from where none can come in as long as something is done: that is left, and begun anew after it.
local function leave(self)
  if self.works == "game" then self.game_session:let_go()
  elseif self.works then self.stopping, self.leaving = true, true end
end

--- Takes a message. What is none is passed over.
--
-- Carriers that cannot hand messages on while something is done have two more: { kind = "stop", what = "at work" }, and { kind =
-- "let go" }, which ends what is done, so that others can come; then it begins anew.
-- @treturn boolean was it one?
function PageState:take(message)
  if type(message) ~= "table" or type(message.kind) ~= "string" then return false end
  local kind = message.kind
  if tasks[kind] then enqueue(self, kind, message)
  elseif kind == "stop" and message.what == "at work" then stop(self)
  elseif kind == "stop" and type(message.what) == "string" and tasks[message.what] then stop(self, message.what)
  elseif kind == "let go" then leave(self)
  elseif kinds[kind] and self.works then
    self.inbox[#self.inbox + 1] = message
    let_go(self)
  elseif kinds[kind] then obey(self, message)
  else return self:play(message) end
  return true
end

-- Work.

-- A function for tasks to call: keeps what they think, hands messages in, and says whether to go on.
local function watcher(self, name, look)
  return function(report)
    report.what = name
    thought(self, "task", report)
    look()
    return not self.stopping
  end
end

local function do_task(self, look)
  local job = table.remove(self.queue, 1)
  local name, began = job.name, core.clock()
  self.works, self.stopping, self.leaving = name, false, false
  thought(self, "task", { what = name })
  note(self, name, { asked = job.asked, works = true })
  changed(self, "current")
  look()
  local ok, result, wrong = true, nil, nil
  if not self.stopping then ok, result, wrong = guard.call(tasks[name].run, job.asked, watcher(self, name, look)) end
  if not ok then result, wrong = nil, result end
  self.works = nil
  local again = self.done[name] and self.done[name].waits         -- asked anew meanwhile
  if self.leaving and self.done[name].works then
    table.insert(self.queue, 1, job)
    note(self, name, { asked = job.asked, waits = true })
    again = true
  end
  if not again and (result or wrong) then
    note(self, name, { asked = job.asked, result = result, wrong = wrong, line = wrong and rules.line(wrong),
      seconds = core.clock() - began })
  elseif not again then note(self, name, nil) end
  thought(self, "task", nil)
end

-- What had to wait until nothing was done.
local function obey_all(self)
  local messages = self.inbox
  self.inbox = {}
  for _, message in ipairs(messages) do obey(self, message) end
  changed(self, "current")
end

--- Does the next piece of work: a task, else what there is to do in the game session. `look`, results: see GameSession:work.
function PageState:work(look)
  if #self.queue > 0 then
    do_task(self, look)
    obey_all(self)
    return true
  end
  self.works = "game"
  local ok, did, later = guard.call(self.game_session.work, self.game_session, look)
  self.works = nil
  if not ok then
    self.game_session:fail(did)
    did = true
  end
  if #self.inbox > 0 then obey_all(self) end
  return did or #self.queue > 0, later
end

-- The state.

local parts = {}

local function names_of(list) return tables.map(list, function(one) return one.name end) end

-- What never changes.
function parts.about(self)
  local games = tables.map(rules.shipped(), function(entry)
    return { name = entry.name, title = entry.title, summary = entry.summary, options = names_of(entry.options) }
  end)
  return { version = core.version, games = games, algorithms = searching.algorithms(), orders = searching.orders,
    edits = self.edits, lacks = self.lacks, templates = self.edits and templates or nil }
end

function parts.current(self)
  local now, waiting = self.rules, names_of(self.queue)
  return { game = now.game.name, kind = now.kind, name = now.name, title = now.title, tree = now.game.tree ~= nil,
    options = rules.shown_options(now.rows, now.options), works = self.works ~= "game" and self.works or nil, waits = waiting,
    says = self.says }
end

function parts.play(self)
  local ok, state = guard.short("showing the position", self.game_session.state, self.game_session)
  if ok then return state end
  self.game_session:fail(state)
  return self.game_session:state()
end

function parts.rules(self)
  local now = self.rules
  return { kind = now.kind, name = now.name, file = now.kind == "text" and rules.FILE or now.name, text = now.text,
    printed = now.printed, problem = self.problem }
end

-- What is known of a task: `waits`, `works`, or `result`, or what is `wrong`, and at which `line` of the rules.
local function task_part(self, name)
  local one = self.done[name] or {}
  return { waits = one.waits, works = one.works, result = one.result, wrong = one.wrong, line = one.line,
    where = one.asked and one.asked.where, seconds = one.seconds, kept = self.kept[name] and self.kept[name]:state() }
end

--- All there is to see but thoughts, as data: parts by their names, and `numbers`. Parts with the numbers in `seen` are left out.
function PageState:state(seen)
  self.numbers.play = self.base + self.game_session.serial              -- the game session counts its own changes
  local state = { numbers = {} }
  for _, name in ipairs(part_names) do
    local number = self.numbers[name]
    state.numbers[name] = number
    if type(seen) ~= "table" or seen[name] ~= number then state[name] = (parts[name] or task_part)(self, name) end
  end
  return state
end

--- What is thought, or was thought last.
-- @treturn table data: `play`, of the game session; `task`, of a task that is at work: `what` it is, and what there is so far
function PageState:thought() return { play = self.game_session:thought(), task = self.live.task } end

return page_state
