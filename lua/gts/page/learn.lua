--- The task "learn" of a desk: the course (gts.course), where it is there. A lesson says what is on its screen, and takes
-- answers, which are texts.
-- @module gts.page.learn

local learn = { name = "learn" }

local LONGEST = 100000          -- bytes of an answer

local Lessons = {}
Lessons.__index = Lessons

--- The lessons of a desk.
-- @tparam boolean edits may answers that are Lua come in?
function learn.new(edits)
  local found, course = pcall(require, "gts.course")
  return setmetatable({ edits = edits, course = found and course or nil }, Lessons)
end

--- Reads { kind = "learn", lesson = id } (opens it), { kind = "learn", answer = text } ("" goes on, "hint" asks for one), or
-- { kind = "learn", close = true } (back to the list).
-- @treturn[1] table what is asked
-- @return[2] nil
-- @treturn[2] string what is wrong
function learn.read(desk, message)
  local self = desk.lessons
  if not self.course then return nil, "there are no lessons here" end
  if message.close == true then return { lessons = self, close = true } end
  if type(message.lesson) == "string" then return { lessons = self, lesson = message.lesson } end
  if type(message.answer) ~= "string" or #message.answer > LONGEST then return nil, "an answer is a text" end
  if not self.lesson then return nil, "no lesson is open" end
  local waits = self.screen and self.screen.waits
  if waits == "rules" and not self.edits and message.answer ~= "hint" and message.answer ~= "" then
    return nil, "Lua is not taken from a page here: try this exercise at the prompt of gts"
  end
  return { lessons = self, answer = message.answer }
end

--- Does it.
function learn.run(asked)
  local self = asked.lessons
  if asked.close then self.lesson, self.screen, self.id = nil, nil, nil
  elseif asked.lesson then
    local lesson, wrong = self.course.open(asked.lesson)
    if not lesson then return nil, wrong or "there is no such lesson" end
    self.lesson, self.id, self.screen = lesson, asked.lesson, lesson:screen()
  else
    local screen, wrong = self.lesson:take(asked.answer)
    if not screen and wrong then return nil, wrong end
    self.screen = screen or self.lesson:screen()
  end
  return {}
end

--- What there is to see.
-- @treturn table data: `list` of lessons; `id` and `screen` of the one that is open
function Lessons:state()
  return { list = self.course and self.course.lessons() or nil, id = self.id, screen = self.screen, edits = self.edits }
end

return learn
