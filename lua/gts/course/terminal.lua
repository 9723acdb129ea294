--- A lesson at a terminal, or in a pipe: screens as text, answers line by line.

local columns = require "gts.show.columns"
local consoles = require "gts.play.console"
local core = require "gts.core"
local course = require "gts.course.course"
local markdown = require "gts.show.markdown"
local progress = require "gts.course.progress"
local reading = require "gts.facts.reading"
local refusal = require "gts.base.refusal"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local need = refusal.need
local terminal = {}

local HELP = [[
Type an answer and press Enter. Other words: hint; skip (tells the answer); again (another question like this); back (the screen
before); quit (or Ctrl-D): you can go on later. Enter alone goes to the next screen. At an exercise: a file is graded; write FILE
writes the file to begin with; Enter goes on without it.]]

local FILES = "\nwrite FILE makes this file; edit it, and type its name here: it is graded. Enter goes on without it."

local Seat = {}
Seat.__index = Seat

function Seat:say(text) self.console.say(text or "") end
function Seat:wrapped(text) self:say(table.concat(columns.wrap(text, self.width), "\n")) end
local function indented(text, before) return before .. text:gsub("\n", "\n" .. before) end

local shown = {}

function shown:text(block) self:say(markdown.show(block.text, self.width)) end
function shown:drawing(block) self:say(indented(block.text, "  ")) end
function shown:code(block) self:say(indented(block.text, "    ")) end
function shown:output(block) self:say(indented(block.text, "    | ")) end

function shown:question(block)
  shown.text(self, block)
  for _, choice in ipairs(block.choices or {}) do self:say("  " .. choice) end
end

function shown:hint(block) self:say(markdown.show("Hint: " .. block.text, self.width)) end
function shown:report(block) self:say(block.text) end

shown.right, shown.wrong = shown.text, shown.text

function Seat:show(screen)
  if screen.fresh == 1 then
    self:say(("\n--- %s, screen %d of %d: %s ---"):format(self.name, screen.number, screen.of, screen.title))
  end
  for i = screen.fresh, #screen.blocks do
    local block, before = screen.blocks[i], screen.blocks[i - 1]
    if not (before and block.kind == "output") and not (i == screen.fresh and i > 1) then self:say() end
    shown[block.kind](self, block)
  end
  if screen.waits == "rules" and screen.fresh == 1 then self:wrapped(FILES) end
end

local prompts = { answer = "answer> ", next = "[Enter] ", rules = "file> " }
local AGAIN = "[Enter, or again] "
local WORDS = { "hint", "again", "skip", "back", "help", "quit" }

-- Gives a text to the lesson, and shows the screen then.
function Seat:take(text)
  local after = self.lesson:take(text)
  self:show(after)
  return after
end

-- What was typed where an exercise is waited for: the name of a file, as a rule.
function Seat:exercise(screen, line)
  local function remark(text)
    self:say(text)
    return screen
  end
  if line:find "\0" then return remark "no file has such a name" end
  local file = line:match "^write%s+(.+)$"
  if file and core.files.kind(file) then return remark(file .. " is there already") end
  if file then
    local ok, wrong = core.files.write(file, select(2, self.lesson:exercise()))
    return remark(ok and ("%s: the file to begin with. Edit it, then type its name here."):format(file) or wrong)
  end
  local text, wrong = reading.text("exercise", line)
  if not text then return remark(("cannot open %s (write FILE makes the file to begin with)"):format(wrong)) end
  return self:take(text ~= "" and text or "\n")
end

local own = { hint = true, skip = true, again = true, back = true, [""] = true }

-- Does what was typed; gives the screen then.
function Seat:obey(screen, line)
  line = line:match "^%s*(.-)%s*$"
  local word = line:lower()
  if word == "quit" or word == "exit" or word == "q" then
    self.left = true
    return screen
  elseif word == "help" or word == "?" then
    self:wrapped((HELP:gsub("\n", " ")))
    return screen
  elseif screen.waits == "rules" and not own[word] then return self:exercise(screen, line) end
  return self:take(line)
