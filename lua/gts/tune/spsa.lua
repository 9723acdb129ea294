--- SPSA: simultaneous perturbation stochastic approximation. All weights are changed at once, each up or down at random; both
-- directions play each other, and their result moves all weights.
--
-- J. C. Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation", IEEE
-- Transactions on Automatic Control 37(3), 1992; and "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
-- Optimization", IEEE Transactions on Aerospace and Electronic Systems 34(3), 1998: there the gain sequences a / (A + k + 1) ^
-- 0.602 and c / (k + 1) ^ 0.101, with A a tenth of the iterations, and gradients averaged over several perturbations.

local spsa = {}

local ALPHA, GAMMA = 0.602, 0.101
local STABLE = 0.1              -- A, of the iterations
local FIRST = 2.5               -- the gain of the first iteration, in perturbations of a weight

--- The gains a_k and c_k of iteration k, from 0, in units of the first perturbation of a weight.
function spsa.gains(k, iterations)
  local stable = STABLE * iterations
  return FIRST * ((stable + 1) / (stable + k + 1)) ^ ALPHA, 1 / (k + 1) ^ GAMMA
end

--- The first perturbation of a weight.
function spsa.unit(weight)
  if math.type(weight) == "integer" then return math.max(2.0, math.abs(weight) / 4) end
  return weight ~= 0 and math.abs(weight) / 4 or 1.0
end

--- Perturbs weights: each up or down by c_k units. Returns the weights up, the weights down, and a list of signs, 1 or -1.
function spsa.perturb(weights, units, c, draw)
  local up, down, signs = {}, {}, {}
  for i = 1, #weights do
    signs[i] = 2 * draw(0, 1) - 1
    up[i], down[i] = weights[i] + signs[i] * c * units[i], weights[i] - signs[i] * c * units[i]
  end
  return up, down, signs
end

--- Moves weights uphill, by the gains a_k and c_k: returns the new ones. Measured is a list of `signs`, and `lead`: the points a
-- game of up less those of down.
function spsa.move(weights, units, measured, a, c)
  local moved = {}
  for i = 1, #weights do
    local slope = 0
    for _, one in ipairs(measured) do slope = slope + one.lead * one.signs[i] / (2 * c * #measured) end
    moved[i] = weights[i] + a * slope * units[i]
  end
  return moved
end

return spsa
