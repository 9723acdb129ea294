--- Positions and moves of translated game descriptions, as terms.

local tables = require "gts.base.tables"

local names = {}

-- The first letter of a name, and as many of each of its other words.
local function initials(name, letters)
  local first, rest = name:match "^(%S+)%s*(.*)$"
  return first:sub(1, 1) .. rest:gsub("%S+", function(word) return word:sub(1, letters) end):gsub("%s", "")
end

-- The letters of pieces: their first ones if these differ, or, of names with several words, of each; else their names.
local function marks_of(pieces)
  local list = tables.filter(tables.keys(tables.set(pieces)), function(piece) return piece ~= "" end)
  for letters = 1, 3 do
    local marks, seen, differ = { [""] = "." }, {}, true
    for _, piece in ipairs(list) do
      local mark = initials(piece, letters)
      differ, seen[mark:lower()], marks[piece] = differ and not seen[mark:lower()], true, mark
    end
    if differ then return marks end
  end
  local marks = { [""] = "." }
  for _, piece in ipairs(list) do marks[piece] = piece end
  return marks
end

-- The rows of a board from above, with labels. `standing` is a list of what stands on its cells.
local function drawn(board, marks, standing)
  local width, side, lines = math.max(1, tables.most(board.columns, string.len)), tables.most(board.rows, string.len), {}
  for _, mark in pairs(marks) do width = math.max(width, #mark) end
  local function line(label, list)
    for i, mark in ipairs(list) do list[i] = mark .. (" "):rep(width - #mark) end
    local text = ("%s%s  %s"):format((" "):rep(side - #label), label, table.concat(list, " "))
    lines[#lines + 1] = text:gsub(" +$", "")
  end
  local columns, rows = #board.columns, #board.rows
  for row = 1, rows do
    line(board.rows[rows + 1 - row], tables.range((row - 1) * columns + 1, row * columns, function(cell)
      return marks[standing[cell]] or standing[cell] or " "
    end))
  end
  lines[#lines + 1] = ""
  line("", table.move(board.columns, 1, columns, 1, {}))
  return lines
end

--- Gives rules the functions that people and files see them by. `list`, a function of a position: its terms; `board`, see
-- gts.gdl.board: `columns`, `rows`, `names`, `gaps`, `by`; `pieces`; `lie(term)`, cell, piece and rank; `clicks(move)`.
function names.give(rules, list, board)
  function rules.write(...) return table.concat(list(...), " ") end

  -- What stands on the cells of the board, nil in gaps; and the fluents that say so. One that finds its cell taken does not.
  local function stand(terms)
    local standing, said = tables.range(1, #board.columns * #board.rows, function() return "" end), {}
    for _, cell in ipairs(board.gaps) do standing[cell] = nil end
    local lying = tables.collect(terms, function(term, i)
      local cell, piece, rank = board.lie(term)
      return cell and { term = term, cell = cell, piece = piece, rank = rank, i = i }
    end)
    tables.sort(lying, "rank", "i")
    for _, at in ipairs(lying) do
      if at.piece == "" or standing[at.cell] == "" then
        standing[at.cell], said[at.term] = at.piece ~= "" and at.piece or standing[at.cell], true
      end
    end
    return standing, said
  end

  local marks = board and marks_of(board.pieces)

  function rules.show(...)
    local lines, line, terms = {}, "", list(...)
    if board then
      local standing, said = stand(terms)
      lines = drawn(board, marks, standing)
      lines[#lines + 1] = ""
      terms = tables.filter(terms, function(term) return not said[term] end)
    end
    for _, term in ipairs(terms) do
      if #line > 0 and #line + #term > 78 then lines[#lines + 1], line = line, "" end
      line = #line > 0 and line .. " " .. term or term
    end
    lines[#lines + 1] = line
    return table.concat(lines, "\n")
  end

  local function at(move) return table.unpack(board.clicks(move) or {}) end

  rules.board = board and function(...)
    local standing, count = stand(list(...)), #board.rows
    local cells = tables.range(1, #board.columns * count, function(cell)
      local piece = standing[cell]
      return not piece and "gap" or piece == "" and "" or board.names[piece] or piece
    end)
    return { columns = #board.columns, rows = count, cells = cells, at = at, by = board.by, across = board.columns,
      down = tables.range(1, count, function(i) return board.rows[count + 1 - i] end) }
  end or nil

  return rules
end

--- Gives rules whose positions are bits these functions, `read` and `move_name`. `fluents`: their terms, in order; `bits`:
-- where they lie, 64 * (word - 1) + bit; `moves`: number of a move -> its term; `board`: as for names.give, but `fluents`, a
-- list of what lies on it, and their `cells`; `clicks`, move -> cells. Returns rules.
function names.of_bits(rules, fluents, bits, moves, board)
  local bit_of = {}
  local rank, drawing = {}, nil
  if board then
    for i, term in ipairs(board.fluents) do rank[term] = i end
    drawing = tables.over(board, {
      lie = function(term) return board.cells[rank[term]], board.pieces[rank[term]], rank[term] end,
      clicks = function(move) return board.clicks[move] end,
    })
  end
  for i, fluent in ipairs(fluents) do bit_of[fluent] = bits[i] end

  function rules.read(text)
    local words = tables.range(1, rules.words or 1, function() return 0 end)
    for term in text:gmatch "%S+" do
      local bit = bit_of[term]
      if not bit then return nil, ("'%s' is no fluent of the game"):format(term) end
      words[bit // 64 + 1] = words[bit // 64 + 1] | 1 << bit % 64
    end
    return table.unpack(words)
  end

  function rules.move_name(move) return moves[move] end

  return names.give(rules, function(...)
    local words = { ... }
    return tables.filter(fluents, function(_, i) return words[bits[i] // 64 + 1] >> bits[i] % 64 & 1 == 1 end)
  end, drawing)
end

return names
