--- The games that come with gts, and what their files say of them.
-- @module gts.show.games

local columns = require "gts.show.columns"
local game = require "gts.game"
local tables = require "gts.check.tables"

local games = {}

local WIDTH = 80

--- The comment that the text of a game opens with: its lines, without the dashes.
-- @tparam string text of the file
-- @treturn {string,...} lines
function games.opening(text)
  local lines = {}
  for line in text:gmatch "([^\n]*)\n?" do
    local inner = line:match "^%-%-%-?%s?(.*)$"
    if not inner then break end
    lines[#lines + 1] = inner
  end
  return lines
end

-- Its first paragraph: what the game is called, which stands before a colon, and what the game is.
local function described(text)
  local lines = {}
  for _, line in ipairs(games.opening(text)) do
    if line == "" then break end
    lines[#lines + 1] = line
  end
  local paragraph = table.concat(lines, " ")
  return paragraph:match "^(.-):" or paragraph, paragraph
end

local Games = { __name = "gts.games" }

function Games:__tostring()
  local rows = {}
  for i, entry in ipairs(self) do
    local names = {}
    for j, option in ipairs(entry.options) do names[j] = option.name end
    rows[i] = { entry.name, entry.title, table.concat(names, ", ") }
  end
  return table.concat(columns.lay(rows, { "", "", "" }, WIDTH), "\n")
end

--- See gts.games.
function games.list()
  local list = {}
  for i, name in ipairs(game.shipped) do
    local title, summary = described(assert(game.text(name)))
    local options = {}
    for j, row in ipairs(assert(game.options(name))) do
      local default = type(row.default) == "table" and tables.copy(row.default) or row.default
      options[j] = { name = row.name, default = default, expected = row.kind.expected, help = row.help }
    end
    list[i] = { name = name, title = title, summary = summary, options = options }
  end
  return setmetatable(list, Games)
end

return games
