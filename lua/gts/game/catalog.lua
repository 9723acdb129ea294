--- The games that come with gts, and what their files say of them.

local game = require "gts.game"
local listing = require "gts.show.listing"
local tables = require "gts.base.tables"

local catalog = {}

--- The comment that the text of a game opens with: lines without dashes, or the semicolons of GDL. `text` of the file.
function catalog.opening(text)
  local lines = {}
  for line in text:gmatch "([^\n]*)\n?" do
    local inner = line:match "^%-%-%-?%s?(.*)$" or line:match "^;+%s?(.*)$"
    if not inner then break end
    lines[#lines + 1] = inner
  end
  return lines
end

local listed = listing.form {
  name = "gts.games",
  columns = {
    "name", "title",
    { name = "options", value = function(entry)
      return table.concat(tables.map(entry.options, function(option) return option.name end), ", ")
    end },
  },
}

--- See gts.games.
function catalog.list()
  local list = {}
  for i, name in ipairs(game.shipped) do
    -- The first paragraph: what the game is called, which stands before a colon, and what the game is.
    local summary = (table.concat(catalog.opening(assert(game.text(name))), "\n") .. "\n\n"):match "^(.-)\n\n":gsub("\n", " ")
    local title, options = summary:match "^(.-):" or summary, {}
    for j, row in ipairs(assert(game.options(name))) do
      local default = type(row.default) == "table" and tables.copy(row.default) or row.default
      options[j] = { name = row.name, default = default, expected = row.kind.expected, help = row.help }
    end
    list[i] = { name = name, title = title, summary = summary, options = options }
  end
  return listed(list)
end

return catalog
