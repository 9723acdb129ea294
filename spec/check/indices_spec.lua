-- gts.check of an index of positions.

local gts = require "gts"
local men = require "spec.support.men"

-- What is found in three men's morris with a changed index.
local function findings(change) return gts.check(men.rules(change), { positions = 40, time = 60 }) end

describe("gts.check of rules.index #plain", function()
  it("finds nothing in one that is right, with predecessors and without", function()
    local changes = { false, function(index) return { size = index.size, of = index.of, at = index.at, reversed = true } end }
    for _, change in ipairs(changes) do assert.equal(0, #findings(change or nil)) end
  end)

  -- Each is given the index, and what `name` of it was.
  for name, row in pairs {
    ["an index that is no integer of its tier"] = { "of", "expected an integer from 0 to 0", function(index, of)
      function index.of(p) return of(p) + 1 end
    end },
    ["one index for positions of different moves"] = { "of", "leads to an index that no move of the other leads to",
      function(index, of) function index.of(p) return of(p) // 2 end end },
    ["an inverse that is none"] = { "at", "for index %d+ of tier %d, which has index %d+ of tier", function(index, at)
      function index.at(tier, i) return at(tier, i ~ 1) end
    end },
    ["a position at an index that is not its own"] = { "at", "for index %d+ of tier %d, which has index %d+ of tier",
      function(index, at)
        local size = index.size
        function index.size(tier) return size(tier) and 2 * size(tier) end
        function index.at(tier, i) return at(tier, i % size(tier)) end
      end },
    ["a position without one"] = { "at", "rules.index.at gives no position for index 0 of tier 0", function(index)
      function index.at() end
    end },
    ["a position of another type"] = { "at", "rules.index.at returned 0.5 for index 0 of tier 0: expected a position",
      function(index) function index.at() return 0.5 end end },
    ["an error"] = { "at", "rules.index.at failed: .*oh dear", function(index)
      function index.at() error "oh dear" end
    end },
    ["a size that is none"] = { "size", "rules.index.size returned x for tier 0: expected an integer", function(index)
      function index.size() return "x" end
    end },
    ["reversed positions that it does not speak of"] = { "reversed", "the same for positions .* in which different players move",
      function(index) index.reversed = nil end },
    ["a predecessor that is left out"] = { "before", "rules.index.before does not give position %d+, or one of its index, for",
      function(index, before)
        function index.before(p, move)
          local after, q = before(p, move)
          if after and after % 5 == 0 then return before(p, after) end
          return after, q
        end
      end },
    ["predecessors from which no move leads"] = { "before", "but no move leads from it there", function(index)
      function index.before(p, move) if not move then return 1, p ~ 1 << 18 end end
    end },
    ["predecessors without end"] = { "before", "rules.index.before returned 1 behind 1 for position", function(index)
      function index.before(p) return 1, p end
    end },
  } do
    it("finds " .. name, function()
      local found = findings(function(index)
        row[3](index, index[row[1]])
        return index
      end)
      assert.equal(1, #found)
      assert.matches(row[2], found[1].message)
    end)
  end
end)
