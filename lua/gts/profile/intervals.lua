--- 95 % intervals of what samples say: of points, shares, means and quantiles.
--
-- Points and shares: Wilson's score interval (E. B. Wilson, "Probable inference, the law of succession, and statistical
-- inference", J. Amer. Statist. Assoc. 22, 1927), which holds its level in small samples and near 0 and 1 (Brown, Cai and
-- DasGupta, "Interval estimation for a binomial proportion", Statist. Sci. 16, 2001). Means: Student's t. Quantiles: order
-- statistics, which assume nothing of the distribution. Two figures are compared by the sides of their intervals that face each
-- other (Zou and Donner, "Construction of confidence limits about effect measures", Statist. Med. 27, 2008), and many at once by
-- Holm's procedure (S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statist. 6, 1979).

local intervals = {}

local tables = require "gts.base.tables"
local SURE, LEVEL = require("gts.play.statistics").SURE, 0.95

-- Returns the probability that Student's t with `freedom` degrees is between -t and t: Abramowitz and Stegun, 26.7.3, 26.7.4.
local function between(t, freedom)
  local angle = math.atan(t / math.sqrt(freedom))
  local sine, cosine = math.sin(angle), math.cos(angle)
  local odd = freedom % 2 == 1
  local term, sum = odd and cosine or 1, odd and (freedom > 1 and cosine or 0) or 1
  for k = odd and 3 or 2, freedom - 2, 2 do
    term = term * cosine * cosine * (k - 1) / k
    sum = sum + term
  end
  return odd and 2 / math.pi * (angle + sine * sum) or sine * sum
end

local students = {}

--- Returns the value that Student's t exceeds to neither side with 95 %. `freedom`: degrees of freedom, 1 or more.
function intervals.student(freedom)
  if not students[freedom] then
    local low, high = 1, 13
    for _ = 1, 60 do
      local middle = (low + high) / 2
      if between(middle, freedom) < LEVEL then low = middle else high = middle end
    end
    students[freedom] = (low + high) / 2
  end
  return students[freedom]
end

local function clamp(x) return math.max(0, math.min(1, x)) end

--- Returns the interval of a mean of points, each 0, 1/2 or 1: Wilson's, with the variance that draws take away. `count` of
-- observations; an effective number need not be whole; `draws`: share of observations of 1/2; default: 0. Gives low; high.
function intervals.points(mean, count, draws)
  local z = SURE * SURE
  local spared = (draws or 0) * count / (count + z) / 4        -- shrunk: not all is drawn because all of a few were
  local a, b, c = 1 + z / count, 2 * mean + z / count, mean * mean + z * spared / count
  local root = math.sqrt(math.max(0, b * b - 4 * a * c))
  return math.min(mean, clamp((b - root) / (2 * a))), math.max(mean, clamp((b + root) / (2 * a)))     -- for rounding
end

-- Half of an interval: by the standard error, or, where all is alike, by what one observation may differ and be missed.
local function half_of(error, count)
  if error > 0 then return intervals.student(count - 1) * error end
  return (select(2, intervals.points(0, count)))
end

