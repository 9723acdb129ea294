-- Rules that change the position they are handed: a search of them is no answer but an error, which names the rule.

local errors = require "spec.support.errors"
local gts = require "gts"

local complaint, says = errors.complaint, errors.says

local CHANGED = "change a copy, also of tables inside it"

-- Three cells, each marked once; a successor is the position itself, with one more mark: the slip of somebody's first game.
local function marks()
  local rules = { name = "marks", start = { 0, 0, 0 } }
  function rules.successors(p)
    local list = {}
    for i = 1, 3 do
      if p[i] == 0 then
        p[i] = 1
        list[#list + 1] = p
      end
    end
    return list
  end
  function rules.evaluate(p) return p[1] end
  return rules
end

-- A chain of four positions, without a slip; `slip` may change what a rule is handed.
local function chain(field, slip)
  local rules = { name = "chain", start = { a = { b = { c = 1 } } } }
  function rules.next(p, move)
    if not move and p.a.b.c < 4 then return 1, { a = { b = { c = p.a.b.c + 1 } } } end
  end
  function rules.evaluate(p) return p.a.b.c end
  if not field then return rules end
  local plain = rules[field] or function() return nil end
  rules[field] = function(p, ...)
    slip(p)
    return plain(p, ...)
  end
  return rules
end

describe("rules that change the position they are handed", function()
  it("are refused with the name of the rule, its line and the position as it was", function()
    for _, how in ipairs { gts.best, gts.search, gts.analyze, gts.solve, gts.compare } do
      says(complaint(how, marks()), "intact_spec.lua:13: rules.successors changed its position a table {0, 0, 0}: " .. CHANGED)
    end
    local rules = marks()
    rules.show = function(p) return table.concat(p, "\n") end
    says(complaint(gts.best, rules), "rules.successors changed its position 0 / 0 / 0")
  end)

  it("are found in every rule, by every algorithm, and in tables of any depth", function()
    local function deeper(p) p.a.b.c = p.a.b.c + 1 end
    for _, field in ipairs { "next", "terminal", "player", "bounds", "evaluate" } do
      local kept = field == "player" and function(p)
        deeper(p)
        return "max"
      end
      local rules = chain(field, deeper)
      rules.player = kept or rules.player
      local options = { depth = 3, bounds = true }
      if field == "evaluate" then options.position, options.depth = { a = { b = { c = 4 } } }, nil end
      says(complaint(gts.search, rules, options), CHANGED, ("rules.%s changed its position"):format(field))
    end
    for _, algorithm in ipairs(gts.algorithms) do
      local rules = chain("next", deeper)
      rules.key = function(p) return p.a.b.c end
      rules.range = { 0, 9 }
      local ok, wrong = pcall(gts.search, rules, { algorithm = algorithm.id })
      assert(not ok, algorithm.id)
      -- Some ask a position twice, and see it by the answers while they search.
      if not wrong:find("rules answer differently when asked twice", 1, true) then says(wrong, CHANGED) end
    end
  end)

  it("are found where a field is new, gone, or of another type", function()
    local slips = {
      function(p) p.mark = true end, function(p) p.a = { b = p.a.b, more = 1 } end, function(p) p.a.b.c = p.a.b.c + 0.0 end,
      function(p) p[1] = p[1] or "x" end,
    }
    for _, slip in ipairs(slips) do says(complaint(gts.best, chain("evaluate", slip), { a = { b = { c = 4 } } }), CHANGED) end
  end)

  it("are none where nothing was changed, however large or round the position is", function()
    assert.equal(4, gts.best(chain()).value)
    local rules = chain()
    local start = rules.start
    start.self, start.list = start, {}
    for i = 1, 20000 do start.list[i] = { i } end
    local deep = start
    for _ = 1, 20000 do
      deep.more = {}
      deep = deep.more
    end
    assert.equal(4, gts.search(rules).value)
  end)

  it("are no matter where positions cannot be changed", function()
    assert.is_nil(select(2, pcall(gts.search, "nim")).stopped)
    assert.equal(1, gts.search(gts.tree { 1, { 0, 2 } }).value)
  end)
end)
