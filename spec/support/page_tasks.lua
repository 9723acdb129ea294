--- Page states in specs: messages in, and what has become of them.
-- @module spec.support.page_tasks

local page_state = require "gts.page.page_state"

local page_tasks = {}

--- A new page state.
-- @tparam[opt] table given what it begins with; default: tic-tac-toe between two persons
function page_tasks.new(given)
  return assert(page_state.new(given or { game = "tictactoe", max = "person", min = "person" }))
end

--- Does all that is to be done.
-- @tparam table d the page state
-- @tparam[opt] function look is called now and then
function page_tasks.work(d, look) repeat local did = d:work(look or function() end) until not did end

--- Sends a message, and does what it asks for.
-- @treturn table what has become of the task
function page_tasks.ask(d, message)
  assert(d:take(message), "the message was not taken")
  page_tasks.work(d)
  return d:state()[message.kind]
end

return page_tasks
