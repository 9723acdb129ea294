-- What retrograde analysis by many processes takes, by a model: build/gts spec/support/crew_model.lua
--
-- Of R ranks each has 1/R of the positions, and (R - 1)/R of what leads on from them belongs to others. A tier takes MEETINGS
-- meetings of all. The largest of S equal shares of n positions has about sqrt(2 n/S ln S) more than the mean. What is measured
-- here stands in `measured`; what is taken from elsewhere, the links and latencies of machines, in `machines`.

local measured = {              -- connect-4, compiled, mirror images equal; seconds of this processor
  alone = 0.62e-6,              -- a position, divided into shards, by one
  shared = 0.64e-6,             -- and more, where all that leads on belongs to others
  entries = 2.4,                -- successors sent a position, in each pass
  message = 1.3e-6,             -- processor for one message by MPI, taken and given
  meetings = 8,                 -- a tier without loops
  ["end"] = 81,                 -- bytes of a message that ends a round
}

local games = {                 -- positions, tiers, bytes a position that goes to others, how much dearer a position is
  { name = "4 x 4", positions = 80541, tiers = 17, bytes = 24, dearer = 1 },
  { name = "5 x 4", positions = 1974174, tiers = 21, bytes = 24, dearer = 1 },
  { name = "5 x 5", positions = 34888367, tiers = 26, bytes = 26, dearer = 1 },
  { name = "7 x 6", positions = 2.27e12, tiers = 43, bytes = 40, dearer = 1.5 },
}

local machines = {              -- bits a second of a node's link, seconds of latency, ranks a node
  { name = "this one", link = math.huge, latency = 0, node = 32 },
  { name = "10 Gb/s", link = 10e9, latency = 20e-6, node = 32 },
  { name = "200 Gb/s", link = 200e9, latency = 2e-6, node = 32 },
}

local function predict(game, ranks, machine)
  local m, away, n = measured, (ranks - 1) / ranks, game.positions
  local box = math.max(128, math.min(2000, 65536 // ranks))             -- entries of a message: solve/dealing.c
  local messages = 3 * m.entries / box * away                           -- a position: successors; questions and answers
  local shards = math.max(12, ranks)
  local balance = 1 + math.sqrt(2 * math.log(shards) / (n / game.tiers / shards)) * (ranks > 1 and 1 or 0)
  local meet = machine.latency + (ranks - 1) * m.message
  local t = {
    bytes = game.bytes * away + game.tiers * m.meetings * ranks * (ranks - 1) * m["end"] / n,
    messages = messages + game.tiers * m.meetings * ranks * (ranks - 1) / n,
    balance = balance,
    each = (m.alone + m.shared * away) * game.dearer + messages * (box < 2000 and m.message or 0),
    meetings = game.tiers * m.meetings * meet,
  }
  t.processor = n / ranks * t.each * balance
  local nodes = math.ceil(ranks / machine.node)
  local leaves = nodes > 1 and (nodes - 1) / nodes or 0                 -- of what is sent, between nodes
  t.network = n / ranks * game.bytes * away * leaves * 8 * math.min(ranks, machine.node) / machine.link
  t.seconds = math.max(t.processor, t.network) + t.meetings
  return t
end

local function time(s)
  return s < 600 and ("%.3g s"):format(s) or s < 36000 and ("%.0f min"):format(s / 60) or ("%.1f h"):format(s / 3600)
end

print "connect-4   ranks  link      bytes  messages  us each  balance  processor    network   meetings        all"
for _, row in ipairs {
  { 1, 16, 1 }, { 1, 64, 1 }, { 2, 1, 1 }, { 2, 2, 1 }, { 2, 3, 1 }, { 2, 4, 1 }, { 3, 1, 1 }, { 3, 2, 1 }, { 3, 4, 1 },
  { 4, 64, 2 }, { 4, 64, 3 }, { 4, 1024, 2 }, { 4, 1024, 3 }, { 4, 16384, 3 },
} do
  local game, ranks, machine = games[row[1]], row[2], machines[row[3]]
  local t = predict(game, ranks, machine)
  print(("%-10s %6d  %-8s %6.1f  %8.4f  %7.2f  %7.3f  %9s  %9s  %9s  %9s"):format(game.name, ranks, machine.name, t.bytes,
    t.messages, t.each * 1e6, t.balance, time(t.processor), time(t.network), time(t.meetings), time(t.seconds)))
end
