--- Drawings of what gts finds: see gts.draw.

local board = require "gts.show.board"
local board_svg = require "gts.show.board_svg"
local clean = require "gts.show.clean"
local core = require "gts.core"
local evidence = require "gts.lab.evidence"
local game = require "gts.game"
local images = require "gts.lab.images"
local moves = require "gts.moves"
local picture = require "gts.lab.picture"
local record = require "gts.lab.record"
local refusal = require "gts.base.refusal"
local schema = require "gts.base.schema"
local steps = require "gts.lab.steps"
local svg = require "gts.show.svg"
local tables = require "gts.base.tables"
local tree_dot = require "gts.show.tree_dot"
local tree_svg = require "gts.show.tree_svg"
local tree_text = require "gts.show.tree_text"
local words = require "gts.base.words"

local need = refusal.need

local draw = {}

--- The formats.
draw.formats = { "text", "svg", "dot", "html" }

local all_of = "; the tree is folded to fit; inf: the whole"

--- The options.
draw.options = {
  { name = "file", kind = schema.text, help = "write it into this file" },
  { name = "root", kind = schema.text, help = "draw the tree below this node only: its path, as in 2.1; of a book, moves" },
  { name = "trees", kind = schema.one_of { "max", "min", "critical" },
    help = "mark the max or the min solution tree, or both: the critical tree" },
  { name = "symmetric", kind = schema.flag, default = false,
    help = "of successors that are images of one another (rules.symmetries) draw only one, and for how many" },
  { name = "show", kind = schema.flag, default = false, help = "show the positions in the nodes" },
  { name = "width", kind = schema.number(200), default = 1200, help = "pixels that SVG may be wide" .. all_of },
  { name = "height", kind = schema.number(200), help = "pixels that the tree in SVG may be high; default 2000; as --width: inf" },
  { name = "lines", kind = schema.count(1), default = 150, help = "lines of text, or nodes of DOT" .. all_of },
  { name = "breadth", kind = schema.count(1), default = 12,
    help = "children of a node that are shown one by one in a folded tree" },
}

local say = { unknown = "unknown option %s of gts.draw%s", what = "option '%s' of gts.draw" }

local MARGINS = 76              -- of SVG, left and right, with the names of the players
local HEIGHT = 2000             -- of a tree in SVG
local LETTERS = 32              -- of the name of a move, and of a line of a position, where a tree is folded to fit
local BESIDE = 140              -- pixels for the siblings of a node
local DEEPEST = 40              -- plies that text shows, for each moves a line to the right

local WHOLE = 400               -- nodes of a tree, up to which the values of leaves are shown that the search has not visited

local function count(item) return 1 + #(item.shown or {}) + tables.sum(item.children or {}, count) end
local function depth(item) return 1 + math.max(0, table.unpack(tables.map(item.children or {}, depth))) end

-- What makes the picture of something that is no recording; nil where nothing does. Proofs lie below this module.
local function picture_of(what)
  local meta = getmetatable(what)
  if type(meta) ~= "table" then return nil end
  return meta.__picture or meta.__name == "gts.proof" and evidence.of or nil
end

-- The picture of a recording, a proof or a book, folded until it fits (nil: all of it), with names of at most `letters` letters.
local function fitted(recording, all, fits, letters)
  if not record.is_recording(recording) then
    return picture_of(recording)(recording, fits, { root = all.root, show = all.show, letters = fits and (letters or LETTERS) })
  end
  return picture.of(recording, { root = all.root, trees = all.trees, show = all.show, fits = fits,
    symmetric = all.symmetric, breadth = fits and all.breadth or math.huge, letters = fits and (letters or LETTERS),
    whole = recording.game.tree and record.whole(recording, WHOLE) })
end

local formats = {}

