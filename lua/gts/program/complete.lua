--- Completion at the prompt: names that Lua knows; in calls options and their values; in strings games, files and topics.

local functions = require "gts.program.functions"
local game = require "gts.game"
local gts = require "gts"
local help = require "gts.program.help"
local lexer = require "gts.program.lexer"
local options = require "gts.facts.options"
local scopes = require "gts.program.scope"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local complete = {}

local MOST = 200        -- names that are shown

-- Where names that a value has not itself are looked up: a table, or nil.
local function inherited(value)
  local meta = debug.getmetatable(value)
  local index = type(meta) == "table" and rawget(meta, "__index")
  return type(index) == "table" and index or nil
end

local function field(value, name)
  if value == gts then pairs(gts) end   -- loads the functions of extensions
  for _ = 1, 5 do
    if type(value) == "table" and rawget(value, name) ~= nil then return rawget(value, name) end
    value = inherited(value)
    if value == nil then return nil end
  end
end

-- What a value offers by name, what it inherits included; after a colon only what can be called.
local function names_of(value, only_methods)
  local names = {}
  for _ = 1, 5 do
    for _, name in ipairs(type(value) == "table" and words.keys(value) or {}) do
      local fits = not name:find "^__" and (not only_methods or type(value[name]) == "function")
      names[#names + 1] = fits and name or nil
    end
    value = inherited(value)
    if value == nil then break end
  end
  return names
end

-- The value of the path whose last name is token i; nil where it is no path.
local function path_before(tokens, i, scope)
  local names = {}
  while tokens[i] and tokens[i].kind == "name" do
    table.insert(names, 1, tokens[i].text)
    if not (tokens[i - 1] and (tokens[i - 1].text == "." or tokens[i - 1].text == ":")) then break end
    i = i - 2
    if not tokens[i] or tokens[i].kind ~= "name" then return nil end
  end
  local value = names[1] and scopes.lookup(scope, names[1])
  for k = 2, #names do value = field(value, names[k]) end
  return value
end

-- The rows of the options that a function takes in a table whose text is given, of the game's name; nil: it takes none.
local function rows_of(f, text, name)
  if f == gts.game then return name and game.options(name) or {} end
  local class = tables.find(functions.options, function(one) return gts[one.of:match "^gts%.([%w_]+)$"] == f end)
  if not class or class.rows ~= options.rows and not class.extends then return class and class.rows end
  local algorithm = options.algorithm(text:match "algorithm%s*=%s*[\"'](%w+)[\"']")
  local rows = tables.filter(options.rows, function(row)
    return not (row.own and algorithm) or words.contains(algorithm.options, row.name)
  end)
  return class.extends and table.move(class.rows, 1, #class.rows, #rows + 1, rows) or rows
end

local function values_of(f, option, text, name)
  local row = tables.find(rows_of(f, text, name) or {}, function(one) return one.name == option end)
  if not row then return {} end
  local list = words.contains(row.kinds or {}, "algorithm") and options.ids() or row.kind.words or {}
  return tables.map(list, function(word)
    return (type(word) ~= "string" or word == "true" or word == "false") and tostring(word) or '"' .. word .. '"'
  end)
end

-- The call whose table of options is open at the end: its function, the table's text, the game's name, and the open option.
local function open_call(tokens, before, scope)
  local stack = {}              -- the brackets that are open at the end
  for i, token in ipairs(tokens) do
    local sign = token.kind == "sign" and token.text or ""
    if sign:find "^[%(%[{]$" then stack[#stack + 1] = i elseif sign:find "^[%)%]}]$" then stack[#stack] = nil end
  end
  local top, inner = #stack, nil
  local function is_brace(k) return stack[k] and tokens[stack[k]].text == "{" end
  if not is_brace(top) then return nil end
  if is_brace(top - 1) then
    local sign, name = tokens[stack[top] - 1], tokens[stack[top] - 2]
    if not (sign and sign.text == "=" and name.kind == "name") then return nil end
    inner, top = name.text, top - 1
  end
  local brace = stack[top]
  local paren = top > 1 and tokens[stack[top - 1]].text == "(" and stack[top - 1] or nil
  local f = path_before(tokens, (paren or brace) - 1, scope)
  if type(f) ~= "function" then return nil end
  local argument = paren and tokens[paren + 1]
  local name = argument and argument.kind == "string" and argument.text:sub(2, -2) or nil
  return f, before:sub(tokens[brace].first), name, inner
end

local function all_names(scope)
  local names = words.keys(_G)
  for word in pairs(lexer.keywords) do names[#names + 1] = word end
  for _, name in ipairs(scope and scope:names() or {}) do names[#names + 1] = name end
  return names
end

-- The files and folders that begin so, hidden ones only where a dot is typed; folders end in a slash.
local function files_beginning(begun)
  local folder, name = begun:match "^(.*/)([^/]*)$"
  if not folder then return {} end
  local home = os.getenv "HOME"
  local place = (home and folder:gsub("^~", function() return home end) or folder):gsub("'", [['\'']])
  local pipe <close> = io.popen(("ls -1%sp -- '%s' 2>/dev/null"):format(name:find "^%." and "A" or "", place))
  local list = {}
  for entry in pipe and pipe:lines() or function() end do list[#list + 1] = folder .. entry end
  return list
end

-- Inside a string that is open at the end: which words may stand there, and what of them is there.
local function in_string(tokens, before, scope)
  local quote, begun = tokens[#tokens].text:sub(1, 1), tokens[#tokens].text:sub(2)
  table.remove(tokens)
  local last = tokens[#tokens]
  if begun:find "^[./~]" then return files_beginning(begun), begun, "" end
  local f, text, name, inner = open_call(tokens, before, scope)
  local option = inner or last and last.text == "=" and tokens[#tokens - 1].text
  local list = {}
  if f and option then
    for _, value in ipairs(values_of(f, option, text, name)) do list[#list + 1] = value:match '^"(.*)"$' end
    return list, begun, quote
  end
  local i = last and last.text == "(" and #tokens - 1 or #tokens
  local callee = path_before(tokens, i, scope)
  if callee ~= nil and (callee == scopes.lookup(scope, "help") or callee == gts.help) then return help.names(), begun, quote end
  if type(callee) == "function" then list = table.move(game.shipped, 1, #game.shipped, 1, {}) end
  return list, begun, quote
end

local function in_path(tokens, begun, scope)
  local i = #tokens - (begun ~= "" and 1 or 0)
  local sign = tokens[i]
  if not sign or sign.kind ~= "sign" or not (sign.text == "." or sign.text == ":") then return nil end
  local before = tokens[i - 1]
  local value = before and before.kind == "string" and "" or path_before(tokens, i - 1, scope)
  return value ~= nil and names_of(value, sign.text == ":") or {}
end

-- Names and values of options, where one may begin.
local function in_options(tokens, before, begun, scope)
  if begun ~= "" then tokens = table.move(tokens, 1, #tokens - 1, 1, {}) end
  local f, text, name, inner = open_call(tokens, before, scope)
  local last = tokens[#tokens]
  if not f or not last then return nil end
  local rows = not inner and (last.text == "{" or last.text == ",") and rows_of(f, text, name)
  if rows then return tables.map(rows, function(row) return row.name end) end
  local option = inner or last.text == "=" and tokens[#tokens - 1].text
  local values = option and values_of(f, option, text, name) or {}
  if #values == 0 then return nil end
  if begun == "" then return values end
  local names = all_names(scope)
  return table.move(names, 1, #names, #values + 1, values)
end

-- All that may stand at the end of the text, how much of it is there already, and what ends it.
local function candidates(before, scope)
  local tokens = lexer.tokens(before)
  local last = tokens[#tokens]
  if last and last.open and last.text:find "^[\"']" then return in_string(tokens, before, scope) end
  local begun = last and last.last == #before and (last.kind == "name" or last.kind == "keyword") and last.text or ""
  return in_path(tokens, begun, scope) or in_options(tokens, before, begun, scope) or all_names(scope), begun, ""
end

local function in_columns(list, width)
  local widest = tables.most(list, function(word) return utf8.len(word) or #word end)
  local count = math.max(1, math.min(width, 400) // (widest + 2))
  local rows = (#list + count - 1) // count
  local lines = {}
  for row = 1, rows do
    local cells = {}
    for i = row, #list, rows do cells[#cells + 1] = list[i] .. (" "):rep(widest - (utf8.len(list[i]) or #list[i])) end
    lines[row] = table.concat(cells, "  "):match "^(.-) *$"
  end
  return table.concat(lines, "\n")
end

--- Completes the text before the cursor. `scope`: see gts.program.scope; `width`. Returns what to insert; what to show.
function complete.text(before, scope, width)
  local names, begun, ending = candidates(before, scope)
  local fit = tables.keys(tables.set(tables.filter(names, function(name) return name:sub(1, #begun) == begun end)))
  if #fit == 0 then return "", nil end
  if #fit == 1 then
    local is_folder = fit[1]:find "/$" ~= nil
    return fit[1]:sub(#begun + 1) .. (is_folder and "" or ending), nil
  end
  local insert, more = words.prefix(fit):sub(#begun + 1), #fit - MOST
  for i = #fit, MOST + 1, -1 do fit[i] = nil end
  return insert, in_columns(fit, width or 80) .. (more > 0 and ("\n... %d more"):format(more) or "")
end

return complete
