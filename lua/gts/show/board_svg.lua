--- A board as SVG; and the shapes of its pieces, in a square of 100 x 100, which the page takes too.
--
-- A shape has the colours of its side by the names --fill, --edge and --mark, as CSS reads them; a drawing has them put in.

local keys = require("gts.base.words").keys
local svg = require "gts.show.svg"

local board_svg = {}

local CELL, LABEL, RIM = 48, 24, 8      -- pixels: a cell, the room for labels, the rim where there are none
local INK, SOFT, FRAME, CELLS, WELL = "#20242a", "#333a42", "#aebbb1", { "#dfe5df", "#d2dbd3" }, "#f4f2ee"

local PAINT = 'fill="var(--fill)" stroke="var(--edge)"'
local DISC = '<circle cx="50" cy="50" r="44" stroke-width="4" ' .. PAINT .. "/>"
local RING = '<circle cx="50" cy="50" r="24" fill="none" stroke="var(--mark)" stroke-width="7"/>'
local CROWN = "M14 78 L8 30 L30 52 L50 18 L70 52 L92 30 L86 78 Z"
local BAR = '<path d="M22 22 L78 78 M78 22 L22 78" stroke="var(--fill)" stroke-width="17" stroke-linecap="round"/>'
local CHOCOLATE = '<rect width="100" height="100" rx="12" fill="#7a4a2b"/>'
  .. '<rect x="16" y="16" width="68" height="68" rx="8" fill="#8f5a36"/>'

local function glyph(code, paint)
  return ('<text x="50" y="80" text-anchor="middle" font-size="88" %s>%s\u{FE0E}</text>'):format(paint or PAINT, utf8.char(code))
end

--- The shapes: name -> SVG. The two sides differ without colour, too: stones of MIN are "ringed".
board_svg.shapes = {
  line = "", box = "", gap = "", stone = DISC, ringed = DISC .. RING, cross = BAR, chocolate = CHOCOLATE,
  pawn = ('<path d="M50 44 C40 54 42 64 28 80 L72 80 C58 64 60 54 50 44 Z M24 80 h52 v10 h-52 Z" %s stroke-width="4"/>'
    .. '<circle cx="50" cy="30" r="18" %s stroke-width="4"/>'):format(PAINT, PAINT),
  queen = ('<path d="%s" %s stroke-width="5"/><rect x="14" y="80" width="72" height="10" rx="4" %s stroke-width="4"/>')
    :format(CROWN, PAINT, PAINT),
  king = DISC .. ('<path d="%s" transform="translate(24 24) scale(.52)" fill="var(--mark)"/>'):format(CROWN),
  rook = glyph(0x265C), bishop = glyph(0x265D), knight = glyph(0x265E),
  ring = '<circle cx="50" cy="50" r="31" fill="none" stroke="var(--fill)" stroke-width="16"/>',
  block = '<rect width="100" height="100" rx="8" fill="var(--fill)"/>',
  dot = '<circle cx="50" cy="50" r="38" fill="var(--ink)"/>',
  poison = CHOCOLATE .. glyph(0x2620, 'fill="#fff"'),
}

