--- What the results of games say: Elo differences, their errors, and the sequential probability ratio test (SPRT).
--
-- Games come in pairs, one opening with either colour. Counted is how many pairs brought 0, 1/2, 1, 3/2 and 2 points (the
-- pentanomial model), for the two games of a pair are not independent: counting games would take the error for larger than it
-- is.
--
-- Sources: A. E. Elo, The Rating of Chessplayers, 1978; A. Wald, Sequential Analysis, 1947; for unknown distributions, of which
-- only the mean is tested, the likelihood ratio of the most likely ones, as in M. Van den Bergh, "Comments on normalized Elo"
-- and his notes on the GSPRT, which the tests of Stockfish use.

local statistics = {}

--- Standard errors to either side that hold 95 %.
statistics.SURE = 1.959963984540054

local SURE <const> = statistics.SURE
local RARE = 1e-3                       -- what stands for a count of 0, so that nothing is taken to be impossible

--- The Elo difference at which `score` points a game are expected, which is between 0 and 1: infinite there.
function statistics.elo(score)
  if score <= 0 then return -math.huge elseif score >= 1 then return math.huge end
  return 400 * math.log(score / (1 - score), 10)
end

--- The points a game that one expects at an Elo difference.
function statistics.score(elo) return 1 / (1 + 10 ^ (-elo / 400)) end

-- The mean and the variance of one pair, in points a game: 0, 1/4 ... 1.
local function moments(pairs_of)
  local count, mean, variance = 0, 0, 0
  for i = 1, 5 do count, mean = count + pairs_of[i], mean + pairs_of[i] * (i - 1) / 4 end
  if count == 0 then return 0, 0.5, 0 end
  mean = mean / count
  for i = 1, 5 do variance = variance + pairs_of[i] * ((i - 1) / 4 - mean) ^ 2 / count end
  return count, mean, variance
end

-- The integral of the normal distribution up to x: by its series, and far out it is 0 or 1.
local function normal(x)
  if x < -8 then return 0 elseif x > 8 then return 1 end
  local sum, term, n = x, x, 1
  repeat
    n = n + 2
    term = term * x * x / n
    sum = sum + term
  until math.abs(term) < 1e-17 * math.abs(sum) or term == 0
  return 0.5 + sum * math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
end

--- What pairs of games say about the difference between two players. Returns score (points a game), elo, low and high (its 95 %
-- interval), error (half of that; nil where there is none), superiority (how likely the first is the stronger; or nil).
function statistics.difference(pairs_of)
  local count, mean, variance = moments(pairs_of)
  local found = { score = mean, elo = statistics.elo(mean) }
  if count < 2 or variance == 0 then return found end
  local error_of_mean = math.sqrt(variance / count)
  found.low, found.high = statistics.elo(mean - SURE * error_of_mean), statistics.elo(mean + SURE * error_of_mean)
  found.error = (found.high - found.low) / 2
  found.superiority = normal((mean - 0.5) / error_of_mean)
  return found
end

--- Half of the 95 % interval of the points a game. One more pair at either end is counted, so that pairs all alike have one.
function statistics.margin(pairs_of)
  local seen = table.move(pairs_of, 1, 5, 1, {})
  seen[1], seen[5] = seen[1] + 1, seen[5] + 1
  local count, _, variance = moments(seen)
  return SURE * math.sqrt(variance / count)
end

-- The most likely distribution with the mean `score`, divided by what was seen: 1 / (1 + theta * (x - score)), where theta makes
-- the mean right. The sum that is to be 0 falls as theta grows, and has one zero between the poles of the outermost results.
local function tilt(seen, score)
  local low, high = -1 / (1 - score), 1 / score
  for _ = 1, 100 do
    local theta, sum = (low + high) / 2, 0
    for i = 1, 5 do
      local x = (i - 1) / 4 - score
      sum = sum + seen[i] * x / (1 + theta * x)
    end
    if sum > 0 then low = theta else high = theta end
  end
  return (low + high) / 2
end

--- The logarithm of how much likelier pairs (see statistics.difference) are at the mean score1 than at score0, in points a game.
function statistics.likelihood(pairs_of, score0, score1)
  local seen, sum = {}, 0
  for i = 1, 5 do seen[i] = math.max(pairs_of[i], RARE) end
  local theta0, theta1 = tilt(seen, score0), tilt(seen, score1)
  for i = 1, 5 do
    local x = (i - 1) / 4
    sum = sum + seen[i] * math.log((1 + theta0 * (x - score0)) / (1 + theta1 * (x - score1)))
  end
  return sum
end

--- The sequential test: is the difference elo0 (or less), or elo1 (or more)? `pairs_of`: as above; `test`: elo0, elo1; alpha, how
-- often it may say elo1 where elo0 is true; beta, the other way round. Returns a table: llr, the logarithm of the ratio; lower
-- and upper, the bounds at which it is decided; accepted: "H0" (elo0), "H1" (elo1), nil as long as neither.
function statistics.sprt(pairs_of, test)
  local found = { lower = math.log(test.beta / (1 - test.alpha)), upper = math.log((1 - test.beta) / test.alpha), llr = 0.0 }
  if moments(pairs_of) > 0 then
    found.llr = statistics.likelihood(pairs_of, statistics.score(test.elo0), statistics.score(test.elo1))
  end
  found.accepted = found.llr >= found.upper and "H1" or found.llr <= found.lower and "H0" or nil
  return found
end

return statistics
