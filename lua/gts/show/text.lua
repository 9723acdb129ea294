--- What people see of positions, values and results.

local ask = require "gts.rules.ask"
local board = require "gts.show.board"
local result = require "gts.show.result"
local value = require "gts.show.value"
local words = require "gts.base.words"

local WIDTH = 80

local show = { number = result.number, estimate = result.estimate, between = result.between, result = result.text,
  count = words.count }

--- Are boards shown in letters that are not ASCII? Only on demand: see gts.program.cli.
show.unicode = false

--- What a function of the rules gives of a position. An error says of which one, where that can be said in a word.
function show.asked(game, name, position)
  local asked = table.pack(ask.words(game, position))
  local ok, text = pcall(game[name], table.unpack(asked, 1, asked.n))
  if ok then return text end
  if type(text) ~= "string" or type(position) == "table" and asked.n == 1 then error(text, 0) end
  local named = asked.n > 1 and "{" .. table.concat(asked, ", ") .. "}" or words.quote(position)
  error(("%s (in rules.%s of position %s)"):format(text, name, named), 0)
end

--- A position as its game shows it; else its board, else what is in it. Raises what `show` raises, and of which position.
function show.position(game, position)
  local count = game.words or 1
  if game.show then return tostring(show.asked(game, "show", position)) end
  local text = board.text(game, position)
  if text then return text end
  if count > 1 and type(position) == "table" then return "{" .. table.concat(position, ", ") .. "}" end
  return value.text(position, { width = WIDTH })
end

--- A position for people alone, never for programs: as show.position has it, or, where that is asked for, with circles in it.
function show.drawn(game, position)
  local text = show.position(game, position)
  return show.unicode and board.drawn(game, position, text) or text
end

--- A text of at most `most` letters: what is left out becomes three dots. Bytes count where it is no UTF-8.
function show.clip(text, most)
  local length = utf8.len(text)
  if (length or #text) <= most then return text end
  local keep = math.max(1, most - 3)
  return text:sub(1, length and utf8.offset(text, keep + 1) - 1 or keep) .. "..."
end

--- The lines of a position as show.position has them, each of at most `most` letters.
function show.lines(game, position, most)
  local lines = {}
  for line in show.position(game, position):gmatch "[^\n]+" do lines[#lines + 1] = show.clip(line, most) end
  return lines
end

return show
