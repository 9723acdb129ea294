-- Serves a page that takes rules from the page, as the page that runs gts by itself does, and `gts serve` does not: for the specs
-- of the browser. What it says is what `gts serve` says.

local page_state = require "gts.page.page_state"
local serve = require "gts.page.serve"

local made = assert(page_state.new {
  game = arg[1] or "tictactoe", edits = true, level = 1, lacks = { "threads", "the compiler" },
})
local server = assert(serve.open(made, 0))
print("at " .. server.address)
io.stdout:flush()
server:run(function() return false end)