end

function Seat:keep(screen)
  progress.save(course.ids, screen.lesson, { seed = self.lesson.seed, screen = screen.number, of = screen.of,
    right = screen.score.right, asked = screen.score.asked })
end

local function score_text(score) return ("%d of %d questions right"):format(score.right, score.asked) end

-- Takes the lesson until its end, or until the person leaves.
function Seat:run()
  local screen = self.lesson:screen()
  self:show(screen)
  while screen.waits and not self.left do
    self:say()
    local line = self.console.read(screen.again and screen.waits == "next" and AGAIN or prompts[screen.waits], WORDS)
    if line == nil then self.left = true elseif line then screen = self:obey(screen, line) end
    self:keep(screen)
  end
  self:keep(screen)
  local score = score_text(screen.score)
  if self.left then
    self:say(("\nScreen %d of %d, %s. To go on: gts course %d"):format(screen.number, screen.of, score, self.number))
  else self:say(("\nThe end of this lesson: %s."):format(score)) end
end

--- The rows of its options.
terminal.options = {
  { name = "seed", kind = schema.whole(), help = "equal seeds give equal questions; default: the last one, else 1" },
  { name = "from", kind = schema.whole(1), help = "the screen to begin with; default: where one was" },
}

local say = { unknown = "unknown option %s for gts.course%s", what = "option '%s'" }

--- The seed with which the user has begun a lesson; nil if he has not.
function terminal.seed(what)
  local kept = progress.load()[course.find(what) or ""]
  return kept and kept.seed
end

local function take(what, given)
  local id = need(course.find(what))
  given = need(schema.check(terminal.options, given or {}, say))
  local kept = progress.load()[id]
  local fresh = not kept or given.from or given.seed and given.seed ~= kept.seed or kept.screen >= kept.of
  local lesson = need(course.try(id, { seed = given.seed or kept and kept.seed }))
  local most = #lesson.plan.screens
  if given.from and given.from > most then refusal.refuse("there is no screen %d: the last is %d", given.from, most) end
  local console = consoles.get()
  local self = setmetatable({ lesson = lesson, console = console, width = math.min(console.width(), 100),
    number = course.number(id) }, Seat)
  self.name = ("Lesson %d"):format(self.number)
  if fresh then
    self:say(("%s: %s (seed %d)"):format(self.name, lesson.plan.title, lesson.seed))
    self:say "Type an answer and press Enter; hint, again, back, help or quit also work."
    lesson:turn(given.from or 1)
  else
    self:say(("%s goes on at screen %d of %d; --from 1 begins again."):format(self.name, kept.screen, kept.of))
    lesson:turn(kept.screen)
    lesson.earlier = { right = kept.right, asked = kept.asked }
  end
  self:run()
  return lesson:score()
end

--- Takes a lesson at the console of gts.play.console: see gts.course; or returns nil and what is wrong.
function terminal.try(what, given) return refusal.caught(take, what, given) end

--- The lessons as people see them, with what has been done of each.
function terminal.list()
  local kept = progress.load()
  local rows = tables.map(course.list(), function(row)
    local e = kept[row.id]
    return { tostring(row.number), row.title, e and ("screen %d of %d, %s"):format(e.screen, e.of, score_text(e)) or "" }
  end)
  return table.concat(columns.lay(rows, { "lesson", "about", "done" }, consoles.get().width()), "\n")
end

--- See gts.course.
function terminal.course(what, given)
  if what == nil then return terminal.list() end
  if given ~= nil and type(given) ~= "table" then
    error(("the options of gts.course are %s: expected a table"):format(words.quote(given)), 2)
  end
  local score, wrong = terminal.try(what, given)
  return score or error(wrong, 2)
end

return terminal
