--- What a game against a person shows: players, board, moves, clocks, the end, help. Methods of the table of gts.play.play.

local columns = require "gts.show.columns"
local commands = require "gts.play.commands"
local level = require "gts.play.level"
local result = require "gts.show.result"
local show = require "gts.show.text"
local tables = require "gts.base.tables"

local display = {}

local MOST_SHOWN = 60           -- moves that are listed without being asked for

--- The players, as people read them.
display.names = result.names
local names = display.names

--- A text in one line.
display.line = result.line

--- Shows lines.
function display:say(text) self.console.say(text) end

--- Says a sentence, in lines that are broken between words.
function display:tell(text) self:say(columns.fold(text, self.console.width())) end

--- Returns what was typed as a value of a kind (see gts.base.schema); nil where it is none, which is said. `what` names it.
function display:value_of(text, what, kind)
  local value = tonumber(text)
  if value and kind.fits(value) then return kind.normal and kind.normal(value) or value end
  self:say(("%s: expected %s%s"):format(what, kind.expected, text ~= "" and (", not '%s'"):format(text) or ""))
end

-- How well the other player plays.
function display:strength()
  if self.opponent then return self.opponent.name end
  if self.clock and not self.level then
    return ("by the clock, %s seconds for the game and %s more after each move"):format(show.number(self.clock.left),
      show.number(self.clock.increment))
  end
  if self.time then return ("with %s %s a move"):format(show.number(self.time), self.time == 1 and "second" or "seconds") end
  return ("at level %d of %d"):format(self.level, level.most)
end

--- Announces the players.
function display:introduce()
  local name = self.session.game.name
  if self.as == "both" then return self:tell(("%s: you play both sides."):format(name)) end
  if self.as == "none" then return self:tell(("%s: the engine plays itself, %s."):format(name, self:strength())) end
  local other = self.as == "max" and "min" or "max"
  self:tell(("%s: you are %s; the engine is %s, %s."):format(name, names[self.as], names[other], self:strength()))
end

-- Numbers by their size, before all else.
local function by_number(a, b)
  local left, right = tonumber(a), tonumber(b)
  if left and right then return left < right end
  return left ~= nil and right == nil or not left and not right and a < b
end

-- What is shown of the moves: with their numbers, as wide as the last, where those can be typed.
local function texts_of(list, beginning, line)
  local texts, width = {}, #tostring(#list)
  for i, entry in ipairs(list) do
    if entry.label:sub(1, #beginning) == beginning then
      texts[#texts + 1] = (list.numbered and ("%%%dd "):format(width):format(i) or "") .. line(entry.label)
    end
  end
  if not list.numbered then table.sort(texts, by_number) end
  return texts
end

local function length(text) return utf8.len(text) or #text end

--- Lists the legal moves, unless they are too many; of those only some that begin so.
function display:show_moves(most, beginning)
  local list = self.session.moves
  if #list == 0 then return end
  if #list > most then return self:say(("%d moves; 'moves' lists them, 'moves ab' those that begin so"):format(#list)) end
  local texts, longest = texts_of(list, beginning or "", self.line), 0
  if #texts == 0 then return self:say(("no move begins with '%s'"):format(beginning)) end
  for _, text in ipairs(texts) do longest = math.max(longest, length(text) + (list.numbered and 1 or 0)) end
  for i, text in ipairs(texts) do texts[i] = text .. (" "):rep(longest - length(text)) end
  local each = math.max(1, (self.console.width() - 7) // (longest + 1))
  for i = 1, #texts, each do
    local line = table.concat(texts, " ", i, math.min(#texts, i + each - 1)):gsub("%s+$", "")
    self:say((i == 1 and "moves: " or "       ") .. line)
  end
end

--- Shows the position and its moves; at the end, the winner.
function display:show_board()
  self:say("\n" .. show.drawn(self.session.game, self.session.position) .. "\n")
  if self.session:outcome() then return self:show_end() end
  if self.as ~= "none" and not self:engines_turn() then self:show_moves(MOST_SHOWN) end
  if self.as == "none" or not self:engines_turn() then self:show_clocks() end
end

-- Seconds as people read clocks: 1:05, or 0:09.4 where tenths count.
local function shown_seconds(seconds)
  if seconds == math.huge then return "no clock" end
  local tenths = math.max(0, math.floor(10 * seconds))
  if tenths >= 200 then return ("%d:%02d"):format(tenths // 600, tenths // 10 % 60) end
  return ("%d:%02d.%d"):format(tenths // 600, tenths // 10 % 60, tenths % 10)
end

--- Shows the time left of both players, where there are clocks.
function display:show_clocks()
  if not self.clocks then return end
  self:say(("clock: MAX %s, MIN %s"):format(shown_seconds(self.clocks:left "max"), shown_seconds(self.clocks:left "min")))
end

-- How games end that no last move ends.
local hows = {
  ended = "the engine failed", silent = "the engine failed", illegal = "the engine failed", refused = "the engine failed",
  cycle = "the position has come again", resigned = "%s has resigned", time = "the time of %s is over", rules = nil,
}

--- Announces the winner, and the commands that remain.
function display:show_end()
  local over, times = self.session:outcome(), self.session.game.repeats or 2
  local parts = {}
  if self.session.resigned or self.session.late then
    parts[1] = hows[over.how]:format(names[self.session.resigned or self.session.late])
  elseif over.how == "cycle" and times > 2 then parts[1] = ("the position has occurred %d times"):format(times)
  else parts[1] = hows[over.how] end
  if not over.winner then parts[#parts + 1] = over.how == "agreed" and "a draw by agreement" or "a draw"
  elseif over.winner == self.as then parts[#parts + 1] = "you have won"
  else parts[#parts + 1] = names[over.winner] .. " has won" end
  if over.value then parts[#parts + 1] = ("value %s"):format(show.number(over.value)) end
  self:tell(("The game is over: %s."):format(table.concat(parts, ", ")))
  if self.as ~= "none" then self:tell(commands.at_end) end
end

--- Says what can be typed.
function display:show_help(rows)
  local cells = tables.map(rows, function(row) return { row.takes and row.name .. " " .. row.takes or row.name, row.help } end)
  local by = self.session.moves.numbered and "by its name, or its number in the list" or "by its name"
  table.insert(cells, 1, { "a move", by })
  self:say(table.concat(columns.lay(cells, { "", "" }, self.console.width()), "\n"))
  self:tell "A move that is called like one of these words goes first; '/word' is always the word."
end

return display
