--- The local variables of the prompt: each chunk sees those of the chunks before it, as if all were one.
--
-- A chunk is a function, and its local variables end with it. So what declares one at its top level is
-- followed, in the text that Lua gets to see, by a call that keeps the variable:
--
--    local x <const>, y = f()        local x <const>, y = f() __keep(1, function() return x, y end);
--
-- The function that is kept holds the variables themselves. The next chunk that uses their names is put inside a function that
-- declares them, and is then made to share them: `debug.upvaluejoin`. Functions made earlier see what is assigned later, a
-- constant stays one, and what is to be closed is closed when the prompt ends. Lines keep their numbers.

local lexer = require "gts.program.lexer"
local words = require "gts.base.words"

local Scope = {}
Scope.__index = Scope

local opens = { ["("] = true, ["["] = true, ["{"] = true, ["function"] = true, ["do"] = true, ["if"] = true, ["repeat"] = true }
local closes = { [")"] = true, ["]"] = true, ["}"] = true, ["end"] = true, ["until"] = true }
local unary = { ["not"] = true, ["-"] = true, ["#"] = true, ["~"] = true }
local joins = {}        -- what joins two operands, and what names a field
for sign in ("+ - * / // % ^ & ~ | << >> .. < <= > >= == ~= and or , . :"):gmatch "%S+" do joins[sign] = true end

-- What a token does to the depth of brackets and blocks. Signs inside strings are none.
local function step(token)
  if token.kind ~= "sign" and token.kind ~= "keyword" then return 0 end
  return opens[token.text] and 1 or closes[token.text] and -1 or 0
end

local function closing(tokens, i)
  local depth = 0
  for k = i, #tokens do
    depth = depth + step(tokens[k])
    if depth == 0 then return k end
  end
  return #tokens
end

-- The last token of the list of expressions that begins at `i`: where two operands meet, the second begins a statement.
local function last_of_expressions(tokens, i)
  local wanted, called = true, false    -- an operand must follow; the operand is one that can be called: no literal
  while tokens[i] do
    local token = tokens[i]
    local is_open = step(token) == 1
    if wanted then
      called = token.kind == "name" or token.text == "("
      if is_open then i = closing(tokens, i) end
      wanted = not is_open and unary[token.text] and token.kind ~= "string" or false
    elseif token.kind ~= "string" then
      if joins[token.text] and token.kind ~= "name" then wanted = true
      elseif is_open and called and token.kind == "sign" then i = closing(tokens, i)
      else break end
    end
    i = i + 1
  end
  return i - 1
end

