--- Puzzles at the prompt: shows a board, asks for the move, and says what is wrong with another one.

local columns = require "gts.show.columns"
local consoles = require "gts.play.console"
local report = require "gts.review.puzzle_report"
local session = require "gts.play.session"
local show = require "gts.show.text"

local trainer = {}

local HELP = "Type a move; or 'solution', 'next', 'board' or 'quit'. A move that is called like one of these words goes first"

local Trainer = {}
Trainer.__index = Trainer

function Trainer:say(text)
  for _, line in ipairs(columns.wrap(report.sentence(text), self.console.width())) do self.console.say(line) end
end

function Trainer:show(row)
  self.console.say(("\nPuzzle %d of %d: %s\n"):format(row.number, #self.list, report.task(row)))
  self.console.say(show.drawn(self.game, row.position) .. "\n")
end

-- Answers a move. Returns true if it was the right one.
function Trainer:answer(row, entry)
  if entry.label == row.move then
    self:say(("Right: %s"):format(report.solution(row)))
    return true
  end
  for _, one in ipairs(row.others) do
    if one.move == entry.label then self:say(("Wrong: %s"):format(report.refutation(row, one, session.even(self.game)))) end
  end
  return false
end

-- Each word that may be typed: it returns true if the next puzzle is due.
local words = {
  help = function(self) self:say(HELP) end,
  board = function(self, row) self:show(row) end,
  next = function() return true end,
  solution = function(self, row)
    self:say(("The move is %s"):format(report.solution(row)))
    return true
  end,
  quit = function(self)
    self.left = true
    return true
  end,
}
words.exit, words.q = words.quit, words.quit

-- Asks until the puzzle is over. Returns true if the first move typed was right.
function Trainer:ask(row)
  local s, first = assert(session.new(self.game, { position = row.position, player = row.player })), true
  local choices = { "solution", "next", "board", "help", "quit", table.unpack(session.labels(s.moves)) }
  self:show(row)
  while true do
    local text = self.console.read(row.player == "max" and "MAX> " or "MIN> ", choices)
    if text == nil then
      self.left = true
      return false
    end
    text = (text or ""):match "^%s*(.-)%s*$"
    local entry, wrong = nil, nil
    if text ~= "" then entry, wrong = s:find(text) end
    local word = not entry and words[text:lower()]
    if entry then
      if self:answer(row, entry) then return first end
      first = false
    elseif word then
      if word(self, row) then return false end
    elseif wrong then self:say(wrong .. "; 'help' says what else can be typed") end
  end
end

--- Goes through puzzles until they are done, or the person leaves. Returns how many were solved by the first move.
function trainer.run(of, list)
  local self = setmetatable({ game = of, list = list, console = consoles.get() }, Trainer)
  local solved, asked = 0, 0
  if #list > 0 then self:say(HELP) end
  for _, row in ipairs(list) do
    if self.left then break end
    solved, asked = solved + (self:ask(row) and 1 or 0), asked + 1
  end
  self:say(("%d of %d puzzles solved at the first attempt"):format(solved, self.left and asked - 1 or asked))
  return solved
end

return trainer