function formats.svg(recording, all)
  local most, highest = all.width - MARGINS, all.height or all.width < math.huge and HEIGHT or math.huge
  local made, wrong = fitted(recording, all, math.min(most, highest) < math.huge and function(root)
    local width, height = tree_svg.lay(root)
    return width <= most and height <= highest
  end or nil, math.max(6, math.min(LETTERS, (most - BESIDE) / 7 // 1)))
  return made and tree_svg.draw(made), wrong
end

function formats.text(recording, all)
  local made, wrong = fitted(recording, all, all.lines < math.huge and function(root)
    return count(root) <= all.lines and depth(root) <= DEEPEST
  end or nil)
  return made and clean.visible(tree_text.draw(made)), wrong
end

function formats.dot(recording, all)
  local made, wrong = fitted(recording, all, all.lines < math.huge and function(root)
    return count(root) <= all.lines
  end or nil)
  return made and tree_dot.draw(made), wrong
end

local function is_pair(what)
  if type(what) ~= "table" or #what < 1 or #what > 2 then return false end
  return not tables.any(what, function(one) return not record.is_recording(one) end)
end

local function title_of(list)
  local ids = tables.map(list, function(recording) return recording.options.algorithm end)
  return ("%s on %s, step by step"):format(table.concat(ids, " and "), list[1].game.name)
end

-- The page to step through searches, which stands beside this module. Its style and script have an empty nonce, to be filled in
-- where it is put into another.
local file = select(2, ...):gsub("[^/]*$", "") .. "stepping.html"
local template

function formats.html(what, all)
  if not template then
    local f <close> = assert(io.open(file, "rb"))
    template = f:read "a"
  end
  local list = record.is_recording(what) and { what } or what
  local parts = { TITLE = svg.escape(title_of(list)), DATA = steps.data(list, all) }
  return (template:gsub("@(%u+)@", parts))
end

--- Returns why a search cannot be drawn with the option `symmetric`; nil if it can.
function draw.misfit_of_symmetric(of, format)
  if format == "html" then return "'symmetric' goes with 'text', 'svg' and 'dot': a page shows each step" end
  return images.misfit(of)
end

-- What of some options does not go with what is drawn, or with the format; nil if nothing.
local function misfit(what, format, all)
  local pictured = picture_of(what)
  local name = pictured and getmetatable(what).__name:gsub("^gts%.", "a ")
  if pictured and format == "html" then return ("%s has no steps, and so no page"):format(name) end
  if pictured then return all.symmetric and ("'symmetric' goes with the recording of a search, not with %s"):format(name) end
  if is_pair(what) and what[#what].game ~= what[1].game then return "the two recordings are not of one game" end
  if format ~= "html" and is_pair(what) then return "a list of recordings makes a page: the format is 'html'" end
  return all.symmetric and draw.misfit_of_symmetric((what.game or what[1].game), format)
end

local of_board = { draw.options[1], { name = "position", kind = schema.any "a position" } }

-- The board of a game at a position.
local function draw_board(of, format, given)
  local all = need(schema.check(of_board, given, say))
  local position = all.position
  if position == nil then position = moves.start(of) end
  if format ~= "svg" then refusal.refuse("gts.draw: a board is drawn as 'svg'; gts.show gives its text") end
  local made, wrong = board.of(of, position, {})
  if not made then refusal.refuse("gts.draw: %s", wrong or of.name .. " has no rules.board") end
  return board_svg.draw(made, of.name)
end

-- What can be drawn as it is, or by its own `__draw`.
local function painter_of(what)
  if game.is_game(what) then return draw_board end
  local meta = getmetatable(what)
  if type(meta) == "table" and meta.__draw then return meta.__draw end
  if not record.is_recording(what) and not is_pair(what) and not picture_of(what) then return nil end
  return function(recording, format, given)
    local all = need(schema.check(draw.options, given, say))
    local wrong = misfit(recording, format, all)
    if wrong then refusal.refuse("gts.draw: %s", wrong) end
    return formats[format](recording, all)
  end
end

local function check(what, format, given)
  if not words.contains(draw.formats, format) then
    refusal.refuse("gts.draw: the format is %s: expected one of '%s'", words.quote(format), table.concat(draw.formats, "', '"))
  end
  if type(given) ~= "table" then refusal.refuse("gts.draw: the options are %s: expected a table", words.quote(given)) end
  if not painter_of(what) then
    refusal.refuse("gts.draw: %s cannot be drawn: expected what gts.record, gts.compare, gts.experiment, gts.review or "
      .. "gts.book gives, a proof, or a game", words.quote(what))
  end
end

local function try(what, format, given)
  local is_tree = game.is_game(what) and what.tree              -- by itself it is drawn with its minimax values
  if is_tree then what = need(record.try(what, { algorithm = "minimax", most = math.huge })) end
  check(what, format, given)
  local text = need(painter_of(what)(what, format, given))
  if given.file then need(core.files.write(given.file, text)) end
  return text
end

--- Draws something: see gts.draw; or returns nil and what is wrong.
function draw.try(what, format, given) return refusal.caught(try, what, format, given == nil and {} or given) end

--- See gts.draw.
function draw.draw(what, format, given)
  local text, wrong = draw.try(what, format, given)
  return text or error(wrong, 2)
end

return draw
