--- What a desk (gts.page.desk) can be asked to do, one at a time: each is a module with `name`; `read(desk, message)`, which
-- gives what is asked, or nil and what is wrong; and `run(asked, watch)`, which does it and gives data, or nil and what is
-- wrong. It calls `watch` with what there is so far, about ten times a second, and ends soon when that gives false.
-- @module gts.page.tasks

local tasks = {}

for _, name in ipairs { "checking", "searching", "stepping", "comparing", "learn" } do
  local task = require("gts.page." .. name)
  tasks[task.name] = task
end

return tasks
