--- Any value as one wants to see it at a prompt: tables with what is in them, in as few lines as the page allows.
--
-- What comes out is a list of pieces, each a text and its style, for colours: "name" (of a field), "number", "string", "word"
-- (true, false, nil), "object" (functions and the like), "faint" (what was left out); nil for the rest.

local result = require "gts.show.result"

local value = {}

local DEPTH = 4         -- of tables inside tables
local MOST = 40         -- fields of a table
local ALL = 200         -- fields altogether: tables that come later are closed
local LONGEST = 240     -- bytes of a string inside a table
local INDENT = 2
local SHORT = 24        -- characters of lists that stand side by side

local function length(text) return utf8.len(text) or #text end

local escapes = { ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r", ['"'] = '\\"', ["\\"] = "\\\\" }

local function escape(byte, digit)
  if escapes[byte] then return escapes[byte] .. digit end
  return (digit ~= "" and "\\%03d%s" or "\\%d%s"):format(byte:byte(), digit)
end

--- A string as one writes it in Lua, on one line; a long one is cut.
function value.quote(text)
  local cut = #text > LONGEST and text:sub(1, (utf8.offset(text, 0, LONGEST + 1) or LONGEST + 1) - 1) or text
  return '"' .. cut:gsub('([%c"\\])(%d?)', escape) .. (cut ~= text and '..."' or '"')
end

-- What an object says of itself; its __tostring may raise an error.
local function said(object)
  local ok, text = pcall(tostring, object)
  if ok then return text end
  return ("(a %s whose __tostring raises an error)"):format(type(object))
end

-- Where rules are confined there is no library debug.
local metatable_of, info_of = debug and debug.getmetatable or getmetatable, debug and debug.getinfo

local function speaks(object)
  local meta = metatable_of(object)
  return type(meta) == "table" and rawget(meta, "__tostring") ~= nil
end

-- A function by where it was written.
local function of_function(f)
  local info = info_of and info_of(f, "S")
  if not info or info.what == "C" then return said(f) end
  return ("function: %s:%d"):format(info.short_src, info.linedefined)
end

local function piece(text, style) return { { text, style }, length = length(text) } end

-- What is in one line, whatever it is: nil for a table whose fields are to be shown.
local function plain(item)
  local kind = type(item)
  if kind == "string" then return piece(value.quote(item), "string") end
  if kind == "number" then return piece(item == item and tostring(item) or "nan", "number") end
  if kind == "boolean" or kind == "nil" then return piece(tostring(item), "word") end
  if kind == "function" then return piece(of_function(item), "object") end
  if result.is(item) then
    return piece(("<result: move %s, value %s>"):format(said(item.move), result.number(item.value)), "object")
  end
  if kind == "table" and not speaks(item) then return nil end
  local first = said(item):match "^[^\n]*"
  return piece(first ~= said(item) and ("<%s ...>"):format(first:match "^(.-)%s*$") or first, "object")
end

local node

-- The name of a field, with the sign behind it; nil for what stands in its place in a list.
local function field(key)
  if type(key) == "string" and key:find "^[%a_][%w_]*$" then return { { key, "name" }, { " = " }, length = length(key) + 3 } end
  local inner = plain(key) or piece("{...}", "faint")
  return { { "[" }, inner[1], { "] = " }, length = inner.length + 5 }
end

-- The keys of a table as they are shown, how many are its list, and how many are left out.
local function keys_of(t, most)
  local list, named = 0, {}
  while rawget(t, list + 1) ~= nil do list = list + 1 end
  for key in next, t do
    if not (math.type(key) == "integer" and key >= 1 and key <= list) then named[#named + 1] = key end
  end
  -- Numbers first and in order, then names by the alphabet, then all else as it comes.
  table.sort(named, function(a, b)
    local rank = { number = 1, string = 2 }
    local ra, rb = rank[type(a)] or 3, rank[type(b)] or 3
    if ra ~= rb then return ra < rb end
    if ra == 3 then return tostring(a) < tostring(b) end
    return a < b
  end)
  local keys = {}
  for i = 1, math.min(list, most) do keys[i] = i end
  for i = 1, math.min(#named, most - #keys) do keys[#keys + 1] = named[i] end
  return keys, math.min(list, most), list + #named - #keys
end

-- A table: its fields as nodes, `length` in one line. `path` has the tables it stands in, and how many fields may still be shown.
function node(item, depth, path, most)
  local simple = plain(item)
  if simple then return simple end
  if path[item] then return piece("<itself>", "faint") end
  if next(item) == nil then return piece "{}" end
  if depth == 0 or path.left <= 0 then return piece("{...}", "faint") end
  path[item] = true
  local keys, list, more = keys_of(item, most)
  path.left = path.left - #keys
  local made = { fields = {}, length = 2, flat = true }
  local function add(name, inner)
    made.fields[#made.fields + 1] = { name = name, inner = inner }
    made.length = made.length + (name and name.length or 0) + inner.length + (#made.fields > 1 and 2 or 0)
    made.flat = made.flat and not name and (not inner.fields or inner.flat and inner.length <= SHORT)
  end
  for i, key in ipairs(keys) do add(i > list and field(key) or nil, node(rawget(item, key), depth - 1, path, most)) end
  if more > 0 then add(nil, piece(("... %d more"):format(more), "faint")) end
  path[item] = nil
  return made
end

-- Lays a node out; `at` is the column it begins at, `tail` what will stand behind it. Returns the column behind it.
local function lay(out, made, at, indent, width)
  local function put(pieces)
    for _, one in ipairs(pieces) do out[#out + 1] = one end
    at = at + pieces.length
  end
  local function line(by)
    out[#out + 1] = { "\n" .. (" "):rep(indent + by) }
    at = indent + by
  end
  if not made.fields then
    put(made)
    return at
  end
  local one_line = at + made.length + 1 <= width
  put(piece "{")
  if not one_line and not made.flat then line(INDENT) end
  for i, one in ipairs(made.fields) do
    local size = (one.name and one.name.length or 0) + one.inner.length
    if i > 1 then
      if one_line then put(piece ", ")
      elseif made.flat and at + size + 3 <= width then put(piece ", ")
      else
        put(piece ",")
        line(made.flat and 1 or INDENT)
      end
    end
    if one.name then put(one.name) end
    at = lay(out, one.inner, at, indent + INDENT, width)
  end
  if not one_line and not made.flat then line(0) end
  put(piece "}")
  return at
end

--- The pieces of a value, texts and styles. Strings by themselves are bare, results in lines; __tostring serves. `given`: width
-- of the page (default: no end); depth: how deep tables inside tables are shown (4); most: how many fields of a table (40).
function value.pieces(item, given)
  given = given or {}
  if type(item) == "string" then return { { item } } end
  if result.is(item) then return { { result.text(item, nil, given.width) } } end
  if type(item) ~= "function" and speaks(item) then return { { said(item) } } end
  local out = {}
  lay(out, node(item, given.depth or DEPTH, { left = ALL }, given.most or MOST), 0, 0, given.width or math.huge)
  return out
end

--- A value as text, without styles: see `pieces`.
function value.text(item, given)
  local texts = {}
  for i, one in ipairs(value.pieces(item, given)) do texts[i] = one[1] end
  return table.concat(texts)
end

return value
