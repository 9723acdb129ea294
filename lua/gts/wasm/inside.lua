--- The page's state inside the page itself, which a browser runs in a web worker: see src/wasm. What goes in and out is JSON. A
-- browser hands the worker no messages as long as a search runs. So what is at work asks for them now and then.

local core = require "gts.core"
local page_state = require "gts.page.page_state"
local json = require "gts.show.json"

local inside = {}

local PAUSE = 0.05              -- seconds between two times that the page hears of thoughts

-- What gts may lack, in short; core.lacks has the messages.
local names = {
  { "native", "compiled rules" }, { "threads", "threads" }, { "workers", "processes" }, { "files", "saved files" },
  { "confine", "confined rules" }, { "mpi", "MPI" },
}

--- What this page lacks that gts has elsewhere, in words.
inside.lacks = {}
for _, row in ipairs(names) do
  if core.lacks[row[1]] then inside.lacks[#inside.lacks + 1] = row[2] end
end

local Inside = {}
Inside.__index = Inside

local function tell(self)
  local at, news = self.page_state, {}
  if at.serial ~= self.serial then
    news.state = at:state(self.seen)
    self.seen, self.serial = news.state.numbers, at.serial
  end
  if at.thoughts ~= self.thoughts then news.thought, self.thoughts = at:thought(), at.thoughts end
  if next(news) then self.host.tell(json.encode(news)) end
end

local function take(self, text)
  for _, message in ipairs(json.decode(text)) do self.page_state:take(message) end
end

local function looker(self)
  return function()
    local now = core.clock()
    if now < self.next then return end
    tell(self)
    local text = self.host.messages()
    if text ~= "" then
      take(self, text)
      tell(self)
    end
    self.next = core.clock() + PAUSE
  end
end

--- Takes messages, does a piece of work, and tells what is new. `text`: a JSON list of messages. Returns seconds until there will
-- be something to do; 0: there is; -1: not known.
function Inside:work(text)
  take(self, text)
  tell(self)
  self.next = 0
  local did, later = self.page_state:work(looker(self))
  tell(self)
  return did and 0 or later or -1
end

--- Begins. `host`: two functions: `tell` takes a text to the page; `messages` gives what has come since, a JSON list, or
-- an empty text; `given`: see gts.page.page_state. Returns a function, to be called with a JSON list of messages whenever some
-- have come: see Inside:work.
function inside.begin(host, given)
  given = given or {}
  given.edits, given.lacks = true, given.lacks or inside.lacks
  local made = setmetatable({ page_state = assert(page_state.new(given)), host = host, seen = {}, next = 0 }, Inside)
  return function(text) return made:work(text) end
end

return inside
