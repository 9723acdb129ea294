--- Speaks GTP to an engine: see gts.engines.speak_uci, whose speakers have the same form.
--
-- The engine keeps the board: it is sent the moves that it has not seen, and when moves were taken back all of them.
-- Source: "GTP, the Go Text Protocol", version 2 (G. Farnebäck, 2002). MAX has the colour that begins.

local core = require "gts.core"
local dialects = require "gts.engines.dialects"
local engine = require "gts.engines.engine"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local speak_gtp = {}

local MOST = 1 << 20            -- bytes of an answer: the lines beyond are passed over
local LONGEST = 1 << 30         -- seconds, as engines read them

local Speaker = {}
Speaker.__index = Speaker

-- Sends a command; its answer, a line at least, and whether it succeeded.
local function ask(self, seconds, format, ...)
  local deadline, parts, size = core.clock() + seconds, {}, 0
  self.engine:send(format:format(...), self.patience)
  while true do
    local line = self.engine:line(deadline, seconds)
    local mark, rest = line:match "^([=?])%d*(.*)$"
    size = size + #line
    if mark and #parts == 0 then parts.good, parts[1] = mark == "=", words.trim(rest)
    elseif #parts > 0 and line:find "^%s*$" then return table.concat(parts, "\n"), parts.good
    elseif #parts > 0 and size <= MOST then parts[#parts + 1] = line end
  end
end

-- A command that must not fail.
local function demand(self, ...)
  local answer, good = ask(self, self.patience, ...)
  if not good then engine.fail("refused", "it answers %s to '%s'", engine.shown(answer), (...):format(select(2, ...))) end
  return answer
end

--- Begins to speak. See gts.engines.speak_uci.
function speak_gtp.new(to, _, how)
  local self = setmetatable({ engine = to, dialect = how.dialect, patience = how.start, wait = how.wait, told = {}, sent = {},
    colours = dialects.colours(how.dialect) }, Speaker)
  demand(self, "name")
  local known = tables.set(words.split(demand(self, "list_commands")))
  self.known = known
  if known.set_game then
    if not (how.dialect and how.plain) then engine.fail("refused", "what it calls this game is not known") end
    demand(self, "set_game %s", how.dialect.variant)
  end
  if how.size and known.boardsize then demand(self, "boardsize %d", how.size) end
  if next(how.option) then engine.fail("refused", "protocol gtp has no options") end
  demand(self, "clear_board")
  self.patience = how.wait
  return self
end

--- Begins a game.
function Speaker:begin()
  demand(self, "clear_board")
  self.sent, self.timed = {}, false
end

local function send_moves(self, s)
  if s.first ~= nil then engine.fail("refused", "it can play from the start of the game only") end
  for i, label in ipairs(self.sent) do
    if not s.played[i] or s.played[i].label ~= label then
      self:begin()
      break
    end
  end
  for i = #self.sent + 1, #s.played do
    local entry = s.played[i]
    local word = dialects.write(self.dialect, entry.label, entry.before)
    if word then demand(self, "play %s %s", self.colours[entry.player], word) end
    self.sent[i] = entry.label
  end
end

local function whole(seconds) return math.floor(math.max(1, math.min(seconds, LONGEST))) end

local function send_time(self, s, limits)
  local of = limits.clock
  if of and self.known.time_left then
    if not self.timed and self.known.time_settings then demand(self, "time_settings %d 0 0", whole(of.left)) end
    self.timed = true
    demand(self, "time_left %s %d 0", self.colours[s.player], whole(of.left))
  elseif limits.time and self.known.time_settings then
    demand(self, "time_settings 0 %d 1", whole(limits.time + 0.5))
  end
  return of and of.left or limits.time or 0
end

--- Has it choose a move. See gts.engines.speak_uci. Limits of nodes and depth are not passed on.
function Speaker:choose(s, limits)
  if #s.moves == 1 and not dialects.write(self.dialect, s.moves[1].label, s.position) then return s.moves[1] end
  send_moves(self, s)
  local allowed = send_time(self, s, limits) + self.wait
  local answer, good = ask(self, allowed, "genmove %s", self.colours[s.player])
  if not good then engine.fail("refused", "it answers %s to 'genmove'", engine.shown(answer)) end
  if answer:lower() == "resign" then engine.fail("resigned", "it has resigned") end
  local entry = dialects.find(self.dialect, s, answer)
  if not entry then engine.fail("illegal", "it plays %s, which is no move there", engine.shown(answer)) end
  self.sent[#s.played + 1] = entry.label
  return entry
end

return speak_gtp
