--- Dots and boxes: draw a line between two dots; a player who completes a box owns it and draws again. The value is by how many
-- boxes MAX is ahead. On boards with at most 60 lines.
--
-- A position is two integers: the lines that are drawn, one bit each, with TURN if MIN is to move; and the score. Lines are
-- numbered row by row, above the boxes of a row and then between them: of 2 x 2 boxes
--
--     +1 +2 +
--     3  4  5
--     +6 +7 +
--     8  9  10
--     +11+12+

local gts = require "gts"

return gts.with_options({
  columns = { 2, 1, 19, "columns of boxes" },
  rows = { 2, 1, 19, "rows of boxes" },
}, function(options)
  local columns, rows = options.columns, options.rows
  local wide = 2 * columns + 1          -- lines of a row, above and between its boxes
  local count, boxes = wide * rows + columns, columns * rows
  if count > 60 then return nil, "options 'columns' and 'rows' make more than 60 lines" end
  local TURN = 1 << count

  -- Each box as a set of lines; and for each line the boxes on its two sides, 0 where there is none.
  local box, first, second = {}, {}, {}
  for line = 1, count do first[line], second[line] = 0, 0 end
  for row = 0, rows - 1 do
    for column = 1, columns do
      local above = wide * row + column
      local left, below = above + columns, above + wide
      local set = 0
      for _, line in ipairs { above, left, left + 1, below } do set = set | 1 << (line - 1) end
      for _, line in ipairs { above, left } do second[line] = set end
      for _, line in ipairs { below, left + 1 } do first[line] = set end
      box[#box + 1] = set
    end
  end

  local rules = { name = "dots", words = 2, start = { 0, 0 }, range = { -boxes, boxes } }

  -- Searches do without it (`key = false`), so that counts are those of the positions.
  rules.symmetries = { key = false, reversed = function(lines, score) return lines ~ TURN, -score end }

  -- A move is the number of a line.
  function rules.next(lines, score, line)
    for l = (line or 0) + 1, count do
      local bit = 1 << (l - 1)
      if lines & bit == 0 then
        lines = lines | bit
        local won = 0
        if first[l] ~= 0 and lines & first[l] == first[l] then won = 1 end
        if second[l] ~= 0 and lines & second[l] == second[l] then won = won + 1 end
        if won == 0 then return l, lines ~ TURN, score end
        return l, lines, lines & TURN == 0 and score + won or score - won
      end
    end
  end

  function rules.evaluate(_, score) return score end

  -- What can still come depends on the lines alone.
  function rules.score(_, score) return score end

  function rules.key(lines) return lines end

  function rules.turned(lines, score) return lines ~ TURN, score end

  function rules.player(lines)
    return lines & TURN == 0 and "max" or "min"
  end

  -- At worst for a player the other gets all boxes that are left; but the player to move gets those that want one line.
  function rules.bounds(lines, score)
    local left, ready = boxes, 0
    for b = 1, boxes do
      local missing = box[b] & ~lines
      if missing == 0 then left = left - 1
      elseif missing & missing - 1 == 0 then ready = ready + 1 end
    end
    if lines & TURN == 0 then return score - left + 2 * ready, score + left end
    return score - left, score + left - 2 * ready
  end

  function rules.show(lines, score)
    local text = {}
    local function mark(line, drawn, blank) return lines & 1 << (line - 1) ~= 0 and drawn or blank end
    for row = 0, rows do
      local cells = {}
      for column = 1, columns do cells[column] = mark(wide * row + column, "--", "  ") end
      text[#text + 1] = "+" .. table.concat(cells, "+") .. "+"
      if row < rows then
        for column = 1, columns + 1 do cells[column] = mark(wide * row + columns + column, "|", " ") end
        text[#text + 1] = table.concat(cells, "  ")
      end
    end
    return ("%s\nMAX is %d ahead, %s to move"):format(table.concat(text, "\n"), score, lines & TURN == 0 and "MAX" or "MIN")
  end

  -- Dots, lines and boxes in a grid, of which those with two even coordinates are the dots.
  function rules.board(lines)
    local across, cells = 2 * columns + 1, {}
    local function at(line)
      local row, place = (line - 1) // wide, (line - 1) % wide
      if place < columns then return across * 2 * row + 2 * place + 2 end
      return across * (2 * row + 1) + 2 * (place - columns) + 1
    end
    for cell = 0, across * (2 * rows + 1) - 1 do
      cells[cell + 1] = cell % across % 2 + cell // across % 2 == 0 and "dot" or ""
    end
    for line = 1, count do
      if lines & 1 << (line - 1) ~= 0 then cells[at(line)] = "line" end
    end
    for b = 1, boxes do
      if box[b] & ~lines == 0 then cells[across * (2 * ((b - 1) // columns) + 1) + 2 * ((b - 1) % columns) + 2] = "box" end
    end
    return { columns = across, rows = 2 * rows + 1, cells = cells, at = at, shape = "lines" }
  end

  return rules
end)
