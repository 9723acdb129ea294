--- A lesson on paper: all its screens in Markdown, for a class; with all answers, for its teacher.

local handout = {}

local form = {}

function form.text(block) return block.text end
function form.drawing(block) return "```text\n" .. block.text .. "\n```" end
function form.code(block) return "```lua\n" .. block.text .. "\n```" end
function form.output(block) return "```\n" .. block.text .. "\n```" end

function form.question(block)
  local lines = { "**Question:** " .. block.text }
  for _, choice in ipairs(block.choices or {}) do lines[#lines + 1] = "- " .. choice end
  return table.concat(lines, "\n")
end

function form.wrong(block) return "**Answer:** " .. block.text end

-- The blocks of a screen; behind a question room, or the answer and what follows it.
local function add_screen(parts, lesson, with_answers)
  local screen = lesson:screen()
  parts[#parts + 1] = ("## %d. %s"):format(screen.number, screen.title)
  if screen.waits == "answer" and with_answers then screen = lesson:take "skip" end
  for _, block in ipairs(screen.blocks) do parts[#parts + 1] = form[block.kind](block) end
  if screen.waits == "answer" then
    parts[#parts + 1] = "Answer: ______________________"
    lesson:take "skip"
  end
  return screen
end

--- The text of a lesson that was just opened, in Markdown.
function handout.of(lesson, with_answers)
  local parts = { "# " .. lesson.plan.title, ("Seed %d%s."):format(lesson.seed, with_answers and ", with answers" or "") }
  local screen
  repeat
    screen = add_screen(parts, lesson, with_answers)
    lesson:take ""
  until screen.number == screen.of
  return table.concat(parts, "\n\n")
end

return handout