-- The declaration that begins with the `local` at i: its names, which of them are constants or to be closed, and its last token.
local function declaration(tokens, i)
  local made = { names = {}, closed = {} }
  if tokens[i + 1].text == "function" then
    made.names[1] = { text = tokens[i + 2].text }
    return made, closing(tokens, i + 1)
  end
  repeat
    i = i + 1
    local name = { text = tokens[i].text }
    made.names[#made.names + 1] = name
    if tokens[i + 1] and tokens[i + 1].text == "<" then
      name.constant, name.attribute = true, tokens[i + 2]
      i = i + 3
    end
    i = i + 1
  until not tokens[i] or tokens[i].text ~= ","
  if tokens[i] and tokens[i].text == "=" then return made, last_of_expressions(tokens, i + 1) end
  return made, i - 1
end

local function declarations(tokens)
  local list, depth, i = {}, 0, 1
  while tokens[i] do
    if depth == 0 and tokens[i].text == "local" then
      list[#list + 1], i = declaration(tokens, i)
      list[#list].last = tokens[i].last
    else depth = depth + step(tokens[i]) end
    i = i + 1
  end
  return list
end

-- The text of a chunk with a call behind each declaration. What is to be closed becomes a constant.
local function keeping(source, list)
  local parts, from = {}, 1
  for i, made in ipairs(list) do
    local names = {}
    for k, name in ipairs(made.names) do
      names[k] = name.text
      local attribute = name.attribute
      if attribute and attribute.text == "close" then
        parts[#parts + 1] = source:sub(from, attribute.first - 1) .. "const"
        name.close, from = true, attribute.last + 1
      end
    end
    parts[#parts + 1] = source:sub(from, made.last)
    parts[#parts + 1] = (" __keep(%d, function() return %s end);"):format(i, table.concat(names, ", "))
    from = made.last + 1
  end
  parts[#parts + 1] = source:sub(from)
  return table.concat(parts)
end

local function upvalue(f, name)
  for i = 1, 255 do
    local its_name = debug.getupvalue(f, i)
    if its_name == name then return i end
    if not its_name then return nil end
  end
end

-- Remembers what is to be closed, if it can be.
function Scope:keep_open(name, value)
  if not value then return end
  local meta = debug.getmetatable(value)
  if type(meta) ~= "table" or meta.__close == nil then error(("variable '%s' got a non-closable value"):format(name), 4) end
  self.closing[#self.closing + 1] = value
end

-- Keeps the variables of a declaration, which `f` returns.
function Scope:keep(made, f)
  local values = table.pack(f())
  for k, name in ipairs(made.names) do
    -- The one that throws values away is no variable to keep.
    if name.text ~= "_" then
      self.variables[name.text] = { of = f, number = upvalue(f, name.text), constant = name.constant, value = values[k] }
    end
    if name.close then self:keep_open(name.text, values[k]) end
  end
end

--- Puts a variable into the scope, as if it had been declared. Returns a function that gives its value.
function Scope:declare(name, value)
  local function of() return value end
  self:share(name, of, 1)
  return of
end

--- Puts a variable into the scope that belongs to a function: its upvalue of a number.
function Scope:share(name, of, number) self.variables[name] = { of = of, number = number } end

--- The value of a local variable, behind true; false if there is none of this name.
function Scope:value(name)
  local variable = self.variables[name]
  if not variable then return false end
  if not variable.number then return true, variable.value end
  return true, (select(2, debug.getupvalue(variable.of, variable.number)))
end

--- The names of the local variables.
function Scope:names() return words.keys(self.variables) end

-- Those variables that a chunk may use.
function Scope:used(tokens)
  local names, seen = {}, {}
  local function add(name)
    if self.variables[name] and not seen[name] then names[#names + 1], seen[name] = name, true end
  end
  add "_ENV"
  for _, token in ipairs(tokens) do
    if token.kind == "name" then add(token.text) end
  end
  return names
end

-- Puts a chunk inside a function that declares what it uses, and has it share these variables.
function Scope:bind(text, name, used, keep)
  local declared, values = { "__keep" }, { keep, n = #used + 1 }
  for i, its_name in ipairs(used) do
    local constant = self.variables[its_name].constant
    declared[i + 1] = constant and its_name .. " <const>" or its_name
    values[i + 1] = select(2, self:value(its_name))
  end
  local whole = ("local %s = ... return function(...) %s\nend"):format(table.concat(declared, ", "), text)
  local outer, wrong = load(whole, name, "t", _G)
  if not outer then return nil, wrong end
  local chunk = outer(table.unpack(values, 1, values.n))
  for i = 1, 255 do
    local its_name = debug.getupvalue(chunk, i)
    if not its_name then break end
    local variable = self.variables[its_name]
    if variable and variable.number then debug.upvaluejoin(chunk, i, variable.of, variable.number) end
  end
  return chunk
end

--- Compiles a chunk: an expression if it can be one, else statements. `name`: as in load. Returns a function; true if it is an
-- expression. Error: what is wrong; and could more lines mend it?
function Scope:compile(source, name)
  local expression = load("return " .. source, name, "t") ~= nil
  local whole, wrong = load(expression and "return " .. source or source, name, "t")
  local tokens = lexer.tokens(source)
  if not whole then
    local depth, last = 0, nil          -- an expression may stand behind the last statement and a semicolon, as `x = 1; x`
    for _, token in ipairs(tokens) do
      depth = depth + step(token)
      if depth == 0 and token.text == ";" then last = token.last end
    end
    source = last and source:sub(1, last) .. " return " .. source:sub(last + 1)
    if not source or not load(source, name, "t") then return nil, wrong, wrong:find("<eof>", 1, true) ~= nil end
    tokens = lexer.tokens(source)
  end
  local text, keep
  if expression then            -- else a call at its end would take the place of the chunk, and its errors would have no line
    text = ("return __keep(%s)"):format(source:sub(1, tokens[1] and tokens[#tokens].last or 0))
    function keep(...) return ... end
  else
    local list = declarations(tokens)
    text, keep = keeping(source, list), function(i, f) self:keep(list[i], f) end
  end
  local chunk, why = self:bind(text, name, self:used(tokens), keep)
  if not chunk then return nil, why, false end
  return chunk, expression
end

--- Ends the scope: closes what is to be closed, the last first. Raises what closing raises; the others are closed nevertheless.
function Scope:close()
  local values = self.closing
  self.closing = {}
  local function close_from(i)
    if values[i] == nil then return end
    local value <close> = values[i]
    close_from(i + 1)
    return value
  end
  close_from(1)
end

local scope = {}

--- The value of a name: of a variable of the scope, if there is one, else of a global.
function scope.lookup(of, name)
  local found, value = false, nil
  if of then found, value = of:value(name) end
  if found then return value end
  return rawget(_G, name)
end

--- A new scope, without variables.
function scope.new() return setmetatable({ variables = {}, closing = {} }, Scope) end

return scope
