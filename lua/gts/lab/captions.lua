--- What is said of a node in a drawing, in few letters: its value, its window, why it was left.

local notation = require "gts.rules.notation"
local result = require "gts.show.result"

local captions = {}

local INF = math.huge
local GREATEST = 0x1.fffffffffffffp+1023

--- A bound as people write it: the greatest numbers that there are stand for infinity.
function captions.bound(x)
  if x >= GREATEST then return "inf" elseif x <= -GREATEST then return "-inf" end
  return result.number(x)
end

local bound = captions.bound

--- A window of an event or a node as text: (3, inf); one that holds no number as the question that it asks, by test and relation,
-- >= 14? or > 14?; nil if there is none, or if it holds all values of the range.
function captions.window(entered, range)
  local alpha, beta = entered.alpha, entered.beta
  if entered.test then return ("%s %s?"):format(entered.relation, bound(entered.test)) end
  if not alpha or not beta then return nil end
  if alpha <= (range and range[1] or -INF) and beta >= (range and range[2] or INF) then return nil end
  local low, high = bound(alpha), bound(beta)
  if low == high and alpha ~= beta then low, high = notation.number(alpha), notation.number(beta) end
  return ("(%s, %s)"):format(low, high)
end

--- What is proved of a value: "3", "<= 3", ">= 3", "3..5"; nil if nothing is.
function captions.value(lower, upper)
  if lower == upper then return bound(lower) end
  if lower == -INF and upper == INF then return nil end
  if lower == -INF then return "<= " .. bound(upper) elseif upper == INF then return ">= " .. bound(lower) end
  return bound(lower) .. ".." .. bound(upper)
end

--- Why a node with `cut` ("alpha", "beta"), and perhaps `cut_bound` and `cut_value`, was cut off: in short, and in words. The
-- question of a null window, as it is shown, is answered by a cutoff.
function captions.cut(node, window)
  local limit, value = node.cut_bound and bound(node.cut_bound), node.cut_value and bound(node.cut_value)
  if not limit or not value then return "cut", "cut off by its own bound" end
  if window and window:find "%?" then
    return node.cut == "alpha" and "no" or "yes", ("cut off by %s: %s, so %s"):format(node.cut, value,
      node.cut == "alpha" and "no" or "yes")
  end
  if node.cut == "alpha" then return "<= alpha " .. limit, ("cut off by alpha: %s <= %s"):format(value, limit) end
  return ">= beta " .. limit, ("cut off by beta: %s >= %s"):format(value, limit)
end

--- Why a node was left without a cutoff: it ceased to be live, or its states were thrown away for a sibling's sake. Returns
-- "alpha", "beta", "solved" or "purged", and the reason in short and in words; nil: it was not left.
function captions.left(node)
  if node.lower == node.upper or node.old then return nil end
  if node.left_by then
    local sign, name = node.left_by == "alpha" and "<=" or ">=", node.left_by
    return name, ("%s %s %s"):format(sign, name, bound(node.left_bound)),
      ("left: not live, %s %s %s"):format(bound(node.left_value), sign, bound(node.left_bound))
  end
  local parent = node.parent
  if node.solved_by then
    local h = bound(node.solved_h)
    return "solved", "by h = " .. h, ("left: solved by %s with h = %s"):format(node.solved_by.path, h)
  end
  if not (parent and parent.solved_by) or parent.solved_by == node then return nil end
  return "purged", "purged", ("left: purged when %s was solved with h = %s"):format(parent.solved_by.path, bound(parent.solved_h))
end

return captions
