--- The ladder of learning rules: TreeStrap above RootStrap above TD-leaf, as Veness et al. found it for chess.

local game = require "gts.game"
local learn = require "gts.learn.learn"
local moments = require "gts.experiments.moments"
local round_robin = require "gts.experiments.round_robin"
local tables = require "gts.base.tables"

local DEPTH = 2                 -- of all searches, in learning and in the matches
local GAMES = 20                -- of each pairing, where a point says nothing else
local PLIES = 4                 -- random moves of an opening

local UNTRAINED, TDLEAF, ROOTSTRAP, TREESTRAP = "untrained", "TD-leaf", "RootStrap", "TreeStrap"

local rules = { [TDLEAF] = "tdleaf", [ROOTSTRAP] = "rootstrap", [TREESTRAP] = "treestrap" }

-- Breakthrough, whose evaluation knows nothing but the ends of games: elsewhere it is small and random, by position. Were it 0,
-- all would be left to the order of moves, which has captures first and knows much.
local function untrained()
  local of = assert(game.make("breakthrough", { columns = 5, rows = 5 }))
  return assert(game.make(of, { evaluation = function(full)
    return function(a, b, c)
      if full.next(a, b, c) == nil then return full.evaluate(a, b, c) end
      return ((a * 0x9E3779B97F4A7C15 ~ b) * 0xBF58476D1CE4E5B9 >> 40) / 2 ^ 34 - 2 ^ -11
    end
  end }))
end

local subject                   -- made once

-- The evaluation that a rule learns; nil of none.
local function learnt(label, point, seed)
  local method = rules[label]
  if not method then return nil end
  local r = assert(learn.try(subject, { method = method, depth = DEPTH, games = point.games, seed = seed, plies = PLIES,
    copies = 1, test = 0, shapes = "2x2 2x3" }))
  return r.evaluation
end

local function run(point, seed, entries)
  subject = subject or untrained()
  local players = tables.map(entries, function(entry)
    return { depth = DEPTH, native = false, algorithm = "alphabeta", evaluation = learnt(entry.label, point, seed) }
  end)
  return round_robin.play(subject, players, { games = point.pairing or GAMES, plies = PLIES, seed = seed })
end

-- How far one rule is above another after the most games, seed by seed.
local function difference(rows, above, below)
  local most, samples = tables.best(rows, function(a, b) return a.games > b.games end).games, {}
  for _, row in ipairs(rows) do
    if row.games == most then samples[row.algorithm] = row.sample end
  end
  local off = moments.of(tables.map(samples[above], function(value, seed)
    local other = samples[below][seed]
    return value and other and value - other
  end))
  return ("After %d games %s is %.0f Elo above %s%s."):format(most, above, off.mean, below,
    off.standard_error and (", with a standard error of %.0f"):format(off.standard_error) or "")
end

return {
  name = "veness-ladder",
  title = "Strength after self-play, by the rule of learning",
  source = "After Veness, Silver, Uther & Blair, Bootstrapping from game tree search, NIPS 22, 2009",
  about = [[
Breakthrough on 5 x 5 cells. Each rule begins with all weights 0, plays equally many games against itself by alpha-beta of depth
2, and learns one weight for what stands on each rectangle of 2 x 2 and 2 x 3 cells, images by symmetry alike. Then all play each
other, and one whose evaluation is random and small, with searches of depth 2: 20 games a pairing. Elo by the most likely
strengths, the untrained one at 0.

The paper found for chess, with 1,812 weights: TreeStrap by alpha-beta 2157, RootStrap by alpha-beta 1362, TD-leaf 1068, and 250
without training. What is compared here is their order, not these figures: game, features, depth and rates are others.

What came out, with 2 runs: after 800 games TreeStrap is 379 Elo above RootStrap, with a standard error of 106, as the paper has
it. RootStrap is 159 below TD-leaf (84), and not above.]],
  seeds = 6,
  points = { { games = 50 }, { games = 200 }, { games = 800 } },
  parameters = { "games" },
  rows = "games",
  algorithms = { { label = UNTRAINED }, { label = TDLEAF }, { label = ROOTSTRAP }, { label = TREESTRAP } },
  run = run,
  measures = { "elo" },
  findings = function(rows) return { difference(rows, TREESTRAP, ROOTSTRAP), difference(rows, ROOTSTRAP, TDLEAF) } end,
  quick = { seeds = 2, points = { { games = 10, pairing = 4 } } },
  chart = { x = "games", x_label = "games of self-play", y_label = "Elo above the untrained one", log_x = true },
}
