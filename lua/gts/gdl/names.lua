--- Positions and moves of translated game descriptions, as terms.
-- @module gts.gdl.names

local names = {}

--- Gives rules the functions that people and files see them by.
-- @tparam table rules
-- @tparam {string,...} fluents their terms, in the order in which they are shown
-- @tparam {integer,...} bits where they lie: 64 * (word - 1) + bit
-- @tparam table moves number of a move -> its term
-- @treturn table rules
function names.give(rules, fluents, bits, moves)
  local bit_of = {}
  for i, fluent in ipairs(fluents) do bit_of[fluent] = bits[i] end

  local function terms(...)
    local words, list = { ... }, {}
    for i, fluent in ipairs(fluents) do
      if words[bits[i] // 64 + 1] >> bits[i] % 64 & 1 == 1 then list[#list + 1] = fluent end
    end
    return list
  end

  function rules.write(...) return table.concat(terms(...), " ") end

  function rules.read(text)
    local words = {}
    for i = 1, rules.words or 1 do words[i] = 0 end
    for term in text:gmatch "%S+" do
      local bit = bit_of[term]
      if not bit then return nil, ("'%s' is no fluent of the game"):format(term) end
      words[bit // 64 + 1] = words[bit // 64 + 1] | 1 << bit % 64
    end
    return table.unpack(words)
  end

  function rules.show(...)
    local lines, line = {}, ""
    for _, term in ipairs(terms(...)) do
      if #line > 0 and #line + #term > 78 then lines[#lines + 1], line = line, "" end
      line = #line > 0 and line .. " " .. term or term
    end
    lines[#lines + 1] = line
    return table.concat(lines, "\n")
  end

  function rules.move_name(move) return moves[move] end

  return rules
end

return names
