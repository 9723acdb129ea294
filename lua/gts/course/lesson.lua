--- A lesson that is taken: screens in a row, each with something to read, to see, to run, and to answer.
--
-- A lesson is data, which gts.course.reader makes of a module and its text: `title`, `about`, `exercise` and `screens`. A screen
-- is a list of parts: a text in Markdown; `{ draw = f }`, where f gives a drawing (text and svg()); `{ plain = f }`, one that is
-- text only; `{ code = text }`, a program that is shown and run. Fields of it: `id`, if it asks; `title`; `make(lot)`, its random
-- values: a table, t, that all its functions get, and whose texts and numbers are put into texts and programs for `$name`; `of`,
-- the name of what is drawn (default: id): screens that share it draw equally, until one asks for another; `ask`, a question;
-- `after`, parts that follow when it has been answered; `exercise`, the name of one in gts.course.exercises, whose task and file
-- are its parts.
--
-- A question: `kind` (see gts.course.answers); `text`; right(t), the answer, computed; accept(t, answer), where more than one is
-- right; choices(t), moves(t); wrong(t, answer, right), what was overlooked; `hint` and `because`, texts or functions of t. After
-- the third wrong answer the right one is shown.

local answers = require "gts.course.answers"
local grade = require "gts.course.grade"
local raised = require "gts.base.raised"
local random = require "gts.base.random"
local tables = require "gts.base.tables"

local lesson = {}

local PUBLIC = "gts"            -- the floor above, which programs stand on; nothing here does

local printed = {}              -- by programs: what one has printed it prints again

