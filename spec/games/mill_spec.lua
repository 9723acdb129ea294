-- Nine and six men's morris: against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"
local trees = require "spec.support.trees"

-- Names of points, line by line as they are joined: a mill has three.
local lines = {
  [9] = "a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1, "
    .. "a7 a4 a1, b6 b4 b2, c5 c4 c3, d7 d6 d5, d3 d2 d1, e5 e4 e3, f6 f4 f2, g7 g4 g1",
  [6] = "a5 c5 e5, b4 c4 d4, a3 b3, d3 e3, b2 c2 d2, a1 c1 e1, a5 a3 a1, b4 b3 b2, c5 c4, c2 c1, d4 d3 d2, e5 e3 e1",
}

-- A position has the mark at each name, how many men are in hand, and the player.
local function mill(men, flying)
  local joined, mills, names = {}, {}, {}
  for line in (lines[men] .. ","):gmatch "(.-)," do
    local list = {}
    for name in line:gmatch "%w+" do list[#list + 1] = name end
    for i, name in ipairs(list) do
      if not joined[name] then joined[name], names[#names + 1] = {}, name end
      if i > 1 then joined[name][list[i - 1]], joined[list[i - 1]][name] = true, true end
    end
    if #list == 3 then mills[#mills + 1] = list end
  end
  table.sort(names, function(a, b) return a:sub(2) > b:sub(2) or a:sub(2) == b:sub(2) and a < b end)

  local function is_in_mill(at, name)
    for _, list in ipairs(mills) do
      local here, own = false, true
      for _, other in ipairs(list) do here, own = here or other == name, own and at[other] == at[name] end
      if here and own then return true end
    end
    return false
  end

  local function of(p, sign)
    local list = {}
    for _, name in ipairs(names) do if p.at[name] == sign then list[#list + 1] = name end end
    return list
  end

  local function preys(at, p, sign)
    local list, all = {}, of(p, sign)
    for _, name in ipairs(all) do if not is_in_mill(at, name) then list[#list + 1] = name end end
    return #list > 0 and list or all
  end

  local function has_lost(p) return #of(p, plain.mark[p.player]) + p[p.player] < 3 end

  local rules = { start = { at = {}, player = "max", max = men, min = men } }
  for _, name in ipairs(names) do rules.start.at[name] = "." end

  function rules.moves(p)
    local list, own, his = {}, plain.mark[p.player], plain.mark[plain.other[p.player]]
    if has_lost(p) then return list end
    local function add(text, from, to)
      local at = {}
      for name, sign in pairs(p.at) do at[name] = sign end
      if from then at[from] = "." end
      at[to] = own
      local left = { max = p.max, min = p.min }
      if not from then left[p.player] = left[p.player] - 1 end
      local function finish(victim)
        local after = {}
        for name, sign in pairs(at) do after[name] = name == victim and "." or sign end
        list[#list + 1] = { text .. (victim and "x" .. victim or ""),
          { at = after, player = plain.other[p.player], max = left.max, min = left.min } }
      end
      if not is_in_mill(at, to) or #of(p, his) == 0 then return finish() end
      for _, victim in ipairs(preys(at, p, his)) do finish(victim) end
    end
    local mine = of(p, own)
    for _, to in ipairs(of(p, ".")) do
      if p[p.player] > 0 then add(to, nil, to) end
      for _, from in ipairs(p[p.player] == 0 and mine or {}) do
        if joined[from][to] or flying and #mine == 3 then add(from .. "-" .. to, from, to) end
      end
    end
    return list
  end

  function rules.value(p) return p.player == "max" and -1000 or 1000 end

  function rules.text(p)
    local rows, last = {}, nil
    for _, name in ipairs(names) do
      if name:sub(2) ~= last then rows[#rows + 1], last = "", name:sub(2) end
      rows[#rows] = rows[#rows] .. p.at[name]
    end
    return ("%s %d %d %s"):format(table.concat(rows, "/"), p.max, p.min, p.player)
  end

  return rules
end

describe("mill #lua", function()
  it("plays games as a plain board does", function()
    for _, men in ipairs { 9, 6 } do
      for _, flying in ipairs { true, false } do
        local game = gts.game("mill", { men = men, flying = flying })
        assert(plain.same_games(game, mill(men, flying), men, 1, 120) > 30)
      end
    end
  end)

  it("has 24 * 23 * 22 * 21 ways to begin, and then mills #thorough", function()
    assert.same({ 24, 552, 12144, 255024 }, { table.unpack(gts.perft("mill", 4)) })
    -- After five moves: MAX's third man is in a mill where the first two are on one of its points each: it takes one of two men.
    local begun = 24 * 23 * 22 * 21 * 20
    local closing = 16 * 6 * 21 * 20               -- mills, in any order, and two men of MIN elsewhere
    assert.equal(begun + closing, gts.perft("mill", 5)[5])
  end)

  it("has the symmetries of a square, and of its squares", function()
    for _, men in ipairs { 9, 6 } do
      local game = gts.game("mill", { men = men })
      for _, name in ipairs { men == 9 and "g1" or "e1", men == 9 and "c3" or "b2" } do
        assert.equal(gts.canonical(game, gts.apply(game, nil, men == 9 and "a7" or "a5")),
          gts.canonical(game, gts.apply(game, nil, name)))
      end
    end
    -- Corners, sides and, of nine men, the middle of the middle square.
    assert.equal(4, gts.perft("mill", 1, { symmetric = true })[1])
    assert.equal(2, gts.perft(gts.game("mill", { men = 6 }), 1, { symmetric = true })[1])
  end)

  it("takes men in mills only where all are, and is lost with two men or without a move", function()
    local game = gts.game("mill", { men = 6, flying = false })
    local function taken(text)
      local list = {}
      for _, entry in ipairs(gts.moves(game, gts.read(game, text))) do list[#list + 1] = entry.name:match "x(%w+)" end
      return table.concat(list, " ")
    end
    assert.equal("a1", taken "X.X/.X./..../OOO/O.. 0 0 max")
    assert.equal("b2 c2 d2", taken "X.X/.X./..../OOO/... 0 0 max")
    assert.equal(-1000, game.evaluate(gts.read(game, "X.X/.../..../.../OOO 0 0 max")))
    assert.same({}, { table.unpack(gts.moves(game, gts.read(game, "X.X/.../..../.../OOO 0 0 max"))) })
    assert.equal(-1000, game.evaluate(gts.read(game, "XOX/.O./O..O/.../XO. 0 0 max")))
  end)

  it("has one number for all images of a position, and for no other", function()
    local random = trees.stream(2)
    -- By Burnside's lemma: three men each on 16 points, and two men and one on 24, under 16 symmetries.
    for _, of in ipairs { { men = 6, mine = 3, theirs = 3, count = 10112 }, { men = 9, mine = 2, theirs = 1, count = 856 } } do
      local game = gts.game("mill", { men = of.men })
      local tier, met, count = 10 * (40 * of.men - of.mine - of.theirs) + of.mine - of.theirs, {}, 0
      for i = 0, game.index.size(tier) - 1 do
        local p = game.index.at(tier, i)
        local canonical = p and gts.canonical(game, p)
        assert.is_nil(met[canonical or "a hole"])
        if p then met[canonical], count = i, count + 1 end
      end
      assert.equal(of.count, count)
      assert(count > game.index.size(tier) / 2)
      local points = of.men == 6 and 16 or 24
      for _ = 1, 200 do
        local sets, free = { 0, 0 }, (1 << points) - 1
        for player, men in ipairs { of.mine, of.theirs } do
          while men > 0 do
            local man = 1 << random(0, points - 1)
            if free & man ~= 0 then sets[player], free, men = sets[player] | man, free ~ man, men - 1 end
          end
        end
        local p = sets[1] | sets[2] << 24
        assert.equal(met[gts.canonical(game, p)], game.index.of(p))
      end
    end
  end)

  it("has an index, by which positions of three men against three are worth what they are by keys", function()
    if trees.share(10) < 10 then return end
    local game, by_keys, random = gts.game("mill", { men = 6, flying = false }), {}, trees.stream(1)
    local options = { by = "retrograde", position = gts.read(game, "XXX/.../..../.../OOO 0 0 max") }
    local db = gts.solve(game, options).database
    for name, value in pairs(game) do by_keys[name] = value end
    by_keys.index = nil
    local known, tier, met = gts.solve(gts.game(by_keys), options).database, game.tier(options.position), 0
    for _ = 1, 2000 do
      local p = game.index.at(tier, random(0, game.index.size(tier) - 1))
      local value = p and known:value(p)
      if value then
        assert.same({ value, known:distance(p) }, { db:value(p), db:distance(p) })
        met = met + 1
      end
    end
    assert(met > 100)
  end)
end)
