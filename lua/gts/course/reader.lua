--- The text of a lesson, in Markdown in manual/lessons, and the lesson made of it and its module.
--
-- The module has what is computed: `exercise`, the name of one; `drawings`, functions of t by name; `screens`, the functions of
-- screens by their ids (see gts.course.lesson). The text has the rest, in its order:
--
--    # Title                          and a paragraph about the lesson
--    ## Title {#id}                   a screen; the id where it has functions, or is `exercise`
--    ![name]                          a drawing
--    Question (kind; expected): ...   with choices as a list, where they are always the same
--    Wrong: ...                       what was overlooked; `Wrong b: ...` by that choice; `Wrong name: ...` by the number t.name
--    Hint: ...                        then `Because: ...`, and what follows once the question has been answered
--
-- Programs are blocks of Lua; all other paragraphs are shown as they are.

local facts = require "gts.course.facts"
local markdown = require "gts.show.markdown"
local sketch = require "gts.course.sketch"
local tables = require "gts.base.tables"

local reader = {}

local shared = {
  tree = { draw = function(t) return sketch.draw(t.tree) end },
  numbered = { draw = function(t) return facts.numbered(t.tree) end },
  solved = { draw = function(t) return facts.solved(t.tree) end },
  shown = { plain = function(t) return t.shown end },
}

-- Returns the paragraphs and programs of a text, from the first to the last. What belongs to a question stands line by line.
local function blocks(text)
  local at = 1
  for _, label in ipairs { "Wrong", "Hint", "Because" } do text = text:gsub("\n(" .. label .. ")", "\n\n%1") end
  return function()
    at = text:find("%S", at)
    if not at then return nil end
    local last = text:find("\n```\n", at, true)
    local to = text:find("^```", at) and last and last + 4 or text:find("\n\n", at, true) or #text
    local block = text:sub(at, to):gsub("%s+$", "")
    at = to + 1
    return block
  end
end

local function line(text) return (text:gsub("\n", " ")) end

-- What the blocks of a screen are, by how they begin; each gets the screen and what is caught. What it returns is a part.
local kinds = {
  { "^```lua\n(.*)\n```$", function(_, code) return { code = code } end },
  { "^!%[([%w_]+)%]$", function(screen, name)
    local draw = screen.drawings and screen.drawings[name]
    return draw and { draw = draw } or assert(shared[name], name)
  end },
  { "^Question %((%l+);? ?(.-)%): (.*)$", function(screen, kind, expected, text)
    local choices = {}
    text = text:gsub("\n%* ([^\n]*)", function(choice) choices[#choices + 1] = choice; return "" end)
    local ask = screen.ask
    ask.kind, ask.text, ask.expected = kind, line(text), expected ~= "" and expected or nil
    if #choices > 0 then ask.choices = function() return choices end end
    screen.after = {}
  end },
  { "^Wrong ?([%w_]*): (.*)$", function(screen, after, remark)
    table.insert(screen.ask.remarks, { name = after, text = line(remark) })
  end },
  { "^Hint: (.*)$", function(screen, text) screen.ask.hint = line(text) end },
  { "^Because: (.*)$", function(screen, text) screen.ask.because = line(text) end },
}

-- Adds a block to a screen. Paragraphs that follow each other are one text.
local function add(screen, block)
  local parts = screen.after or screen
  for _, kind in ipairs(kinds) do
    local found = table.pack(block:match(kind[1]))
    if found[1] then
      parts[#parts + 1] = kind[2](screen, table.unpack(found, 1, found.n))
      return
    end
  end
  local last = parts[#parts]
  if type(last) == "string" then parts[#parts] = last .. "\n\n" .. block else parts[#parts + 1] = block end
end

-- What is said of a wrong answer: the first remark on this choice or number, or on any.
local function remark_of(ask)
  return function(t, given)
    return tables.find(ask.remarks, function(remark)
      if remark.name == "" then return true end
      return given == (ask.kind == "choice" and remark.name:byte() - ("a"):byte() + 1 or t[remark.name])
    end).text
  end
end

local function screen_of(title, text, plan)
  local bare, id = title:match "^(.-) {#([%w_]+)}$"
  local own = plan.screens[id] or {}
  local screen = { id = id, title = bare or title, make = own.make, of = own.of, ask = tables.copy(own, { remarks = {} }) }
  screen.drawings, screen.exercise = plan.drawings, id == "exercise" and plan.exercise or nil
  for block in blocks(text) do add(screen, block) end
  if not screen.after then screen.ask = nil else screen.ask.wrong = own.wrong or remark_of(screen.ask) end
  return screen
end

--- Makes a lesson. See gts.course.lesson.
function reader.lesson(id)
  local functions = require("gts.course.lessons." .. id)
  local title, about, rest = assert(markdown.file("gts.course.manual.lessons." .. id)):match "^# ([^\n]*)\n\n([^\n]*)\n(.*)$"
  local plan = { id = id, title = title, about = about, exercise = functions.exercise, screens = {} }
  for head, text in rest:gsub("\n## ", "\0"):gmatch "\0([^\n]*)([^\0]*)" do
    plan.screens[#plan.screens + 1] = screen_of(head, text, functions)
  end
  return plan
end

return reader
