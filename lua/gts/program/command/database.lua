--- gts database: the contents of a database of gts solve.

local answer = require "gts.program.answer"
local databases = require "gts.database"
local listing = require "gts.show.listing"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local page = require "gts.program.page"
local show = require "gts.show.text"

local listed = listing.form {
  name = "gts.parts",
  columns = {
    "tier", "player", "positions", "bytes",
    { name = "values", value = function(part)
      local texts = {}
      for i, value in ipairs(part.values) do texts[i] = show.number(value) end
      if #texts > 8 then return ("%d, from %s to %s"):format(#texts, texts[1], texts[#texts]) end
      return table.concat(texts, " ")
    end },
  },
  foot = function(list)
    local each = list.bytes / math.max(list.positions, 1)
    return ("%s positions, %s bytes, %.2f a position"):format(show.count(list.positions), show.count(list.bytes), each)
  end,
}

return {
  name = "database", other = 50, summary = "shows a database of gts solve", json = true,
  arguments = {
    { name = "FOLDER", required = true, missing = "which database? name its folder", help = "that gts solve --folder made" },
  },
  options = {
    { name = "check", flag = true, help = "hold every byte against its checksum; the exit code is 1 if one is wrong" },
  },
  examples = {
    { "gts solve nim --folder nim.db", "makes one" },
    { "gts database nim.db", "its parts: tiers, players, positions, bytes, values" },
    { "gts database nim.db --check", "is it still whole?" },
  },
  run = function(call)
    local db = outcome.need(databases.try(call.arguments.FOLDER))
    local stats = db:stats()
    if call.options.check then
      outcome.need(db:check())
      local text = ("every byte of %s positions is as it was written"):format(show.count(stats.positions))
      if not call.json then return output.line(page.fold(text)) end
    end
    stats.parts.positions, stats.parts.bytes = stats.positions, stats.bytes
    answer.list(call, listed(stats.parts))
  end,
}
