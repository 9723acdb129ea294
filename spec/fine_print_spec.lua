-- Promises about what is seldom looked at: memory that is given back, and the words for what went wrong.

local gts = require "gts"

describe("what rules in Lua hold", function()
  -- MIN's choice of 10000 moves, each better than those before. Moves and positions are strings, which are held for the search.
  -- How many kilobytes Lua holds at the last leaf beyond those at the first.
  local function growth(algorithm)
    local first, last
    local value = gts.search({
      name = "growth", start = "", player = function() return "min" end,
      successors = function(p)
        if p ~= "" then return {} end
        local i = 10001
        return function()
          i = i - 1
          if i > 0 then return "move " .. i, tostring(i) end
        end
      end,
      evaluate = function(p)
        if first == nil or p == "1" then
          collectgarbage()
          last = collectgarbage "count"
          first = first or last
        end
        return tonumber(p)
      end,
    }, { algorithm = algorithm, native = false }).value
    assert.equal(1, value)
    return last - first
  end

  it("is given back when a better line has taken the place of another", function() assert(growth "alphabeta" < 100) end)

  it("is given back when a walk over successors that was set aside goes on", function() assert(growth "sss2" < 100) end)
end)
