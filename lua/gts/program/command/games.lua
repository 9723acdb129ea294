--- gts games: the games that come with gts.

local answer = require "gts.program.answer"
local catalog = require "gts.game.catalog"
local json = require "gts.show.json"
local output = require "gts.program.output"

return {
  name = "games", usual = 90, summary = "the games that come with gts, and their options", json = true,
  examples = { { "gts games", "name, what it is, its options" }, { "gts help othello", "more about one" } },
  run = function(call)
    local list = catalog.list()
    if not call.json then return answer.list(call, list) end
    local rows = {}
    for i, entry in ipairs(list) do
      rows[i] = setmetatable({ name = entry.name, title = entry.title, summary = entry.summary, options = entry.options },
        { __jsonorder = { "name", "title", "summary", "options" } })
    end
    output.line(json.encode { rows = rows })
  end,
}
