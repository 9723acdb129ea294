--- Is SSS* better than alpha-beta with a table in equal memory? The dispute from Stockman to Plaat.
-- @module gts.lab.experiments.equal_memory

local game = require "gts.game"
local openings = require "gts.lab.openings"

local RECORD = 80               -- bytes that MemSSS* takes for a record, about

-- What is searched: trees of 9.8 million leaves, and games from positions after four random moves.
local subjects = {
  ["random tree"] = { tree = { branching = 5, depth = 10, order = "random" }, least = 26 },
  ["strong tree"] = { tree = { branching = 5, depth = 10, order = "strong" }, least = 26 },
  ["independent tree"] = { tree = { branching = 5, depth = 10 }, least = 26 },
  connect4 = { game = "connect4", depth = 8, branching = 7 },
  othello = { game = "othello", depth = 6, branching = 33 },
}

local games = {}                -- made once: name -> game

local function made(name)
  games[name] = games[name] or assert(game.make(name))
  return games[name]
end

local function algorithms(point)
  local subject, bytes = subjects[point.subject], 1 << point.memory
  local function entry(label, options)
    options.label, options.depth, options.table = label, subject.depth, bytes
    if subject.game then options.deepen, options.order = true, { "table" } end
    return options
  end
  local list = {
    entry("alpha-beta, table", { algorithm = "ttalphabeta" }),
    entry("NegaScout, table", { algorithm = "negascout" }),
    entry("MTD(inf): SSS*, table", { algorithm = "mtd", first = math.huge }),
    entry("MTD(f), table", { algorithm = "mtd" }),
  }
  if bytes // RECORD >= (subject.least or math.huge) then
    list[#list + 1] = { label = "MemSSS*", algorithm = "memsss", entries = bytes // RECORD }
  end
  return list
end

return {
  name = "equal-memory",
  title = "SSS* and alpha-beta in equal memory",
  source = "Stockman 1979, Roizen & Pearl 1983, Bhattacharya & Bagchi 1993, Plaat et al. 1996: who is right?",
  about = "To be written.",
  seeds = 20,
  points = {
    { subject = "random tree" }, { subject = "strong tree" }, { subject = "independent tree" }, { subject = "connect4" },
    { subject = "othello" },
  },
  over = { { "memory", { 12, 14, 16, 18, 20, 22 } } },
  parameters = { "subject", "memory" },
  rows = "memory",
  games = function(point, seed)
    local subject = subjects[point.subject]
    if subject.tree then
      local spec = { seed = seed }
      for name, value in pairs(subject.tree) do spec[name] = value end
      return spec
    end
    return made(subject.game), openings.draw(made(subject.game), 4, seed)
  end,
  algorithms = algorithms,
  measures = { "leaves", "seconds" },
  quick = { seeds = 1, points = { { subject = "strong tree" } }, over = { { "memory", { 14, 18 } } } },
  chart = {
    x = "memory", x_label = "memory, bytes: a power of two", y_label = "leaves, mean", log_y = true, panels = { "subject" },
    where = function(row) return row.measure == "leaves" end,
  },
}
