--- Strings in random programs (programs.lua): expressions that make them, and what numbers and conditions ask of them.

local text_programs = {}

local literals = { "'XO.'", "'a'", "''", "'-12'", "'one'", "'abcdefgh'", "'.X'", "'\\0\\255'", "'007'" }
local patterns = { "'[1-9]'", "'%d'", "'[^.X]'", "'.'", "'X'", "'%.'", "'[a-c]'" }

--- What programs call that use strings.
text_programs.HEAD = [[
local function digest(s)
  local h = #s
  for i = 1, #s do h = h * 31 + s:byte(i) end
  return h
end]]

--- Gives a class of writers what it takes for strings.
-- @tparam table Writer has pick, number, condition, random, choose and names
-- @tparam function expression makes a node
-- @tparam function statement makes a node
function text_programs.extend(Writer, expression, statement)
  -- A place in a string, mostly.
  function Writer:place(depth)
    if self.random(3) == 1 then return self:pick { "-1", "0", "1", "2", "3", "-2", "7", "-9" } end
    return self.random(2) == 1 and expression("($ % 9 // 1)", self:number(depth - 1)) or self:name()
  end

  -- An integer, mostly; the digits of floats are refused.
  function Writer:integer()
    if self.random(12) == 1 then return self:name() end
    return expression("($ & " .. self:pick { "1023", "-1", "7" } .. ")", self:name())
  end

  -- What can be joined, mostly.
  function Writer:joined(depth)
    if self.random(5) <= 2 then return self:integer() end
    return self:text(depth - 1)
  end

  -- An expression that is a string, mostly, in parentheses.
  function Writer:text(depth)
    self.uses_texts = true
    if depth <= 0 then
      if #self.texts > 0 and self.random(3) > 1 then return self:pick(self.texts) end
      return "(" .. self:pick(literals) .. ")"
    end
    local function inner() return self:text(depth - 1) end
    return self:choose({
      { "joins", function() return expression("($ .. $)", self:joined(depth), self:joined(depth)) end },
      { "long joins", function()
        return expression("($ .. $ .. $ .. $)", self:joined(1), inner(), self:joined(1), self:joined(depth))
      end },
      { "subs", function() return expression("$:sub($, $)", inner(), self:place(depth), self:place(depth)) end },
      { "subs", function() return expression("$:sub($)", inner(), self:place(depth)) end },
      { "bytes", function() return expression("string.char($ & 127)", self:number(depth - 1)) end },
      { "bytes", function()
        return expression("string.char(65, $ & 255, $)", self:name(), self:pick { "0", "90", "limit" })
      end },
      { "repeated", function()
        return expression("$:rep($)", inner(), self:pick { "2", "0", "3", "-1", "limit % 4 // 1", "1" })
      end },
      { "formats", function()
        local format = self:pick { "%d", "%s", "%c", "%3d", "%03d", "<%s>", "%d%%", "%02d:" }
        return expression("('" .. format .. "'):format($)", format:find "s" and self:joined(depth) or self:integer())
      end },
      { "formats", function() return expression("('%s-%d'):format($, $)", self:joined(depth), self:integer()) end },
      { "to strings", function() return expression("tostring($)", self:any(depth - 1)) end },
      { "lists joined", function()
        return expression("table.concat({ $, $, $ }, $)", self:joined(1), self:joined(depth), inner(), inner())
      end },
      { "lists joined", function() return expression("table.concat { $, $ }", self:integer(), self:integer()) end },
      { "texts chosen", function() return expression("($ and $ or $)", self:condition(depth - 1), inner(), inner()) end },
    }, inner)
  end

  --- A number that tells something of a string.
  function Writer:of_text(depth)
    local text = self:text(depth)
    local kind = self.random(6)
    if kind == 1 then return expression("#$", text) end
    if kind == 2 then return expression("($:byte($) or $)", text, self:place(1), self:literal()) end
    if kind == 3 then return expression("($:find($, $, true) or $)", text, self:text(1), self:place(1), self:literal()) end
    if kind == 4 then return expression("($:find($) or $)", text, self:pick(patterns), self:literal()) end
    return expression("digest($)", text)
  end

  function Writer:texts_compared(depth)
    return expression("($ " .. self:pick { "==", "~=" } .. " $)", self:text(depth), self:text(depth))
  end

  function Writer:declare_text()
    local name = self:fresh()
    local made = statement("local " .. name .. " = $", self:text(2))
    self.texts[#self.texts + 1] = name
    return made
  end

  function Writer:append_text()
    if #self.texts == 0 then return self:declare_text() end
    local name = self:pick(self.texts)
    local first = self:pick { name, self:text(0) }
    return statement("if #" .. name .. " < 200 then " .. name .. " = $ .. $ end", first, self:joined(2))
  end
end

return text_programs
