--- What a command was given: its game, the position that it is about, and players.

local arguments = require "gts.program.arguments"
local games = require "gts.game"
local guard = require "gts.program.guard"
local literal = require "gts.base.literal"
local moves = require "gts.moves"
local outcome = require "gts.program.outcome"
local tree = require "gts.tree"

local operands = {}

--- The rows of the options by which a command says which position is meant, for operands.position.
operands.position_options = {
  { name = "position", raw = true, value = "TEXT",
    help = "starting position: as gts.write writes it, or data as in Lua" },
  { name = "after", raw = true, value = "MOVES",
    help = "start after these moves, separated by spaces or commas; double quotes hold a name together" },
}

-- Of a tree that is written out, as in {{3, 12}, {2, 4}}.
local function written_tree(text, options)
  local spec, wrong = literal.value(text)
  if wrong then outcome.stop("the tree cannot be read: " .. wrong) end
  if next(options) ~= nil then outcome.stop "a tree that is written out takes no options" end
  return tree.make(spec)
end

--- A tree as a command takes one in the place of a game: nested lists, `{{3,12,8},{2,4,6},{14,5,2}}`; or the word `tree`, and
-- behind it the fields of gts.tree, as in `tree branching=3 depth=4 seed=1`. `name`: as it was typed; `options`: what stood
-- behind it as NAME=VALUE. Returns the game; nil if the name is of no tree. What is wrong with a tree ends the command.
function operands.tree(name, options)
  if name ~= "tree" and not name:find "^%s*{" then return nil end
  local made, wrong
  if name ~= "tree" then made, wrong = written_tree(name, options)
  elseif next(options) ~= nil then made, wrong = tree.make(options)
  else outcome.stop "the tree needs branching and depth, as in 'tree branching=3 depth=4'" end
  return made or outcome.stop("the tree: " .. wrong)
end

--- A game by its name or file, with its options, or a tree; without one the command ends. What its file says against options
-- comes without a place: that is no error of the file.
function operands.game_of(terminal, name, options)
  local made_tree = operands.tree(name, options)
  if made_tree then return made_tree end
  local ok, made, wrong, misnamed = guard.call(terminal, games.make, name, options)
  if ok and made then return made end
  if ok then outcome.stop(wrong, misnamed and outcome.USAGE or outcome.ERROR) end
  if type(made.error) == "string" and not made.error:find("^[^\n]*:%d+:") then outcome.stop(made.error) end
  outcome.stop(made.text, outcome.ERROR, made.traceback)
end

--- The game of a call; without one the command ends.
function operands.game(call, terminal) return operands.game_of(terminal, call.game, call.game_options) end

-- A position from its text, or from data as in Lua, which is of the kind of the first position.
local function read(game, text)
  local position, wrong = moves.read(game, text)
  if position == nil then
    position = arguments.literal(text)
    if type(position) == "string" then outcome.stop(wrong) end
  end
  local is, expected = type(position), type(moves.start(game))
  if is ~= expected then
    outcome.stop(("option '--position' is a %s: the first position of %s is a %s"):format(is, game.name, expected))
  end
  return position
end

--- The position that a call is about, by its options position and after; nil: the start of the game. If there is no such position
-- the command ends.
function operands.position(call, game)
  local position = call.options.position and read(game, call.options.position)
  if not call.options.after then return position end
  local after, wrong = moves.play_text(game, position, call.options.after)
  if after == nil then outcome.stop(wrong) end
  return after
end

-- Options of players that are what is typed, and no values of Lua: 60+1 is no sum.
local texts = { clock = true, engine = true, args = true, protocol = true, name = true }

local function add(options, text)
  local name, value = text:match "^(.-)=(.*)$"
  options[name or text] = name and value or true
  return options
end

--- Reads a player: `random`, or options as NAME:VALUE with commas; a word alone is a file or game to search by. See gts.match.
function operands.player(text)
  if text == "random" then return "random" end
  local options = {}
  for part in text:gmatch "[^,]+" do
    local name, value = part:match "^([%a_][%w_]*):(.*)$"
    if texts[name] then options[name] = value
    elseif name == "option" then options.option = add(options.option or {}, value)
    elseif name then options[name] = arguments.literal(value) else options.game = part end
  end
  return options
end

return operands
