--- What a person may type in a game, but moves. A row: name; also, other names; takes, what may follow it (nil: nothing); help;
-- run(table, rest), of the table at which is played (see gts.play.play) and the text that follows.

local clock = require "gts.base.clock"
local extensions = require "gts.base.extensions"
local level = require "gts.play.level"
local raised = require "gts.base.raised"
local results = require "gts.show.result"
local saved = require "gts.play.saved"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local worth = require "gts.play.worth"

local commands = {}

local function take_back(at, rest)
  local count = rest == "" and at:moves_back() or at:value_of(rest, "undo", schema.whole(1))
  if not count then return end
  local given_up, done = at:is_given_up(), at.session:back(count)
  if at.clocks then at.clocks:back(#at.session.played) end
  if done == 0 then at:say(given_up and "the game goes on" or "there is nothing to take back")
  else at:say(done == 1 and "1 move taken back" or ("%d moves taken back"):format(done)) end
  at:show_board()
end

local function hint(at)
  local r, wrong = at:think { time = 1 }
  if not r then return at:say(wrong) end
  local words = worth.words(at.session.game, r)
  local standing = results.standing(r)
  local value = r.value and ("%.3g (%s)"):format(r.value, standing) or r.estimate and standing or "unknown"
  at:say(("hint: %s, value %s%s"):format(at.line(r.entry.label), value, words and ": " .. words or ""))
end

local function analyze(at, rest)
  local seconds = rest == "" and 1 or at:value_of(rest, "analyze, for how many seconds", schema.seconds)
  if not seconds then return end
  if #at.session.moves == 0 then return at:say "the game is over" end
  local list, wrong = at.session:analyze { time = seconds }
  at:say(list and tostring(list) or wrong)
  if not list then return end
  local words = worth.of_moves(at.session.game, list)
  if words then at:say(("%s: %s"):format(at.line(list[1].label), words)) end
  at:say "values are from MAX's side; the best for the player to move comes first"
end

local function save(at, rest)
  if rest == "" then return at:say "which file? as in: save game.txt" end
  at.session.settings = at:settings()
  local ok, wrong = saved.save(at.session, rest)
  if not ok then return at:say(wrong) end
  local notes = tables.collect(commands.rows, function(row) return row.saved and row.saved:format(rest) end)
  at:say(("saved: %s%s"):format(rest, #notes > 0 and (" (%s)"):format(table.concat(notes, "; ")) or ""))
end

local function load_game(at, rest)
  if rest == "" then return at:say "which file? as in: load game.txt" end
  local ok, wrong = at:load(rest)
  if not ok then return at:say(wrong) end
  at:say(("loaded: %s"):format(rest))
  at:introduce()
  at:show_board()
end

local function swap(at)
  if at.as == "both" then return at:say "you play both sides; 'go' lets the engine move" end
  at.as = at.as == "max" and "min" or "max"
  at:introduce()
end

local function set_level(at, rest)
  if rest == "" then return at:introduce() end
  local value = at:value_of(rest, "level", schema.whole(1, level.most))
  if not value then return end
  at.level, at.time = value, nil
  at:introduce()
end

local function set_time(at, rest)
  if at.clocks then return at:say "time: the engine plays by the clock" end
  local value = at:value_of(rest, "time, in seconds", schema.seconds)
  if not value then return end
  at.level, at.time = nil, value
  at:introduce()
end

local function show_clock(at, rest)
  if rest ~= "" then
    if not clock.kind.fits(rest) then
      return at:say("clock: expected seconds and increment as in '60+1'" .. (", not '%s'"):format(rest))
    end
    if at.time then return at:say "clock: the engine has a time for each move; 'level N' ends that" end
    at:set_clock(clock.kind.normal(rest))
  elseif not at.clocks then return at:say "there is no clock; 'clock 60+1' begins one" end
  at:show_clocks()
end

local function resign(at)
  at.session:resign(at.as ~= "both" and at.as or nil)
  at:show_end()
end

local function offer_draw(at)
  if at.session:outcome() then return at:say "the game is over" end
  if at.as ~= "both" and at.offered ~= #at.session.played then
    local r, wrong = at:think { time = 1 }
    if not r then return at:say(wrong) end
    if not at:takes_draw(r) then return at:say "the engine plays on" end
  end
  at.session:agree()
  at:show_end()
end

local function begin_again(at)
  at.session:back(#at.session.played)
  at.offered, at.hopeless = nil, nil
  at:set_clock(at.clock)
  at:show_board()
end

local function list_played(at)
  local lines, width = {}, at.console.width()
  for i, entry in ipairs(at.session.played) do
    local part, last = ("%d. %s"):format(i, at.line(entry.label)), lines[#lines]
    local longer = last and last .. "  " .. part
    if last and (utf8.len(longer) or #longer) <= width then lines[#lines] = longer else lines[#lines + 1] = part end
  end
  at:say(#lines > 0 and table.concat(lines, "\n") or "no moves yet")
end

--- All rows, and their names.
commands.names = {}
commands.rows = {
  { name = "help", also = { "?", "h" }, help = "this list", run = function(at) at:show_help(commands.rows) end },
  { name = "board", help = "the position again", run = function(at) at:show_board() end },
  { name = "moves", takes = "[AB]", help = "all legal moves, or those that begin so",
    run = function(at, rest) at:show_moves(math.huge, rest) end },
  { name = "undo", also = { "back" }, takes = "[N]", help = "takes your last move back, or the last N moves", run = take_back },
  { name = "hint", help = "what the engine would play, after a second", run = hint },
  { name = "analyze", also = { "analyse" }, takes = "[SECONDS]", help = "all moves with their values", run = analyze },
  { name = "go", help = "the engine moves for you", run = function(at) at:engine_moves() end },
  { name = "swap", help = "changes sides with the engine", run = swap },
  { name = "level", takes = "N", help = ("how well the engine plays: 1 to %d"):format(level.most), run = set_level },
  { name = "time", takes = "SECONDS", help = "how long it thinks, as well as it can", run = set_time },
  { name = "clock", takes = "[S+I]", help = "the time left of both; with seconds and increment, as 60+1: begins anew",
    run = show_clock },
  { name = "save", takes = "FILE", help = "keeps the game in a file", run = save },
  { name = "load", takes = "FILE", help = "goes on with one", run = load_game },
  { name = "history", help = "the moves so far", run = list_played },
  { name = "resign", help = "gives the game up", run = resign },
  { name = "draw", help = "offers a draw, or takes one", run = offer_draw },
  { name = "new", help = "begins again", run = begin_again },
  { name = "quit", also = { "exit", "q" }, help = "leaves; so does Ctrl-D", run = function(at) at.left = true end },
}

local by_name = {}
local function note(row)
  by_name[row.name] = row
  for _, name in ipairs(row.also or {}) do by_name[name] = row end
end
for i, row in ipairs(commands.rows) do commands.names[i] = note(row) or row.name end

-- Those of extensions; and what they say of the end of a game.
local ends = {}
local added = extensions.rows("play_commands", function(name) return by_name[name] ~= nil end)
for _, row in ipairs(added) do
  function row.run(at, rest)
    local made, wrong = extensions.load(row, { run = "function" })
    if not made then return at:say(wrong) end
    local ok, problem = pcall(made.run, at, rest)
    if ok then return end
    raised.pass_on(problem)
    at:say(("extension '%s': %s"):format(row.extension.name, raised.text(problem)))
  end
  note(row)
  ends[#ends + 1] = row.at_end and ("'%s' %s, "):format(row.name, row.at_end)
end
extensions.place(added, { commands.names })
for i, name in ipairs(commands.names) do commands.rows[i] = by_name[name] end

--- What can be typed when the game is over.
commands.at_end = table.concat(ends)
  .. "'new' begins again, 'undo' takes a move back, 'save FILE' stores the game, 'quit' leaves."

--- The row of a name, or of the beginning of a single one.
function commands.find(name)
  if by_name[name] then return by_name[name] end
  local found
  for _, row in ipairs(#name > 1 and commands.rows or {}) do
    if row.name:sub(1, #name) == name then
      if found then return nil end
      found = row
    end
  end
  return found
end

return commands
