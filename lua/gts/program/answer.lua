--- What commands answer: text for people, JSON for programs.

local classes = require "gts.facts.classes"
local files = require("gts.core").files
local games = require "gts.game"
local json = require "gts.show.json"
local moves = require "gts.moves"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local page = require "gts.program.page"
local schema = require "gts.base.schema"
local show = require "gts.show.text"
local words = require "gts.base.words"

local answer = {}

--- Says a list that gts.show.listing has made: as a table, or as JSON.
function answer.list(call, list)
  if call.json then return output.line(list:json()) end
  page.show(page.fold(list:text(page.width())))
end

--- The rows of the options of a command whose answer has rows and can be drawn: see gts.program.commands.
answer.formats = {
  { name = "format", kind = schema.one_of { "text", "csv", "jsonl", "latex", "svg" }, implied = "text",
    help = "how it is written: a table for people, values with commas, JSON lines, a table of LaTeX, a chart" },
  { name = "chart", value = "FILE", help = "writes a chart here, too, as SVG" },
}

local function drawn(list) return outcome.need(getmetatable(list).__draw(list, "svg")) end

--- Says such an answer, and writes its chart if that is wanted.
function answer.formatted(call, list)
  local format, chart = call.options.format or "text", call.options.chart
  local text
  if call.json then text = list:json()
  elseif format == "svg" then text = drawn(list)
  elseif format == "text" then text = list:text(page.width())
  else text = list[format](list) end
  output.line((text:gsub("\n$", "")))
  if chart then outcome.need(files.write(chart, drawn(list))) end
end

--- Prints a value as JSON, its `names` in their order; default: the order of its metatable, others behind.
function answer.json(value, names) output.line(json.encode(names and setmetatable(value, { __jsonorder = names }) or value)) end

local function plain_options(options)
  local copy = {}
  for name, value in pairs(options) do
    local kind = type(value)
    if name ~= "position" and (kind == "number" or kind == "string" or kind == "boolean" or kind == "table") then
      copy[name] = value
    end
  end
  return copy
end

local of_class

-- A field as data: moves by their names, positions as gts.write has them.
local function field(game, of, value)
  local element = of:match "^(.*)%[%]%??$"
  if element then
    local made = {}
    for i, item in ipairs(value) do made[i] = field(game, element, item) end
    return made
  end
  local name = of:gsub("%?$", "")
  if name == "gts.Move" then return moves.name(game, value) end
  if name == "gts.Position" then return moves.write(game, value) or show.position(game, value) end
  if name == "gts.SearchOptions" then return plain_options(value) end
  local class = classes.of(name)
  return class and of_class(game, class, value) or value
end

function of_class(game, class, value)
  local data, order = {}, classes.json_order(class)
  for _, row in ipairs(class.rows) do
    if row.json ~= false and value[row[1]] ~= nil then data[row[1]] = field(game, row[2], value[row[1]]) end
  end
  return setmetatable(data, { __jsonorder = order })
end

--- A result as data, by the rows of its class, as gts.Result: moves by their names, positions as gts.write has them. The name of
-- the game and the position that was searched come first; nil: that is left out.
function answer.data(game, name, r, position)
  if not r.algorithm then classes.extend() end           -- what an extension has answered
  local data = of_class(game, classes.of(name), r)
  data.game = game.name
  if position ~= nil then data.position = field(game, "gts.Position", position) end
  local order = getmetatable(data).__jsonorder
  table.move({ "game", "position" }, 1, 2, 1, table.move(order, 1, #order, 3))
  return data
end

--- Says the result of a search of a position; nil: the start of the game.
function answer.result(call, game, r, position)
  if position == nil then position = moves.start(game) end
  if call.json then return answer.json(answer.data(game, "gts.Result", r, position)) end
  output.line(show.drawn(game, position))
  output.line(show.result(r, nil, page.room()))
end

local SECONDS <const> = 0.5     -- about, of the processor

--- Says in a line on standard error what slows a search of rules down most, as measured on them, if it is more than a factor of
-- three: for a terminal alone, and not of trees and of games that come with gts. `position`: nil is where the game starts.
function answer.note_slow(call, terminal, of, position)
  if of.tree or call.json or words.contains(games.shipped, call.game) or not terminal.shows "errors" then return end
  local speed = require "gts.check.speed"
  local line = speed.worst(speed.measure(of, { position = position, seconds = SECONDS }))
  if line then output.pieces("errors", { { ("gts: slow: %s; see gts check\n"):format(line), "faint" } }) end
end

return answer
