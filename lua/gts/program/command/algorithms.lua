--- gts algorithms: what can search.

local answer = require "gts.program.answer"
local listing = require "gts.show.listing"
local options = require "gts.facts.options"
local tables = require "gts.base.tables"

local function some(list) return #list > 0 and table.concat(list, " ") or nil end

local listed = listing.form {
  name = "gts.algorithms",
  columns = {
    "id", "title", "family", listing.column("source", false),
    { name = "needs", value = function(row) return some(row.needs) end, text = false },
    { name = "options", value = function(row) return some(row.options) end },
  },
}

return {
  name = "algorithms", other = 100, summary = "what can search: ids, titles, families, options", json = true,
  examples = { { "gts algorithms", "all" }, { "gts help algorithms", "what each is" } },
  run = function(call) answer.list(call, listed(tables.copy(options.algorithms()))) end,
}
