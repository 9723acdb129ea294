-- What each thread of spec/support/threads.c does: searches of all kinds, whose values are known, at the same time as the others.
local number = ...
local gts = require "gts"
require "gts.compile.native".optimization = "-O1"             -- a compiler that tries less hard is faster

local ROUNDS = (tonumber(os.getenv "GTS_SPEC_SHARE") or 1) < 1 and 8 or 20

local function equal(expected, is, what)
  if expected ~= is then error(("%s: expected %s, not %s"):format(what, expected, is), 2) end
end

-- Rules that no other thread has, which are compiled; and rules that all have.
local function own_game(more)
  local rules = {
    name = "own", start = 1, range = { -1000, 1000 },
    next = function(p, move)
      local m = (move or 0) + 1
      if m <= 3 and p < 100 then return m, 3 * p + m end
    end,
    evaluate = function(p) return p % 7 - 3 + number end,
  }
  for name, f in pairs(more or {}) do rules[name] = f end
  return gts.game(rules)
end

local function search_all(native)
  equal(0, gts.search("tictactoe", { native = native }).value, "tictactoe")
  -- The first player of nim loses where the heaps' sum in base 2 without carrying is 0.
  equal(true, gts.search(gts.game("nim", { heaps = { 1, 2, 3 } }), { native = native }).value < 0, "nim 1 2 3")
  equal(true, gts.search(gts.game("nim", { heaps = { 1, 2, 2 } }), { native = native }).value > 0, "nim 1 2 2")
  local visits = 1 + 7 + 49 + 343 + 2401
  equal(visits, gts.search("connect4", { depth = 4, algorithm = "minimax", native = native }).stats.visits, "connect4")
  for _, algorithm in ipairs { "ttalphabeta", "sss2", "recsss", "gsearch" } do
    equal(0, gts.search("tictactoe", { algorithm = algorithm, native = native and algorithm == "ttalphabeta" }).value, algorithm)
  end
end

meet()
search_all(false)
meet()
search_all(true)                        -- all compile the same at once
local compiled, interpreted = gts.search(own_game(), { native = true }), gts.search(own_game(), { native = false })
equal(true, compiled.native, "compiled")
equal(interpreted.value, compiled.value, "own")

-- Threads of a search's own, from its beginning; the sum of the leaves does not tell the threads apart, the value must.
meet()
local search = require "gts.search"
local own, kept_by_all = own_game(), gts.table { bytes = 1 << 14 }
for round = 1, ROUNDS do
  local all = assert(search.check(own, {
    algorithm = ({ "ttalphabeta", "negascout", "mtd", "mcts", "dfpn", "dfpn", "mtd", "mcts" })[round % 8 + 1],
    threads = 3, native = true,
    deepen = round % 5 < 2, depth = 12, table = round % 3 == 1 and kept_by_all or nil,
    parallel = round % 4 == 3 and round % 8 == 3 and "tree" or nil,
  }))
  all.alone = 0
  local r = assert(search.run(own, all))
  equal(compiled.value, r.value, "three threads")
  equal("threads", r.helped_by, "three threads")
end

-- Deadlines, errors, searches within searches.
meet()
equal("time", gts.search("connect4", { time = 0.01 + 0.01 * number }).stopped, "time")
equal("time", gts.search("connect4", { time = 0.02, native = true, depth = 30, deepen = false }).stopped, "time, compiled")
for round = 1, ROUNDS do
  local ok, message = pcall(gts.search, own_game { evaluate = function(p) if p > 20 + round then error "oh" end return 0 end })
  equal(false, ok, "an error")
  equal(true, tostring(message):find "oh" ~= nil, "an error")
  local heaps = gts.game("nim", { heaps = { 1, 2 } })
  local inner = own_game { evaluate = function() return gts.search(heaps, { native = false }).value end }
  equal(true, gts.search(inner, { native = false, depth = 2 }).value > 0, "a search within a search")
end
local kept = gts.table { bytes = 1 << 16 }
for _ = 1, 3 do equal(0, gts.search("tictactoe", { algorithm = "ttalphabeta", table = kept }).value, "table") end

-- States come and go while other threads search: after a search that has ended, that an error has ended, inside a
-- coroutine that nothing resumes, and with threads of the search's own.
local function other_state(text)
  return _G.within([[
    local gts = require "gts"
    local rules = { name = "other", start = 1, range = { -9, 9 }, evaluate = function(p) return p % 5 end,
      next = function(p, move) if p < 500 and move ~= 3 then return (move or 0) + 1, 3 * p + (move or 0) end end }
    ]] .. text)
end
meet()
for round = 1, 6 do
  if (round + number) % 2 == 0 then
    equal(0, gts.search("tictactoe", { native = false, algorithm = "ttalphabeta" }).value, "beside other states")
  else
    equal(0, other_state "return gts.search('tictactoe', { algorithm = 'mtd', native = false }).value", "a state")
    local value = other_state [[
      return gts.search(rules, { native = true, algorithm = 'negascout', threads = 3 }).value]]
    equal("number", type(value), "a state with threads")
    local said = other_state [[
      rules.evaluate = function(p) return p > 100 and error 'oh' or 0 end
      gts.search(rules)]]
    equal(true, said:find "oh" ~= nil, "a state after an error: " .. said)
    equal(7, other_state [[
      local co = coroutine.wrap(function() gts.search(rules, { native = false }) coroutine.yield() end)
      co()
      return 7]], "a state with a coroutine")
  end
end
meet()

-- Ctrl-C reaches all of them: in rules in Lua that never end, if the thread takes the signal, and in the engine.
local blocks = number % 4 == 3
local endless = own_game {
  next = function(p, move) if p < 60 and move ~= 2 then return (move or 0) + 1, p + 1 end end,
  evaluate = function(p)
    while not blocks and p do p = p + os.time() end     -- a signal waits for a call of the system where races are looked for
    return 0
  end,
}
press()
equal("interrupted", gts.search(endless, { native = false, algorithm = "minimax" }).stopped, "Ctrl-C")
meet()