local function variance_of(sample, mean)
  return tables.sum(sample, function(x) return (x - mean) ^ 2 end) / (#sample - 1)
end

--- Returns the mean of a sample of counts, or shares, nil without any; and its interval, low and high, nil with fewer than two.
function intervals.mean(sample)
  local count = #sample
  if count == 0 then return nil end
  local mean = tables.sum(sample) / count
  if count < 2 then return mean end
  local half = half_of(math.sqrt(variance_of(sample, mean) / count), count)
  return mean, mean - half, mean + half
end

-- Returns the ratio of the sums of two paired samples and its standard error, by the first terms of its expansion.
local function ratio_of(parts, wholes)
  local part, whole, squares = 0, 0, 0
  for i = 1, #parts do part, whole = part + parts[i], whole + wholes[i] end
  if whole == 0 then return nil end
  for i = 1, #parts do squares = squares + (parts[i] - part / whole * wholes[i]) ^ 2 end
  local count = #parts
  return part / whole, count > 1 and math.sqrt(squares * count / (count - 1)) / whole or nil, whole
end

--- Returns the ratio of the sums of two paired samples with its interval: what games have per position, for instance. `wholes`:
-- as many. Gives ratio; nil if the wholes are 0; low; nil with fewer than two pairs; high.
function intervals.ratio(parts, wholes)
  local ratio, error = ratio_of(parts, wholes)
  if not error then return ratio end
  local half = half_of(error, #parts)
  return ratio, ratio - half, ratio + half
end

--- Returns a share of what comes in clusters, with its interval, low and high: like `ratio`, where a part is a count of the
-- whole; nil if the wholes are 0. The interval is Wilson's for the number of independent observations that would have this error.
function intervals.share(parts, wholes)
  local share, error, whole = ratio_of(parts, wholes)
  if not share then return nil end
  local count = #parts
  if error and error > 0 and count > 2 then
    error = error * intervals.student(count - 1) / SURE
    count = math.min(whole, math.max(1, share * (1 - share) / error ^ 2))
  end
  return share, intervals.points(share, count)
end

-- Returns the probabilities that of `count` observations 0, 1, ... at most `most` lie below a quantile.
local function binomial(count, share)
  local list, log = {}, count * math.log(1 - share)
  for k = 0, count do
    list[k] = math.exp(log)
    log = log + math.log((count - k) / (k + 1)) + math.log(share / (1 - share))
  end
  return list
end

--- Returns a quantile of a sample with its interval, from one observation to another; it has at least 95 %. `share` of
-- observations that lie below it, between 0 and 1. Gives quantile; nil without observations; low; nil if the sample is too small
-- for that side; high.
function intervals.quantile(sample, share)
  local sorted = table.move(sample, 1, #sample, 1, {})
  table.sort(sorted)
  local count = #sorted
  if count == 0 then return nil end
  local chances, tail, low, high = binomial(count, share), (1 - LEVEL) / 2, nil, nil
  local below, above = 0, 0
  for k = 0, count do
    below = below + chances[k]
    if below > tail then
      low = k
      break
    end
  end
  for k = count, 0, -1 do
    above = above + chances[k]
    if above > tail then
      high = k + 1
      break
    end
  end
  return sorted[math.max(1, math.ceil(share * count - 1e-9))], sorted[low], sorted[high]
end

--- Returns the mean of estimates that are products of many means, with its interval, on a logarithmic scale: their logarithms are
-- nearly normal, and the interval is Cox's for the mean of a lognormal distribution (X.-H. Zhou and S. Gao, "Confidence
-- intervals for the log-normal mean", Statist. Med. 16, 1997). `logs`: natural logarithms of two independent estimates or more.
-- Gives logarithm of the mean; low, as a logarithm; high.
function intervals.logarithm(logs)
  local count, mean = #logs, tables.sum(logs) / #logs
  local variance = variance_of(logs, mean)
  local value = mean + variance / 2
  local half = intervals.student(count - 1) * math.sqrt(variance / count + variance ^ 2 / (2 * (count - 1)))
  return value, value - half, value + half
end

-- Returns the integral of the normal distribution from |x| outwards, both tails: a continued fraction far out, a series near.
local function tails(x)
  x = math.abs(x)
  local density = math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
  if x > 3 then
    local fraction = x
    for k = 60, 1, -1 do fraction = x + k / fraction end
    return 2 * density / fraction
  end
  local sum, term, n = x, x, 1
  while math.abs(term) > 1e-17 do
    n = n + 2
    term = term * x * x / n
    sum = sum + term
  end
  return 1 - 2 * density * sum
end

--- Returns the difference of two figures, with its interval and the probability of one as great by chance. `a`: value, low, high;
-- `b`: the other. Gives b less a; low; high; probability, of both sides; 0 or 1 where both are exact.
function intervals.difference(a, b)
  local difference, down = b.value - a.value, math.sqrt((b.value - b.low) ^ 2 + (a.high - a.value) ^ 2)
  local up = math.sqrt((b.high - b.value) ^ 2 + (a.value - a.low) ^ 2)
  local facing = difference > 0 and down or up
  local probability
  if difference == 0 then probability = 1
  else probability = facing > 0 and tails(SURE * difference / facing) or 0 end
  return difference, difference - down, difference + up, probability
end

--- Finds by Holm's procedure which of several probabilities are less than chance leaves, at the level, as 0.05.
function intervals.holm(probabilities, level)
  local order = tables.map(probabilities, function(probability, i) return { probability = probability, i = i } end)
  local found = tables.map(probabilities, function() return false end)
  tables.sort(order, "probability", "i")
  for rank, one in ipairs(order) do
    if one.probability > level / (#order - rank + 1) then break end
    found[one.i] = true
  end
  return found
end

return intervals
