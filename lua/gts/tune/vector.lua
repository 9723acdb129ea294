--- Weights as a list, in the order of their names.

local weights = require "gts.rules.weights"

local vector = {}

--- Lists weights, name -> number: their values, and their names.
function vector.of(named)
  local names, list = weights.names(named), {}
  for i, name in ipairs(names) do list[i] = named[name] end
  return list, names
end

--- Names the weights of a list as those of `model`, name -> number; one whose model is an integer is rounded.
function vector.named(list, model)
  local named = {}
  for i, name in ipairs(weights.names(model)) do
    local rounded = math.type(model[name]) == "integer" and math.tointeger(math.floor(list[i] + 0.5))
    named[name] = rounded or list[i]
  end
  return named
end

--- Do two tables hold equal weights?
function vector.equal(a, b)
  for name, value in pairs(a) do
    if value ~= b[name] then return false end
  end
  return true
end

return vector
