--- Ground terms by number: equal terms have one number, from 1.

local reader = require "gts.gdl.reader"

local terms = {}

--- The most arguments of a term.
terms.most = 60

local DEEPEST <const> = 20      -- terms in each other
local LARGEST <const> = 1000    -- symbols of a term
local BYTES <const> = 1 << 26   -- of the texts of all terms
local MOST <const> = 1 << 19    -- below 1 << 21, so that three of them are one integer

-- A function that gives the number of a term with this arity: a walk down a tree of the numbers of its arguments.
local walks = {}
local function walk_of(arity)
  if walks[arity] then return walks[arity] end
  local names, lines = {}, {}
  for i = 1, arity do names[i] = "a" .. i end
  for i = 1, arity - 1 do
    lines[i] = ("local t%d = t%d[a%d]\nif not t%d then t%d = {} t%d[a%d] = t%d end"):format(i, i - 1, i, i, i, i - 1, i, i)
  end
  walks[arity] = assert(load(([[
    local new, t0 = ...
    return function(%s)
      %s
      local made = t%d[%s]
      if not made then
        made = new(%s)
        t%d[%s] = made
      end
      return made
    end
  ]]):format(table.concat(names, ", "), table.concat(lines, "\n"), math.max(arity - 1, 0), names[arity] or "0",
    table.concat(names, ", "), math.max(arity - 1, 0), names[arity] or "0")))
  return walks[arity]
end

--- A new set of terms; `where()`: the rule that makes one, for errors, or nil. Returns `functor`, number -> "name/arity";
-- `arguments`, number -> numbers; `maker(name, arity)`, a function of numbers that gives a term's number; `text(number)`;
-- `object(number)`: `name`, `text` and its arguments, one for equal terms.
function terms.new(where)
  local self = { functor = {}, arguments = {} }
  local count, bytes, names, depth, size, texts, objects, makers = 0, 0, {}, {}, {}, {}, {}, {}

  function self.maker(name, arity)
    local functor = name .. "/" .. arity
    if arity > terms.most then reader.refuse(where(), "%s has more than %d arguments", name, terms.most) end
    makers[functor] = makers[functor] or walk_of(arity)(function(...)
      local list, deepest, symbols = { ... }, 0, 1
      for _, argument in ipairs(list) do deepest, symbols = math.max(deepest, depth[argument]), symbols + size[argument] end
      if deepest >= DEEPEST then reader.refuse(where(), "the domain is too large: terms more than %d deep", DEEPEST) end
      if symbols > LARGEST then reader.refuse(where(), "the domain is too large: terms of more than %d symbols", LARGEST) end
      if count == MOST then reader.refuse(where(), "the domain is too large: more than %d terms", MOST) end
      count = count + 1
      names[count], self.functor[count], self.arguments[count] = name, functor, list
      depth[count], size[count] = deepest + 1, symbols
      return count
    end, {})
    return makers[functor]
  end

  function self.text(number)
    if not texts[number] then
      local parts = {}
      for i, argument in ipairs(self.arguments[number]) do
        parts[i] = self.text(argument)
        bytes = bytes + #parts[i]
      end
      if bytes > BYTES then reader.refuse(nil, "the domain is too large: %d bytes of terms as %.40s", BYTES, names[number]) end
      texts[number] = #parts == 0 and names[number] or ("%s(%s)"):format(names[number], table.concat(parts, ","))
    end
    return texts[number]
  end

  function self.object(number)
    if not objects[number] then
      local made = { name = names[number], text = self.text(number) }
      for i, argument in ipairs(self.arguments[number]) do made[i] = self.object(argument) end
      objects[number] = made
    end
    return objects[number]
  end

  return self
end

return terms
