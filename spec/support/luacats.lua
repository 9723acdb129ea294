--- A reader of annotations for the Lua language server, as far as gts writes them: the grammar of LuaCATS for types, and the tags
-- meta, alias, class, field, param and return. Whatever else stands in a comment of three dashes that begins with @ is an error.

local luacats = {}

local Reader = {}
Reader.__index = Reader

local function fail(reader, what) error(("%s in type '%s' at %d"):format(what, reader.text, reader.at), 0) end

function Reader:skip() self.at = self.text:find("[^ ]", self.at) or #self.text + 1 end

-- Takes what a pattern finds here, or nothing.
function Reader:take(pattern)
  self:skip()
  local first, last, inner = self.text:find("^" .. pattern, self.at)
  if not first then return nil end
  self.at = last + 1
  return inner or self.text:sub(first, last)
end

function Reader:want(pattern, what) return self:take(pattern) or fail(self, what .. " expected") end

-- fun(name?: type, ...: type): type, type
function Reader:fun()
  local of = { fun = true, returns = {} }
  while not self:take "%)" do
    if not self:take "%.%.%." then self:want("[%a_][%w_]*", "the name of a parameter") end
    self:take "%?"
    if self:take ":" then self:type() end
    if not self:take "," and not self.text:find("^%s*%)", self.at) then fail(self, "a comma or ) expected") end
  end
  if self:take ":" then
    repeat
      of.returns[#of.returns + 1] = self:take "%.%.%." or self:type()
    until not self:take ","
  end
  return of
end

function Reader:unit()
  local of
  if self:take "%(" then
    of = self:type()
    self:want("%)", ")")
  elseif self:take "fun%(" then of = self:fun()
  else
    local word = self:take '"([^"]*)"'
    if word then of = { word = word } else of = { name = self:want("[%a_][%w_.]*", "a type") } end
  end
  if self:take "<" then
    repeat self:type() until not self:take ","
    self:want(">", ">")
  end
  while self:take "%[%]" do of = { list = of } end
  return of
end

function Reader:type()
  local of = { self:unit() }
  while self:take "|" do of[#of + 1] = self:unit() end
  of.optional = self:take "%?" ~= nil
  return of
end

--- Reads a type at the beginning of a text.
-- @treturn table a list of alternatives: name, word, list or fun; `optional`
-- @treturn string what stands behind it
function luacats.type(text)
  local reader = setmetatable({ text = text, at = 1 }, Reader)
  local of = reader:type()
  return of, text:sub(reader.at)
end

--- All names of types in a type.
function luacats.names(of, into)
  into = into or {}
  for _, one in ipairs(of) do
    if one.list then luacats.names({ one.list }, into)
    elseif one.name then into[#into + 1] = one.name
    elseif one[1] then luacats.names(one, into) end
  end
  return into
end

local tags = {}

function tags.meta(file, rest) file.meta = rest end

function tags.alias(file, rest)
  local name, text = rest:match "^(%S+) (.+)$"
  local of, behind = luacats.type(text)
  assert(behind == "", "behind the alias: " .. behind)
  file.aliases[name] = of
end

function tags.class(file, rest)
  local name, extends = rest:match "^([%w.]+):? ?([%w.]*)$"
  assert(not file.classes[name], name .. " is there twice")
  file.class = { name = name, extends = extends ~= "" and extends or nil, fields = {}, order = {} }
  file.classes[name] = file.class
end

function tags.field(file, rest, about)
  local name, optional, text = rest:match "^([%w_]+)(%??) (.+)$"
  if not name then name, optional, text = rest:match "^(%[integer%])(%??) (.+)$" end
  local of, behind = luacats.type(text)
  assert(behind == "", "behind the field: " .. behind)
  assert(not file.class.fields[name], ("%s.%s is there twice"):format(file.class.name, name))
  file.class.fields[name] = { type = of, optional = optional == "?" or of.optional, about = about }
  file.class.order[#file.class.order + 1] = name
end

function tags.param(file, rest)
  local name, optional, text = rest:match "^([%w_]+)(%??) (.+)$"
  if not name then name, optional, text = rest:match "^(%.%.%.)(%??) (.+)$" end
  file.params[#file.params + 1] = { name = name, optional = optional == "?", type = (luacats.type(text)) }
end

tags["return"] = function(file, rest) file.returns[#file.returns + 1] = luacats.type(rest) end

--- Reads a file.
-- @tparam string text
-- @treturn table meta, aliases, classes (name -> name, extends, fields, order), functions (name -> params, returns, names)
function luacats.read(text)
  local file = { aliases = {}, classes = {}, functions = {}, params = {}, returns = {} }
  local about = {}
  for line in text:gmatch "[^\n]*" do
    local tag, rest = line:match "^%-%-%-@(%w+) ?(.*)$"
    if tag then
      assert(tags[tag], "unknown tag " .. tag)(file, rest, table.concat(about, "\n"))
      about = {}
    elseif line:find "^%-%-%-" then about[#about + 1] = line:sub(4)
    else
      about = {}
      local name, names = line:match "^function gts%.([%w_]+)%((.*)%) end$"
      if name then
        file.functions[name] = { params = file.params, returns = file.returns, names = names }
        file.params, file.returns = {}, {}
      elseif line ~= "" then
        assert(line:find "^%-%- " or line == "local gts = {}" or line == "return gts", line)
      end
    end
  end
  return file
end

return luacats
