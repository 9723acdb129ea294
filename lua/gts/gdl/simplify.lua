--- Makes ground rules smaller by what is known to be true or false.

local simplify = {}

-- The rules left of `rules`, and whether anything was changed: literals that hold go, and rules with one that does not.
local function once(rules, value_of)
  local left, changed = {}, false
  for _, rule in ipairs(rules) do
    local body, holds = {}, true
    for _, literal in ipairs(rule.body) do
      local value = value_of(literal.atom)
      if value == nil then body[#body + 1] = literal
      elseif value == (literal.negated or false) then holds = false end
    end
    if value_of(rule.head) == false or not holds then changed = true
    elseif #body == #rule.body then left[#left + 1] = rule
    else
      left[#left + 1], changed = { head = rule.head, body = body, source = rule.source }, true
    end
  end
  return left, changed
end

--- Returns the rules that are left when these values are put in, and all that follows of them.
-- @tparam {table,...} rules ground rules
-- @tparam table values atom -> true or false; atoms that always hold, or have no rule left, are added
-- @tparam function is_free of an atom: may it be either without a rule, as a fluent?
-- @treturn {table,...} rules; those of an atom that always holds are one without a body
function simplify.rules(rules, values, is_free)
  local changed = true
  while changed do
    local has_rule, always = {}, {}
    for _, rule in ipairs(rules) do
      has_rule[rule.head] = true
      if #rule.body == 0 then always[rule.head] = true end
    end
    rules, changed = once(rules, function(atom)
      if values[atom] ~= nil then return values[atom] end
      if always[atom] and not is_free(atom) then return true end
      if not has_rule[atom] and not is_free(atom) then return false end
    end)
    local kept = {}
    for _, rule in ipairs(rules) do
      if not always[rule.head] or #rule.body == 0 and not kept[rule.head] then kept[#kept + 1], kept[rule.head] = rule, true end
    end
    changed = changed or #kept < #rules
    rules = kept
  end
  return rules
end

return simplify
