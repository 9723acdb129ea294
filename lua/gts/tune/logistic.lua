--- Logistic regression of the results of games on the features of positions.
--
-- A sample is a list: the points of MAX (0, 1/2, 1), the part of the value that no weight changes, and the features: the value of
-- its position is that part plus the sum of weights times features. MAX is expected to score 1 / (1 + exp(-K * value)), and the
-- error is the mean of -log of the likelihood of the results (cross entropy), which is convex in the weights.
--
-- M. Buro, "Statistical Feature Combination for the Evaluation of Game Positions", JAIR 3, 1995 (logistic regression for
-- Othello); P. Österlund, "Texel's Tuning Method", 2014 (K fitted first, and kept, so that weights keep their scale); A. Grant,
-- "Evaluation & Tuning in Chess Engines", 2020 (gradients where evaluations are linear).

local tables = require "gts.base.tables"

local logistic = {}

local LOWEST, HIGHEST = -9, 7           -- logarithms of K times the root mean square of values
local FREE = 0.01                       -- K times that of features, where all values are 0
local STEPS, ENOUGH = 100, 1e-12        -- of Newton's method; the least fall of the error
local HALVES = 30                       -- of one of its steps

--- The error of one position: -log of the likelihood of `points` (0, 1/2 or 1) where `x` is K times the value.
function logistic.loss(points, x)
  local softplus = x > 0 and x + math.log(1 + math.exp(-x)) or math.log(1 + math.exp(x))
  return softplus - points * x
end

--- The value of a sample.
function logistic.value(sample, weights)
  local sum = sample[2]
  for i = 1, #weights do sum = sum + weights[i] * sample[i + 2] end
  return sum
end

--- The mean error of predictions, by the scale K. `value_of` gives the value at a place; nil: the error is infinite.
function logistic.mean(points, value_of, scale)
  local sum = 0
  for k = 1, #points do
    local value = value_of(k)
    if value == nil then return math.huge end
    sum = sum + logistic.loss(points[k], scale * value)
  end
  return sum / #points
end

--- The points of samples.
function logistic.points(samples) return tables.map(samples, function(sample) return sample[1] end) end

--- The mean error of samples.
function logistic.error(samples, weights, scale)
  return logistic.mean(logistic.points(samples), function(k) return logistic.value(samples[k], weights) end, scale)
end

local function root_mean_square(list)
  local sum = 0
  for i = 1, #list do sum = sum + list[i] * list[i] end
  return #list > 0 and math.sqrt(sum / #list) or 0
end

--- K: the scale at which values predict points best; nil: all values are 0. The error is convex in K, so golden sections find it.
function logistic.scale(points, values)
  local size = root_mean_square(values)
  if size == 0 then return nil end
  local low, high, ratio = LOWEST, HIGHEST, (math.sqrt(5) - 1) / 2
  local function at(x) return logistic.mean(points, function(k) return values[k] end, math.exp(x) / size) end
  local a, b = high - ratio * (high - low), low + ratio * (high - low)
  local of_a, of_b = at(a), at(b)
  for _ = 1, 50 do
    if of_a < of_b then
      high, b, of_b = b, a, of_a
      a = high - ratio * (high - low)
      of_a = at(a)
    else
      low, a, of_a = a, b, of_b
      b = low + ratio * (high - low)
      of_b = at(b)
    end
  end
  return math.exp((low + high) / 2) / size
end

--- A scale for evaluations whose values are all 0.
function logistic.free_scale(samples)
  local list = {}
  for _, sample in ipairs(samples) do table.move(sample, 3, #sample, #list + 1, list) end
  local size = root_mean_square(list)
  return size > 0 and FREE / size or 1
end

-- The root mean square of each feature.
local function sizes_of(samples, before)
  return tables.map(before, function(_, i)
    return root_mean_square(tables.map(samples, function(sample) return sample[i + 2] end))
  end)
end

-- Solves the symmetric positive definite system `m` x = `v`, by Cholesky's method, in place.
local function solve(m, v)
  local n = #v
  for i = 1, n do
    for j = 1, i do
      local sum = m[i][j]
      for k = 1, j - 1 do sum = sum - m[i][k] * m[j][k] end
      if i == j then m[i][i] = math.sqrt(math.max(sum, 1e-300)) else m[i][j] = sum / m[j][j] end
    end
    local sum = v[i]
    for k = 1, i - 1 do sum = sum - m[i][k] * v[k] end
    v[i] = sum / m[i][i]
  end
  for i = n, 1, -1 do
    local sum = v[i]
    for k = i + 1, n do sum = sum - m[k][i] * v[k] end
    v[i] = sum / m[i][i]
  end
  return v
end

-- Adds what samples say to the gradient and to the lower half of the matrix of second derivatives.
local function add_samples(samples, weights, scale, gradient, matrix)
  local count, features, at = #weights, {}, {}
  for k = 1, #samples do
    local sample = samples[k]
    local expected = 1 / (1 + math.exp(-scale * logistic.value(sample, weights)))
    local first, second = scale * (expected - sample[1]) / #samples, scale * scale * expected * (1 - expected) / #samples
    local n = 0
    for i = 1, count do
      if sample[i + 2] ~= 0 then
        n = n + 1
        at[n], features[n] = i, sample[i + 2]
      end
    end
    for i = 1, n do
      local row, f = matrix[at[i]], features[i]
      gradient[at[i]] = gradient[at[i]] + first * f
      for j = 1, i do row[at[j]] = row[at[j]] + second * f * features[j] end
    end
  end
end

-- The pull towards the weights before: as strong as one position, so that what no result speaks of stays.
local function pull_of(samples, sizes, scale)
  return tables.map(sizes, function(size) return size > 0 and (scale * size) ^ 2 / #samples or 1 end)
end

local function penalized(samples, weights, before, scale, pull)
  local sum = logistic.error(samples, weights, scale)
  for i = 1, #weights do sum = sum + pull[i] * (weights[i] - before[i]) ^ 2 / 2 end
  return sum
end

--- The weights of least error, by Newton's method, by the scale K: floats; one whose features are all 0 is as before.
function logistic.fit(samples, before, scale)
  local count, weights = #before, {}
  for i = 1, count do weights[i] = before[i] + 0.0 end
  local pull = pull_of(samples, sizes_of(samples, before), scale)
  local now = penalized(samples, weights, before, scale, pull)
  for _ = 1, STEPS do
    local gradient, matrix = {}, {}
    for i = 1, count do
      gradient[i], matrix[i] = pull[i] * (weights[i] - before[i]), {}
      for j = 1, i do matrix[i][j] = i == j and pull[i] or 0 end
    end
    add_samples(samples, weights, scale, gradient, matrix)
    local step, share, found, after = solve(matrix, gradient), 1, nil, nil
    for _ = 1, HALVES do
      found = {}
      for i = 1, count do found[i] = weights[i] - share * step[i] end
      after = penalized(samples, found, before, scale, pull)
      if after <= now then break end
      share = share / 2
    end
    if after >= now - ENOUGH then break end
    weights, now = found, after
  end
  return weights
end

return logistic