--- The shapes as symbols of SVG, for <use> in a page: the name with "piece-" before it.
function board_svg.symbols()
  local parts = {}
  for _, name in ipairs(keys(board_svg.shapes)) do
    parts[#parts + 1] = ('<symbol id="piece-%s" viewBox="0 0 100 100">%s</symbol>'):format(name, board_svg.shapes[name])
  end
  return table.concat(parts, "\n")
end

local paints = {
  max = { fill = "#27488f", edge = "#16295a", mark = "#8fabe8", ink = INK },
  min = { fill = "#ef9a3a", edge = "#8f4d05", mark = "#8f4d05", ink = INK },
  [""] = { fill = "#59616b", edge = INK, mark = WELL, ink = INK },
}

local function text(x, y, size, content)
  return svg.element("text", { x = x, y = y, ["font-size"] = size, ["text-anchor"] = "middle", fill = SOFT }, svg.escape(content))
end

-- A number of seeds, from the middle outwards, and the number itself.
local function seeds(count, colour)
  local parts, few = {}, count <= 8
  for i = 0, math.min(count, 24) - 1 do
    local far, turn = (few and 12 or 8.7) * math.sqrt(i + .4), 2.4 * i
    parts[i + 1] = svg.element("circle", { cx = 50 + far * math.cos(turn), cy = 44 + far * math.sin(turn), r = few and 9 or 6.5,
      fill = colour.fill, stroke = colour.edge, ["stroke-width"] = 1.5 })
  end
  return table.concat(parts) .. text(50, 99, 24, count)
end

-- A piece by its name, in the middle of (x, y).
local function piece(name, x, y)
  local side, what = name:match "^(m[ai][xn])%s*(.*)$"
  if not side or not paints[side] then side, what = "", name end
  if what == "" or what == "stone" then what = side == "min" and "ringed" or "stone" end
  local count, shape = what:match "^%d+$" and tonumber(what), board_svg.shapes[what]
  if not count and not shape then return text(x, y + 4, 12, what) end
  local drawn = count and seeds(count, paints[side]) or shape:gsub("var%(%-%-(%l+)%)", paints[side])
  local size = CELL * .86
  return ('<g transform="translate(%s %s) scale(%s)">%s</g>'):format(svg.number(x - size / 2), svg.number(y - size / 2),
    svg.number(size / 100), drawn)
end

-- Where cells are, by shape: the middle of a cell, and what lies below its piece. Rows and columns are from 0.
local function square(x, y, width, height, fill)
  return svg.element("rect", { x = x - width / 2, y = y - height / 2, width = width, height = height, rx = 3, fill = fill })
end

local layouts = {}

local function in_rows(ground)
  return function()
    return function(row, column, name)
      local x, y = (column + .5) * CELL, (row + .5) * CELL
      return x, y, name == "gap" and "" or ground(x, y, CELLS[(row + column) % 2 + 1])
    end
  end
end

layouts.squares = in_rows(function(x, y, fill) return square(x, y, CELL - 2, CELL - 2, fill) end)
layouts.wells = in_rows(function(x, y) return svg.element("circle", { cx = x, cy = y, r = CELL / 2 - 1.5, fill = WELL }) end)

-- From row to row half a cell to the right.
function layouts.hexagons()
  return function(row, column)
    local x, y, w, h = (column + .5 + row / 2) * CELL, (row * .866 + .5774) * CELL, CELL / 2 - 1, CELL / 2 - 1
    local points = {}
    for i, point in ipairs { { 0, -1.1547 }, { 1, -.5774 }, { 1, .5774 }, { 0, 1.1547 }, { -1, .5774 }, { -1, -.5774 } } do
      points[i] = svg.number(x + w * point[1]) .. "," .. svg.number(y + h * point[2])
    end
    return x, y, svg.element("polygon", { points = table.concat(points, " "), fill = CELLS[1] })
  end
end

-- Dots, and between them lines, and boxes between lines.
function layouts.lines()
  local thin, wide = CELL / 3, CELL * 1.4
  local function middle(i) return (i + 1) // 2 * thin + i // 2 * wide + (i % 2 == 0 and thin or wide) / 2 end
  return function(row, column, name)
    local x, y = middle(column), middle(row)
    local width, height = column % 2 == 0 and thin or wide, row % 2 == 0 and thin or wide
    if name == "dot" then return x, y, svg.element("circle", { cx = x, cy = y, r = thin * .38, fill = INK }), true end
    return x, y, square(x, y, width * .9, height * .9, name:find "line$" and INK or name:find "box$" and "#e3efee" or CELLS[1])
  end
end

--- A board (see gts.show.board) as a drawing by itself, which needs nothing else to be looked at.
-- @tparam table of columns, rows, cells, shape, across and down
-- @tparam string title
-- @treturn string SVG
function board_svg.draw(of, title)
  local layout, parts, right, bottom = layouts[of.shape](), {}, 0, 0
  local left, top = of.down and LABEL or RIM, of.across and of.shape == "hexagons" and LABEL or RIM
  for row = 0, of.rows - 1 do
    for column = 0, of.columns - 1 do
      local name = of.cells[row * of.columns + column + 1]
      local x, y, ground, done = layout(row, column, name)
      parts[#parts + 1] = ground
      if name ~= "" and not done then parts[#parts + 1] = piece(name, x, y) end
      right, bottom = math.max(right, x), math.max(bottom, y)
      if of.down and column == 0 then parts[#parts + 1] = text(x - CELL / 2 - 11, y + 5, 14, of.down[row + 1]) end
      if of.across and top == LABEL and row == 0 then parts[#parts + 1] = text(x, -6, 14, of.across[column + 1])
      elseif of.across and top ~= LABEL and row == of.rows - 1 then
        parts[#parts + 1] = text(x, y + CELL / 2 + 17, 14, of.across[column + 1])
      end
    end
  end
  local half = of.shape == "lines" and CELL / 6 or of.shape == "hexagons" and CELL * .5774 or CELL / 2
  local width = left + right + (of.shape == "lines" and half or CELL / 2) + RIM
  local height = top + bottom + half + (of.across and top ~= LABEL and LABEL or RIM)
  local frame = svg.element("rect", { width = width, height = height, fill = FRAME })
  return svg.document(width, height, title, "", frame .. ('<g transform="translate(%d %d)">%s</g>'):format(left, top,
    table.concat(parts)))
end

return board_svg
