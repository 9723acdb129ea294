--- The tasks of the page (gts.page.page_state). Each is a module with `name`; `read(page_state, message)`, which returns the
-- request, or nil and an error message; and `run(asked, watch)`, which returns the result, as data, or nil and an error message.
-- It calls `watch` with the result so far about ten times a second, and ends soon after that returns false.
-- @module gts.page.tasks

local tasks = {}

for _, name in ipairs { "checking", "searching", "stepping", "comparing", "learn" } do
  local task = require("gts.page." .. name)
  tasks[task.name] = task
end

-- Those that need an extension.
local others = { review = { "reviewing", "review.review" }, puzzles = { "puzzling", "review.puzzles" },
  profile = { "profiling", "profile.profile" } }
for name, row in pairs(others) do
  tasks[name] = pcall(require, "gts." .. row[2]) and require("gts.page." .. row[1])
    or { read = function() return nil, ("gts has no %s here"):format(name) end }
end

return tasks
