-- Three men's morris and Wythoff's game: what is known of them, and against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

local LINES = {
  { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 },
}
local STRAIGHT = 6          -- the first 6 are rows and columns

-- Are two points next to each other on one of the first `most` lines?
local function neighbours(a, b, most)
  for i = 1, most do
    local line = LINES[i]
    for j = 1, 2 do
      if line[j] == a and line[j + 1] == b or line[j] == b and line[j + 1] == a then return true end
    end
  end
  return false
end

local function morris(kind)
  local function beside(a, b)
    return kind == "any" or neighbours(a, b, kind == "straight" and STRAIGHT or #LINES)
  end
  local function won(p, mark)
    for _, line in ipairs(LINES) do
      if p[line[1]] == mark and p[line[2]] == mark and p[line[3]] == mark then return true end
    end
    return false
  end
  local function name(point) return ("abc"):sub((point - 1) % 3 + 1, (point - 1) % 3 + 1) .. 3 - (point - 1) // 3 end
  local rules = { start = { ".", ".", ".", ".", ".", ".", ".", ".", ".", player = "max" } }

  function rules.text(p) return (table.concat(p):gsub("...", "%0/", 2)) .. " " .. p.player end

  rules.key = rules.text

  function rules.moves(p)
    local own, list, men = p.player == "max" and "X" or "O", {}, {}
    if won(p, own == "X" and "O" or "X") then return list end
    for point = 1, 9 do if p[point] == own then men[#men + 1] = point end end
    local function add(from, to)
      local after = table.move(p, 1, 9, 1, { player = plain.other[p.player] })
      after[to] = own
      if from then after[from] = "." end
      list[#list + 1] = { (from and name(from) .. "-" or "") .. name(to), after }
    end
    for to = 1, 9 do
      if p[to] == "." and #men < 3 then add(nil, to) end
      for _, from in ipairs(p[to] == "." and #men == 3 and men or {}) do
        if beside(from, to) then add(from, to) end
      end
    end
    return list
  end

  function rules.value(p) return #rules.moves(p) > 0 and 0 or p.player == "max" and -1 or 1 end

  return rules
end

describe("three men's morris", function()
  it("is the game of a plain board", function()
    for seed, kind in ipairs { "lines", "straight", "any" } do
      local game, rules = gts.game("morris", { moves = kind }), morris(kind)
      plain.same_positions(game, rules, 200)
      plain.same_games(game, rules, seed, 3, 50)
    end
  end)

  -- Martin Gardner, Ticktacktoe (Mathematical Puzzles and Diversions, 1959): where men move straight, the first player in the
  -- centre wins, so that this is usually forbidden; then the game is a draw; and so it is where men go to any point.
  it("is won by the first player in the centre, else a draw #slow", function()
    for kind, in_centre in pairs { lines = 1, straight = 1, any = 0 } do
      local rules = morris(kind)
      local values = plain.counted_out(rules)
      local best = -1
      for _, move in ipairs(rules.moves(rules.start)) do
        local value = values[#values][rules.key(move[2])]
        if move[1] == "b2" then assert.equal(in_centre, value) else best = math.max(best, value) end
      end
      assert.equal(0, best)
      local list = gts.analyze(gts.game("morris", { moves = kind, repetition = false }), { depth = #values })
      assert.equal(in_centre, list[1].value)
      assert(in_centre == 0 or list[1].move == 5)
      assert.equal(0, list[2].value)
    end
  end)

  it("is proved to be won without a depth: a position that comes again is a draw", function()
    for _, kind in ipairs { "lines", "straight" } do
      local r = gts.search(gts.game("morris", { moves = kind }))
      assert.same({ true, 1, 5 }, { r.solved, r.value, r.move })
    end
  end)
end)

describe("Wythoff's game", function()
  -- W. A. Wythoff, A modification of the game of nim (1907): lost for the player to move are the places floor(k * phi), floor(k
  -- * phi^2).
  it("is lost where the golden ratio says so", function()
    local lost, phi = {}, (1 + math.sqrt(5)) / 2
    for k = 0, 20 do
      local a = math.floor(k * phi)
      lost[a .. " " .. a + k], lost[a + k .. " " .. a] = true, true
    end
    for columns = 1, 9 do
      for rows = 1, 9 do
        local r = gts.search(gts.game("wythoff", { columns = columns, rows = rows }), { algorithm = "ttalphabeta" })
        assert.is_true(r.solved)
        assert.equal(lost[columns - 1 .. " " .. rows - 1] and -1 or 1, r.value)
      end
    end
  end)
end)
