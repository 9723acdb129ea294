--- gts profile: what an inventor of a game wants to know about it.

local answer = require "gts.program.answer"
local core = require "gts.core"
local gts = require "gts"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local outcome = require "gts.program.outcome"
local page = require "gts.program.page"
local profile = require "gts.profile.profile"
local show = require "gts.show.text"
local status = require "gts.program.status"
local tables = require "gts.base.tables"

local rows = options.of(profile.options, { progress = true }, { players = { name = "players", value = "PLAYER",
  implied = "level:6", help = "player of the games, against itself: level:6, options of gts.best as nodes:1000, or random" } })
rows[#rows + 1] = { name = "html", value = "FILE", help = "write a page with the board, figures and charts here, too" }

local function shown(report, title)
  return { text = ("%s, %s: %s of %s"):format(title, report.stage, show.count(report.done), show.count(report.total)),
    seconds = report.seconds }
end

local function profile_of(terminal, game, asked)
  return status.counting(terminal, function(tell)
    return profile.try(game, tables.copy(asked, { progress = tell and function(report) tell(shown(report, game.name)) end }))
  end)
end

-- The page of a game begins with its board, where it has one.
local function write(file, what, game)
  local html = file and getmetatable(what).__draw(what, "html")
  local board = html and game.board and gts.draw(game, "svg") or ""
  if html then outcome.need(core.files.write(file, (html:gsub("</h1>", function(tag) return tag .. board end, 1)))) end
end

-- Two profiles, as far as the first was not interrupted.
local function both(call, terminal, game, asked)
  local other = call.arguments["OTHER"]
  local list, made = { game, other and operands.game_of(terminal, other.name, other.options) }, {}
  for i, of in ipairs(list) do
    local wrong
    made[i], wrong = profile_of(terminal, of, asked)
    if not made[i] then return nil, wrong end
    if made[i].stopped == "interrupted" then break end
  end
  return made, #made == #list and other ~= nil
end

return {
  name = "profile", summary = "a report on a game: is it fair, long, deep, dramatic?", game = true, json = true,
  arguments = { { name = "OTHER", game = true, help = "another game, with its options, to compare with: which figures differ by "
    .. "more than chance?" } },
  options = rows,
  details = "Balance, length, choice, drama, skill and size, each figure with its 95 % interval, or exact where the game is "
    .. "small enough. gts help results defines each. Ctrl-C, or the time limit, leaves the figures that are known, and says what "
    .. "is missing. With --json: one object a line, of two games three. The exit code is 1 after an error of the rules.",
  examples = {
    { "gts profile tictactoe --games 20 --skill false", "a report" },
    { "gts profile connect4 --html report.html --workers 0", "with charts, by all processors", long = true },
    { "gts profile connect4 columns=6 connect4 columns=7 --games 400", "what does one column more change?", long = true },
  },
  run = function(call, terminal)
    local asked = tables.copy(call.options)
    local html = asked.html
    asked.html, asked.players = nil, asked.players and operands.player(asked.players) or nil
    outcome.writable(html)
    local game = operands.game(call, terminal)
    local made, paired = both(call, terminal, game, asked)
    if not made then return nil, paired end
    local comparison = paired and made[1]:compare(made[2]) or nil
    if call.json then
      for _, one in ipairs { made[1], made[2], comparison } do answer.list(call, one) end
    elseif comparison then page.show(comparison:text(page.width()))
    else page.show(made[1]:text(page.width())) end
    write(html, comparison or made[1], game)
    local code = outcome.OK
    for _, one in ipairs(made) do
      for _, text in ipairs(one.errors) do outcome.complain(text) end
      if #one.errors > 0 then code = outcome.ERROR end
    end
    return made[#made].stopped == "interrupted" and outcome.INTERRUPTED or code
  end,
}
