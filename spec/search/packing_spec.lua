-- How the table packs its keys and entries, at the ends of every field; and which entry gives way when there is no more room.

local core = require "gts.core"
local gts = require "gts"
local run = require "spec.support.run"
local tables = require "gts.base.tables"

local inf = math.huge

-- A game in which MAX alone moves, so that no position is ever cut off: a heap, each position below `from * 2 ^ height` having
-- two successors. Its value is the greatest of its leaves'.
local function heap(from, height, value)
  local rules = { name = "heap", version = "1", start = from, player = function() return "max" end }
  local last = from << height
  function rules.next(p, move)
    move = (move or 0) + 1
    if p < last and move <= 2 then return move, 2 * p + move - 1 end
  end
  rules.evaluate = value or function(p) return p % 10 end
  return rules
end

local function search(rules, kept, more)
  return gts.search(rules, tables.copy({ algorithm = "ttalphabeta", table = kept, order = {}, native = false }, more))
end

-- A tree whose root, MAX's, has one child, and that has children with these values.
local function below_one(values) return gts.tree { values } end

describe("a table", function()
  it("that is full takes no more time than one with room", function()
    local function seconds(bytes)
      local rules, kept, began = heap(1, 15), gts.table { bytes = bytes }, os.clock()
      search(rules, kept)
      return os.clock() - began
    end
    local roomy, full = seconds(1 << 22), seconds(30000 * 17)           -- 65535 positions are stored
    assert(full < 1 + 10 * roomy, ("%.3f s, and %.3f s with room"):format(full, roomy))
  end)

  it("gives back values as they were, at both ends of what it packs small", function()
    for _, value in ipairs {
      -32769, -32768, -32767, -256, -255, -1, 0, 1, 255, 256, 32766, 32767, 32768, 65535, 65536, 1 << 40, -(1 << 40),
      0.5, -0.5, 0.1, -32767.5, 32766.5, 1e300, -1e300, 0x1p-1074, 2.0 ^ 53,
    } do
      local kept, game = gts.table(), below_one { value, value }
      search(game, kept)
      local r = search(game, kept)
      assert.are.equal(value, r.value)
      assert.same({ 0, 2 }, { r.stats.leaves, r.stats.visits })
    end
  end)

  it("gives back bounds that are infinite on one side as such", function()
    -- MAX's second move is refuted by its first answer, -7: all that is known is that it is worth no more.
    local kept, game = gts.table(), gts.tree { { 4, 5 }, { -7, 100 } }
    search(game, kept)
    local r = search(game, kept)
    assert(r.value == 4 and r.stats.leaves == 0)
    -- It is seen through a window where that bound does not help: so the rest must be looked at.
    r = search(game, kept, { window = { -20, -10 } })
    assert(r.value >= -10 and r.lower >= -10)
    -- Of a node that is 7 or more only that is known, and nothing against its being 50000; and the same for MIN.
    kept, game = gts.table(), gts.tree { { player = "max", 7, 50000 } }
    search(game, kept, { window = { -inf, 5 }, remember_leaves = false })
    assert.are.equal(50000, search(game, kept, { window = { 40000, inf } }).value)
    kept, game = gts.table(), gts.tree { player = "min", { player = "min", -7, -50000 } }
    search(game, kept, { window = { -5, inf }, remember_leaves = false })
    assert.are.equal(-50000, search(game, kept, { window = { -inf, -40000 } }).value)
  end)

  it("gives back which successor was best, of how ever many", function()
    for _, best in ipairs { 1, 2, 255, 256, 510, 511, 512, 513, 1023, 1024, 8192, 16382, 16383, 16384, 16385, 32768, 65537 } do
      local values = {}
      for i = 1, best + 1 do values[i] = i == best and 3 or 4 end
      for _, depth in ipairs { 2, math.huge } do
        local kept, game = gts.table(), below_one(values)
        search(game, kept, { remember_leaves = false, depth = depth })
        local r = search(game, kept, { remember_leaves = false, depth = depth })
        assert(r.value == 3 and r.stats.leaves == 0 and r.stats.visits == 2)
        -- Greater numbers are not stored; then the rest of the line is searched for.
        assert.are.same({ 1, best }, r.pv)
      end
    end
  end)

  it("does not become wide for a successor whose number it cannot keep", function()
    for best, bytes in pairs { [511] = 17, [512] = 33, [16383] = 33, [16384] = 17 } do
      local values = {}
      for i = 1, best do values[i] = i == best and 3 or 4 end
      local kept = gts.table()
      search(below_one(values), kept, { remember_leaves = false })
      assert.are.equal(bytes, kept:stats().entry_bytes, best)
    end
  end)

  it("gives back how deep it was searched, to the ply", function()
    local rules = { name = "chain", version = "1", start = 1, evaluate = function(p) return p % 7 end }
    function rules.next(p, move) if not move then return 1, p + 1 end end
    for _, depth in ipairs { 2, 3, 1022, 1023, 1024, 1025, 1026, 2047, 2048, 2050, 4100 } do
      local kept = gts.table()
      local options = { depth = depth, remember_leaves = false }
      assert.are.equal((1 + depth) % 7, search(rules, kept, options).value)
      local r = search(rules, kept, options)
      assert.are.equal((1 + depth) % 7, r.value)
      assert.are.equal(2, r.stats.visits)       -- the root, and its successor, which the table knows
      for _, other in ipairs { depth + 1, depth - 1, 5000 } do
        assert.are.equal((1 + other) % 7, search(rules, kept, { depth = other }).value)
      end
      assert.is_false(r.solved)
    end
    -- Like that, of what comes to an end at once, so that nothing less deep is stored before.
    function rules.next(p, move) if p < 3 and not move then return 1, p + 1 end end
    function rules.evaluate(p) return p + 1 end
    for _, depth in ipairs { 2, 3, 512, 1023, 1024, 1025, 2047, 2048, 2049 } do
      local kept = gts.table()
      search(rules, kept, { depth = depth, remember_leaves = false })
      local r = search(rules, kept, { depth = depth, remember_leaves = false })
      assert(r.value == 4 and r.stats.visits == 2 and r.stats.leaves == 0)
    end
  end)

  it("has one entry for each position, and counts what it is asked", function()
    for _, height in ipairs { 1, 3, 9, 10, 13 } do
      local kept, rules, nodes = gts.table(), heap(1, height), (2 << height) - 1
      local counts = search(rules, kept).stats.table
      -- What is asked for the rest of the line, once the search is over, is not counted.
      assert.are.same({ probes = nodes, hits = 0, cutoffs = 0, stores = nodes, replaced = 0 }, counts)
      assert.are.equal(nodes, kept:stats().entries)
      -- Again: the root is looked up for its move, and both successors are known.
      counts = search(rules, kept).stats.table
      assert.are.same({ probes = 3, hits = 3, cutoffs = 2, stores = 1, replaced = 0 }, counts)
      assert.are.equal(nodes, kept:stats().entries)
      local all = kept:stats()
      assert.are.same({ nodes + 3, 3, 2, nodes + 1 }, { all.probes, all.hits, all.cutoffs, all.stores })
      -- And again: a search says what it asked itself, the table what was ever asked.
      local r = search(rules, kept)
      assert.are.same({ probes = 3, hits = 3, cutoffs = 2, stores = 1, replaced = 0 }, r.stats.table)
      assert.are.equal(4, kept:stats().cutoffs)
      assert(r.stats.bytes >= kept:stats().bytes)
    end
  end)

  it("loses nothing when its unit becomes smaller, or its entries wide", function()
    for _, leaf in ipairs { 3, 1023, 2047 } do          -- from which leaf on values are no whole numbers
      for more, bytes in pairs { [10.5] = 1 + 8 + 8, [10.3] = 1 + 8 + 8 + 8 + 8 } do     -- tag, what, key, two bounds
        local kept = gts.table()
        local rules = heap(1, 11, function(p) return p - 2048 < leaf and p % 10 or p % 10 + more end)
        local value = 0
        for p = 2048 + leaf, 4095 do value = math.max(value, p % 10 + more) end
        assert.are.equal(value, search(rules, kept).value)
        assert.are.equal(4095, kept:stats().entries)
        assert.are.equal(bytes, kept:stats().entry_bytes)
        local r = search(rules, kept)
        assert(r.value == value and r.stats.leaves == 0 and r.stats.visits == 3)
      end
    end
  end)

  it("takes as much room as it was given and no more, and says how many entries that is", function()
    for _, slots in ipairs { 1, 2, 3, 5, 1000, 3000, 20000 } do
      local kept = gts.table { bytes = 17 * slots + 16 }                   -- tag, what, key: 17 bytes
      search(heap(1, 15), kept)
      assert.are.equal(17, kept:stats().entry_bytes)
      local stats = kept:stats()
      assert.are.equal(slots, stats.most)
      assert.are.equal(17 * slots, stats.bytes)
      assert(stats.entries <= slots and stats.entries >= 0.95 * slots, stats.entries)
      assert(stats.replaced > 0)
    end
    local kept = gts.table { bytes = 17 * 40000 }
    local leaf = heap(1, 0)
    leaf.terminal = function() return true end
    search(leaf, kept)                          -- stores nothing
    assert.are.same({ 0, 0, 40000 }, { kept:stats().entries, kept:stats().bytes, kept:stats().most })
    kept = gts.table()                          -- 64 megabytes
    search(heap(1, 3), kept)
    assert.are.equal(67108864 // 17, kept:stats().most)
    kept = gts.table { bytes = 17 * 40000 }
    search(heap(1, 3), kept)
    assert.are.equal(40000, kept:stats().most)
    assert(kept:stats().bytes < 17 * 20000)
  end)
end)

describe("keys", function()
  -- A game whose start has all these positions as successors: how many entries there are when they were searched.
  local function entries(start, positions, key)
    local number = {}
    local rules = { name = "keys", version = "1", start = start, player = function() return "max" end, key = key }
    for i, p in ipairs(positions) do number[p] = i end
    function rules.successors(p) return p == start and positions or {} end
    function rules.evaluate(p) return number[p] end
    local kept = gts.table()
    assert.are.equal(#positions, search(rules, kept).value)
    local r = search(rules, kept)
    assert(r.value == #positions and r.move == #positions and r.stats.leaves == 0)
    return kept:stats().entries
  end

  it("tell strings apart by every byte, and by their length", function()
    for length = 1, 34 do
      local positions = { ("x"):rep(length) }
      for i = 1, length do positions[i + 1] = ("x"):rep(i - 1) .. "y" .. ("x"):rep(length - i) end
      assert.are.equal(length + 2, entries("start", positions))
    end
    local zeros, spaces = {}, {}
    for length = 0, 40 do
      zeros[length + 1], spaces[length + 1] = ("\0"):rep(length), "a" .. ("\0"):rep(length)
    end
    assert.are.equal(42, entries("start", zeros))
    assert.are.equal(42, entries("start", spaces))
    assert.are.equal(3, entries("start", { "abcdefgh12345678", "12345678abcdefgh" }))
    assert.are.equal(4, entries("start", { ("a"):rep(16), ("a"):rep(24), ("b"):rep(16) .. ("a"):rep(8) }))
  end)

  it("tell integers from strings of the same bytes", function()
    local function key(p) return p == "integer" and 0 or p == "empty" and "" or p == "zeros" and ("\0"):rep(8) or p end
    assert.are.equal(4, entries("start", { "integer", "empty", "zeros" }, key))
    local function seven(p) return p == "integer" and 0x61 or p == "letter" and "a" or p end
    assert.are.equal(3, entries("start", { "integer", "letter" }, seven))
  end)

  it("that are integers take one word, also those that rules.key makes", function()
    local kept = gts.table()
    local rules = heap(1, 3)
    rules.key = function(p) return p end
    search(rules, kept)
    assert.are.equal(17, kept:stats().entry_bytes)
    assert.are.equal(15, kept:stats().entries)
    kept = gts.table()
    rules = { name = "text", start = "a", successors = function() return {} end, evaluate = function() return 1 end }
    rules.successors = function(p) return p == "a" and { "b" } or {} end
    search(rules, kept)
    assert.are.equal(25, kept:stats().entry_bytes)
  end)
end)

-- Two keys are compared only where a table holds the one while it looks for the other, and 31 bits of their hashes agree. So this
-- looks for such keys, with the hash of src/search/table.h.
describe("keys of the same tag", function()
  local A, B = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9

  -- The two halves of a product of 64 bits each, one on the other.
  local function fold(a, b)
    local a0, a1, b0, b1 = a & 0xffffffff, a >> 32, b & 0xffffffff, b >> 32
    local middle = a1 * b0 + (a0 * b0 >> 32)
    local other = a0 * b1 + (middle & 0xffffffff)
    return a * b ~ a1 * b1 + (middle >> 32) + (other >> 32)
  end

  local function hash(key)
    local h = fold(key[1] ~ A, key[2] and key[2] ~ B or B)
    for i = 3, #key, 2 do h = fold(key[i] ~ A, (key[i + 1] and key[i + 1] ~ B or B) + h) end
    return h
  end

  -- How many words a key may have: some of all that there may be.
  local lengths = { 1, 2, 3, 4, 5, 6, 16 }

  -- A position whose words are all 7, but for the last.
  local function ending(words, last)
    local list = {}
    for i = 1, words - 1 do list[i] = 7 end
    list[words] = last
    return table.unpack(list)
  end

  -- Two keys of several words that differ in the last word only.
  local function pair(words)
    local key, seen = {}, {}
    for i = 1, words do key[i] = 7 end
    for last = 1, 1000000 do
      key[words] = last
      local tag = hash(key) & 0xfffffffe
      if seen[tag] then return seen[tag], last end
      seen[tag] = last
    end
    error "no such keys"
  end

  it("are spread over the whole table by every word", function()
    for _, words in ipairs(lengths) do
      local function position(last) return ending(words, last) end
      local rules = { name = "spread", version = "1", words = words, start = words > 1 and { position(-1) } or -1 }
      function rules.next(...)
        local move = (select(words + 1, ...) or 0) + 1
        if select(words, ...) == -1 and move <= 3000 then return move, position(move) end
      end
      function rules.evaluate() return 1 end
      local kept = gts.table { bytes = 1000 * (1 + 8 + 8 * words) }
      search(rules, kept)
      assert(kept:stats().most == 1000 and kept:stats().entries > 900, words)
    end
  end)

  it("differ by every word #thorough", function()
    for _, words in ipairs(lengths) do
      local one, two = pair(words)
      local function position(last) return ending(words, last) end
      local function last_of(...) return (select(words, ...)) end
      local rules = { name = "pair", version = "1", words = words, start = words > 1 and { position(-1) } or -1 }
      function rules.player() return "max" end
      function rules.next(...)
        local move = (select(words + 1, ...) or 0) + 1
        if last_of(...) == -1 and move <= 2 then return move, position(move == 1 and one or two) end
      end
      function rules.evaluate(...) return last_of(...) == one and 1 or 2 end
      for slots = 3, 4 do                       -- neither takes the other's place where there is room for both, and the start
        local roomy = gts.table { bytes = slots * (1 + 8 + 8 * words) }
        search(rules, roomy)
        assert.are.same({ slots, 3 }, { roomy:stats().most, roomy:stats().entries })
      end
      local kept = gts.table { bytes = 1 }      -- one slot, where both are looked for
      for _ = 1, 2 do
        local r = search(rules, kept)
        assert(r.value == 2 and r.move == 2, words)
      end
    end
  end)
end)

describe("a full table", function()
  -- What a search of `rules` with the table must look at, when it was searched before.
  local function leaves_again(rules, kept) return search(rules, kept).stats.leaves end

  it("keeps what took most work", function()
    -- Of seven positions, whose work is 0 (four leaves), 2 visits (two) and 6, four have room: the last leaf gives way.
    for from = 1, 20 do
      local kept, rules = gts.table { bytes = 4 * 17 }, heap(from, 2)
      local counts = search(rules, kept).stats.table
      assert.are.same({ 7, 3 }, { counts.stores, counts.replaced })
      assert.are.equal(4, kept:stats().entries)
      assert.are.equal(0, leaves_again(rules, kept))
    end
  end)

  it("lets what an older search left give way first, whatever work it took", function()
    for from = 1, 20 do
      -- A parent of three leaves, which take next to no work; and far away a heap of 63 positions.
      local far = 4096 * from
      local rules = heap(far, 5)
      local below_far = rules.next
      rules.start = from
      function rules.next(p, move)
        if p >= far then return below_far(p, move) end
        move = (move or 0) + 1
        if p == from and move <= 3 then return move, 1000 * far + move end
      end
      local kept = gts.table { bytes = 4 * 17 }
      for _ = 1, 10 do          -- ages are counted in a circle
        search(rules, kept, { position = far })
        local counts = search(rules, kept).stats.table
        assert.are.same({ 4, 4 }, { counts.stores, counts.replaced })
        assert.are.equal(0, search(rules, kept).stats.leaves)
      end
    end
  end)
end)

-- Saved tables show what entries have that nothing else shows. What is in a file: see src/call/table.c; where work and age
-- are, and what they mean, src/search/entry.h.
describe("an entry in a file", function()
  local FORMAT, HEAD, DIGEST =
    "<ddI8I8I8I8i8i8i8i8", 12 + 3 * 4 + 8 + 64 + 64, 32

  local function rows(kept, name)
    assert(kept:save(name))
    local text, list = run.read(name), {}
    local size = string.packsize(FORMAT)
    assert.are.equal(0, (#text - HEAD - DIGEST) % size)
    for at = HEAD + 1, #text - DIGEST, size do
      local row = table.pack(string.unpack(FORMAT, text, at))
      local lower, upper, flags, rest, depth, move, key = table.unpack(row, 1, 7)
      list[key] = {
        lower = lower, upper = upper, flags = flags, work = rest >> 8 & 31, age = rest >> 5 & 7, depth = depth, move = move,
      }
    end
    return list
  end

  local NO_HORIZON = (1 << 31) - 1

  -- Of a heap: position p is p plies above the leaves.
  local function above(p, last)
    local height = 0
    while p < last do p, height = 2 * p, height + 1 end
    return height
  end

  it("has value, move, depth, work and age as they are by definition, also when the table has grown, and was loaded", function()
    local folder, gone <close> = run.folder()
    for _, height in ipairs { 4, 11 } do
      local kept, last = gts.table(), 1 << height
      local rules = heap(1, height, function(p) return p - last end)           -- each leaf is better than all to its left
      -- The root has been searched so often, and then took that many visits.
      local function check(list, times, visits)
        for p = 1, 2 * last - 1 do
          local row, plies, root = list[p], above(p, last), p == 1
          local value = (p + 1 << plies) - 1 - last
          assert(row and row.lower == value and row.upper == value, "value")
          -- The subtree below has 2 ^ (plies + 1) - 2 nodes; the logarithm is rounded down.
          assert(row.work == (root and visits or plies), "work")
          assert(row.age == (root and times or 1), "age")
          assert(row.depth == (plies == 0 and 0 or NO_HORIZON), "depth")
          assert(row.move == (plies == 0 and 0 or 2), "move")
        end
      end
      search(rules, kept)
      check(rows(kept, folder .. "/t"), 1, height)
      search(rules, kept)
      check(rows(kept, folder .. "/t"), 2, 1)
      check(rows(gts.table { file = folder .. "/t" }, folder .. "/u"), 2, 1)
    end
  end)

  it("is refused if no search can have made it, although the digest is right", function()
    local folder, gone <close> = run.folder()
    local kept, name = gts.table(), folder .. "/t"
    search(heap(1, 2), kept)
    assert(kept:save(name))
    local whole = run.read(name)
    -- The file with other bytes at a place, and a digest that goes with them.
    local function forged(at, bytes)
      local text = whole:sub(1, at) .. bytes .. whole:sub(at + #bytes + 1, -DIGEST - 1)
      return text .. core.hash(text):gsub("%x%x", function(digits) return string.char(tonumber(digits, 16)) end)
    end
    local function opened(text)
      run.write(name, text)
      local ok, wrong = pcall(gts.table, { file = name })
      return ok or wrong
    end
    assert.is_true(opened(forged(0, "g")))
    local function refused(reason, at, bytes) assert.has_match(reason, tostring(opened(forged(at, bytes))), 1, true) end
    local second = HEAD + string.packsize(FORMAT)       -- the second row
    local made = "has an entry that no search has made"
    refused(made, second, ("<d"):pack(1e9))                     -- the lower bound above the upper
    refused(made, second, ("<dd"):pack(inf, inf))               -- both infinite
    refused(made, second + 16, ("<I8"):pack(0))                 -- of no full search
    refused(made, second + 16, ("<I8"):pack(1 << 40 | 1))       -- flags that there are not
    refused(made, second + 24, ("<I8"):pack(1))                 -- neither work nor age
    refused(made, second + 32, ("<I8"):pack(1 << 31))           -- deeper than without a horizon
    refused(made, second + 40, ("<I8"):pack(16384))             -- a move that is not kept
    assert.is_true(opened(forged(second + 40, ("<I8"):pack(16383))))
    assert.is_true(opened(forged(second, ("<dd"):pack(-inf, inf))))
    refused("of another format", 12, ("<I4"):pack(2))
    refused("of another format", 12, ("<I4"):pack(99))
    refused("another byte order", 16, ("<I4"):pack(0x04030201))
    refused("damaged", 20, ("<I4"):pack(5))
    refused("truncated or damaged", 24, ("<I8"):pack(6))
    refused("truncated or damaged", 24, ("<I8"):pack(8))
    refused("is not a table of gts", 3, "x")
  end)
end)