-- Runs a program as the prompt would: it has the name gts. An error stands where it happened.
local function run(code)
  local lines = {}
  local world = setmetatable({
    gts = require(PUBLIC),
    print = function(...)
      local values = table.pack(...)
      for i = 1, values.n do values[i] = tostring(values[i]) end
      lines[#lines + 1] = table.concat(values, "\t")
    end,
  }, { __index = _G })
  local ok, wrong = pcall(assert(load(code, "=lesson", "t", world)))
  if not ok then lines[#lines + 1] = raised.text(wrong) end
  return (table.concat(lines, "\n"):gsub("%s+$", ""))
end

local TRIES = 3

local Lesson = {}
Lesson.__index = Lesson

-- A text, or what a function makes of t; with the values of t in it.
local function fill(text, t)
  if type(text) == "function" then text = text(t) end
  return (text:gsub("%$(%l[%l_]*)", function(name)
    local value = t[name]
    return (type(value) == "string" or type(value) == "number") and tostring(value) or nil
  end))
end

local function stream(seed, name, variant)
  local state = seed * 1000003 + variant
  for i = 1, #name do state = state * 31 + name:byte(i) end
  return random.stream(state)
end

-- What is known of a screen while the lesson is taken: variant, t, question, tries, answered (1 right, 0 not), replies (blocks).
function Lesson:begin(number, variant)
  local plan = self.plan.screens[number]
  local t = plan.make and plan.make(stream(self.seed, plan.of or plan.id or tostring(number), variant)) or {}
  local state = { variant = variant, t = t, tries = 0, replies = {} }
  local ask = plan.ask
  if ask then
    state.question = { kind = ask.kind, expected = ask.expected, choices = ask.choices and ask.choices(t),
      moves = ask.moves and ask.moves(t) }
    state.right = ask.right(t)
  end
  self.states[number] = state
  return state
end

function Lesson:state() return self.states[self.at] or self:begin(self.at, 0) end

function Lesson:add_parts(list, parts, t)
  for _, part in ipairs(parts) do
    if type(part) ~= "table" then list[#list + 1] = { kind = "text", text = fill(part, t) }
    elseif part.plain then list[#list + 1] = { kind = "drawing", text = part.plain(t) }
    elseif part.draw then
      local made = part.draw(t)
      list[#list + 1] = { kind = "drawing", text = made.text, svg = self.svg and made.svg() or nil }
    else
      local code = fill(part.code, t):gsub("%s+$", "")
      list[#list + 1] = { kind = "code", text = code }
      printed[code] = printed[code] or run(code)        -- what a program prints: it is run, once
      list[#list + 1] = { kind = "output", text = printed[code] }
    end
  end
end

--- The exercise of the lesson. Returns what is to be done, in Markdown; the file to begin with.
function Lesson:exercise()
  local plan = tables.find(self.plan.screens, function(screen) return screen.exercise end)
  local t = grade.exercise(plan.exercise).values(self.seed)
  return fill(plan[1], t), fill(plan[2].code, t) .. "\n"
end

-- The blocks that a screen has before anything is answered.
function Lesson:first_blocks(plan, state)
  local list = {}
  if plan.exercise then
    local task, file = self:exercise()
    return { { kind = "text", text = task }, { kind = "code", text = (file:gsub("%s+$", "")) } }
  end
  self:add_parts(list, plan, state.t)
  if plan.ask then
    local question = state.question
    list[#list + 1] = { kind = "question", text = fill(plan.ask.text, state.t),
      choices = question.choices and answers.listed(question), expected = answers.expected(question),
      picks = answers.picks(question) }
  end
  return list
end

function Lesson:waits(plan, state)
  if plan.ask and not state.answered then return "answer" end
  if plan.exercise then return "rules" end
  return self.at < #self.plan.screens and "next" or nil
end

--- What is to be shown now: plain data. Returns a table: number, of: which screen; title; blocks, a list of tables with kind and
-- text, in the order in which they are shown: "text", "drawing" (text: ASCII; svg, if the lesson was opened with svg = true),
-- "code" (a program) and "output" (what it printed), "question" (choices: a list of texts that begin with their letters;
-- expected: what is to be typed; picks: which nodes of the drawing before it are the answer, "leaves" or "paths"), "right",
-- "wrong", "hint", "report" (how an exercise was graded; passed, points, of). What
-- "text", "question", "right", "wrong" and "hint" say is Markdown; fresh, the index of the first block that the last step has
-- added; waits: "next" (nothing need be typed), "answer", "rules" (the text of an exercise, or nothing), nil at the end; again,
-- whether there is another like this; exercise, its name; score: right, asked.
function Lesson:screen()
  local plan, state = self.plan.screens[self.at], self:state()
  state.blocks = state.blocks or self:first_blocks(plan, state)
  local blocks = table.move(state.blocks, 1, #state.blocks, 1, {})
  table.move(state.replies, 1, #state.replies, #blocks + 1, blocks)
  return {
    lesson = self.plan.id, number = self.at, of = #self.plan.screens, title = plan.title, blocks = blocks,
    fresh = math.min(self.fresh and #state.blocks + self.fresh or 1, #blocks + 1), waits = self:waits(plan, state),
    again = plan.ask ~= nil and plan.make ~= nil, exercise = plan.exercise, score = self:score(),
  }
end

--- How many questions have been answered, and how many of them rightly.
function Lesson:score()
  local right, asked = self.earlier.right, self.earlier.asked
  for _, state in pairs(self.states) do
    if state.answered then right, asked = right + state.answered, asked + 1 end
  end
  return { right = right, asked = asked }
end

local function reply(state, kind, text) state.replies[#state.replies + 1] = { kind = kind, text = text } end

-- The question is over: 1 if it was answered rightly, else 0.
function Lesson:settle(plan, state, answered)
  state.answered = answered
  self:add_parts(state.replies, plan.after or {}, state.t)
end

local function because(ask, state) return ask.because and fill(ask.because, state.t) or "" end

local function tell(ask, state)
  return ("The answer is %s. %s"):format(answers.write(state.question, state.right), because(ask, state))
end

function Lesson:answer(plan, state, text)
  local ask, question = plan.ask, state.question
  local given = answers.read(question, text)
  if given == nil then
    return reply(state, "wrong", ("That is no answer that can be read. Expected: %s."):format(answers.expected(question)))
  end
  local is_right = answers.same(question, given, state.right)
  if ask.accept and not is_right then is_right = ask.accept(state.t, given) end
  if is_right then
    reply(state, "right", ("Right. %s"):format(because(ask, state)))
    return self:settle(plan, state, 1)
  end
  state.tries = state.tries + 1
  local why = fill(ask.wrong(state.t, given, state.right), state.t)
  if state.tries < TRIES then return reply(state, "wrong", "Not yet. " .. why) end
  reply(state, "wrong", ("No. %s %s"):format(why, tell(ask, state)))
  self:settle(plan, state, 0)
end

-- What the words do that are no answers; each gets the plan and the state.
local words = {}

function words.hint(self, plan, state)
  if not plan.ask or state.answered then return self:go(1) end
  reply(state, "hint", fill(plan.ask.hint, state.t))
end

function words.skip(self, plan, state)
  if not plan.ask or state.answered then return self:go(1) end
  reply(state, "wrong", tell(plan.ask, state))
  self:settle(plan, state, 0)
end

function words.again(self, plan, state)
  if not (plan.ask and plan.make) then return reply(state, "hint", "There is no other of this screen.") end
  if state.answered then self.earlier = { right = self.earlier.right + state.answered, asked = self.earlier.asked + 1 } end
  self:begin(self.at, state.variant + 1)
  self.fresh = nil
end

function words.back(self) self:go(-1) end

-- To the screen after, or before, this one.
function Lesson:go(by)
  self.at = math.max(1, math.min(self.at + by, #self.plan.screens))
  self.fresh = nil
end

--- Takes what was typed: an answer; the text of an exercise; "" goes on; "hint"; "again", another like this; "back"; "skip", the
-- answer is shown. Returns the screen then.
function Lesson:take(text)
  local plan, state = self.plan.screens[self.at], self:state()
  local word = text:match "^%s*(.-)%s*$"
  self.fresh = #state.replies + 1
  local waits = self:waits(plan, state)
  if words[word:lower()] then words[word:lower()](self, plan, state)
  elseif word ~= "" and waits == "rules" then state.replies[#state.replies + 1] = self:graded(plan, text)
  elseif word ~= "" and waits == "answer" then self:answer(plan, state, text)
  elseif waits == "answer" then reply(state, "hint", ("What is waited for: %s."):format(answers.expected(state.question)))
  elseif self.at < #self.plan.screens then self:go(1) end
  return self:screen()
end

function Lesson:graded(plan, text)
  local report = grade.grade(plan.exercise, { text = text, seed = self.seed, name = "exercise", trusted = true })
  return { kind = "report", text = tostring(report), passed = report.passed, points = report.points, of = report.of }
end

--- Goes to a screen.
function Lesson:turn(number)
  self.at = 1
  self:go(number - 1)
end

--- Opens a lesson; with `svg`, drawings are wanted as SVG, too.
function lesson.new(plan, seed, svg)
  return setmetatable({ plan = plan, seed = seed, svg = svg, at = 1, states = {}, earlier = { right = 0, asked = 0 } }, Lesson)
end

return lesson
