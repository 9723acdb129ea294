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
  local found, course = pcall(require, "gts.course.course")
  return setmetatable({ edits = edits, course = found and course or nil }, Lessons)
end

-- What is no Lua, whatever is waited for.
local words = { [""] = true, hint = true, again = true, skip = true, back = true }

local function read_answer(self, text)
  if type(text) ~= "string" or #text > LONGEST then return nil, "an answer is a text" end
  if not self.lesson then return nil, "no lesson is open" end
  if self.screen.waits == "rules" and not self.edits and not words[text] then
    return nil, "a page that a server shows takes no Lua: do this exercise with gts course"
  end
  return { lessons = self, answer = text }
end

--- Reads { kind = "learn", lesson = id, seed } (opens it), { kind = "learn", answer = text } ("" goes on; "hint", "again",
-- "skip", "back"), or { kind = "learn", close = true } (back to the list).
-- @treturn[1] table what is asked
-- @return[2] nil
-- @treturn[2] string what is wrong
function learn.read(desk, message)
  local self = desk.lessons
  if not self.course then return nil, "there are no lessons here" end
  if message.close == true then return { lessons = self, close = true } end
  if message.lesson == nil then return read_answer(self, message.answer) end
  return { lessons = self, lesson = message.lesson, seed = math.tointeger(message.seed) or 1 }
end

--- Does it.
function learn.run(asked)
  local self = asked.lessons
  if asked.close then self.lesson, self.screen = nil, nil
  elseif asked.lesson ~= nil then
    local lesson, wrong = self.course.try(asked.lesson, { seed = asked.seed, svg = true })
    if not lesson then return nil, wrong end
    self.lesson, self.screen = lesson, lesson:screen()
  else self.screen = self.lesson:take(asked.answer) end
  return {}
end

--- What there is to see.
-- @treturn table data: `list` of lessons; `screen` of the one that is open; `edits`
function Lessons:state()
  return { list = self.course and self.course.list() or nil, screen = self.screen, edits = self.edits }
end

return learn
