--- The tab "learn" of the page (gts.page): the course, and the pages of the algorithms. A lesson has a screen, and takes answers,
-- which are texts.

local algorithm = require "gts.show.algorithm"
local course = require "gts.course.course"
local draw = require "gts.lab.draw"
local options = require "gts.facts.options"
local record = require "gts.lab.record"
local subject = require "gts.page.subject"
local tables = require "gts.base.tables"

local learn = {}

local LONGEST = 100000          -- bytes of an answer

local Lessons = {}
Lessons.__index = Lessons

local function families()
  return tables.map(algorithm.families(), function(family)
    return { title = family.title, list = tables.map(family.list, function(row) return { id = row.id, title = row.title } end) }
  end)
end

--- What is kept of the lessons of a page state. `edits` may answers that are Lua come in?
function learn.new(edits) return setmetatable({ edits = edits, algorithms = families() }, Lessons) end

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

-- Returns the page of an algorithm, cut around the drawing that the command on it makes; a page without one is all `before`.
local function page_of(id)
  local text = algorithm.page(id)
  local before, tree, given_text, behind =
    text:match "^(.-\n)```sh\nbuild/gts draw '([^'\n]*)'([^\n]*)\n```\n\n```\n.-\n```\n(.*)$"
  if not before then return { id = id, before = text, svg = "", behind = "" } end
  local given = {}
  for name, value in given_text:gmatch "%-%-(%l+) (%S+)" do
    given[name] = value == "inf" and math.huge or tonumber(value) or value
  end
  local svg = assert(draw.try(assert(record.try(assert(subject.tree(tree)), given)), "svg"))
  return { id = id, before = before, svg = svg, behind = behind:gsub("\nSee also:.*$", "\n") }
end

--- Reads { kind = "learn", lesson = id, seed } (opens it), { kind = "learn", answer = text } ("" goes on; "hint", "again",
-- "skip", "back"), { kind = "learn", algorithm = id } (shows its page), or { kind = "learn", close = true } (back to the list).
function learn.read(page_state, message)
  local self = page_state.kept.learn
  if message.algorithm ~= nil then
    if type(message.algorithm) ~= "string" then return nil, "the id of an algorithm is a text" end
    local found, wrong = options.algorithm(message.algorithm)
    if not found then return nil, wrong end
    return { lessons = self, algorithm = message.algorithm }
  end
  if message.close == true then return { lessons = self, close = true } end
  if message.lesson == nil then return read_answer(self, message.answer) end
  return { lessons = self, lesson = message.lesson, seed = math.tointeger(message.seed) or 1 }
end

--- Does it.
function learn.run(asked)
  local self = asked.lessons
  self.page = asked.algorithm and page_of(asked.algorithm)
  if asked.close or asked.algorithm then self.lesson, self.screen = nil, nil
  elseif asked.lesson ~= nil then
    local lesson, wrong = course.try(asked.lesson, { seed = asked.seed, svg = true })
    if not lesson then return nil, wrong end
    self.lesson, self.screen = lesson, lesson:screen()
  else self.screen = self.lesson:take(asked.answer) end
  return {}
end

--- What there is to see. Returns data: `list` of lessons; the open `screen`; `algorithms` by families; the shown `page`; `edits`.
function Lessons:state()
  return { list = course.list(), screen = self.screen, algorithms = self.algorithms, page = self.page or nil, edits = self.edits }
end

return learn
