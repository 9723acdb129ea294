--- Extensions: folders that bring a capability with all that belongs to it, and that no other folder names.
--
-- An extension is a folder with a file extension.lua, which returns a table of hooks: lists of rows. The manual has all hooks and
-- the fields of their rows: lua/gts/manual/howto/extend.md. Nothing but extension.lua is loaded until it is used: other parts are
-- named by `module`. A row that is wrong is left out and reported.

local core = require "gts.core"
local tables = require "gts.base.tables"

local extensions = {}

--- Number of the interface; an extension states the one that it was written for.
extensions.INTERFACE = 1

-- hook -> the fields, all texts, that its rows have at least
local hooks = {
  commands = { "name", "module" }, pages = { "name", "kind" }, functions = { "name", "module" }, synonyms = {},
  experiments = { "name", "module" }, files = { "name", "module" }, players = { "name", "module", "help", "as" },
  tabs = { "name" }, play_commands = { "name", "module", "help" }, advisers = { "name", "module" },
  facts = { "name", "module" }, algorithms = { "name", "module" },
  libraries = { "name", "module" }, ranks = { "name", "module", "as", "help", "flag" },
}

-- The types of other fields.
local optional = {
  after = "string", at_end = "string", saved = "string", takes = "string", options = "string", prefix = "string",
  renamed = "table", commands = "table", parameters = "table", returns = "table", launched = "table",
}

local tell = warn                       -- takes reports: a warning of Lua, where nothing else does
local reported = {}                     -- report -> true

-- Reports in a line what is wrong with an extension: a table with name and file. Returns the line.
local function fault(of, wrong)
  local text = ("extension '%s' (%s) %s"):format(of.name, of.file, wrong:gsub(":\n%s*", ": "):match "^[^\n]*")
  if reported[text] then return text end
  reported[text] = true
  tell(text)
  return text
end

--- Has reports taken by a function of a text.
function extensions.report_to(f) tell = f end

local KINDS = { tutorial = true, howto = true, reference = true, explanation = true }

-- What is wrong with a row of a hook; nil: nothing.
local function misfit_of_row(hook, row, at)
  if type(row) ~= "table" or getmetatable(row) then return ("has no plain table as %s"):format(at) end
  for _, field in ipairs(hooks[hook]) do
    if type(row[field]) ~= "string" then return ("lacks the text %s.%s"):format(at, field) end
  end
  if hooks[hook][1] == "name" and not row.name:find "^[%w_-]+$" then return ("has no name as %s.name"):format(at) end
  for field, kind in pairs(optional) do
    if row[field] ~= nil and type(row[field]) ~= kind then return ("has no %s as %s.%s"):format(kind, at, field) end
  end
  if hook == "tabs" and not row.name:find "^%a%w*$" then return ("has no name of a function as %s.name"):format(at) end
  if hook == "pages" and not KINDS[row.kind] then return ("has no kind of page as %s.kind"):format(at) end
  for i, word in ipairs(hook == "synonyms" and row or {}) do
    if type(word) ~= "string" then return ("lacks the text %s[%d]"):format(at, i) end
  end
end

local list, empty                       -- those that are there; gts-NAME -> a folder without an extension

-- What is wrong with the list of the extensions that one needs; nil: nothing.
local function misfit_of_needs(names)
  if type(names) ~= "table" or getmetatable(names) then return "has no list of needs" end
  for _, name in ipairs(names) do
    local there = false
    for _, of in ipairs(list) do there = there or of.name == name end
    if not there then return ("needs the extension '%s', which is not there"):format(tostring(name)) end
  end
end

-- What is wrong with the table of an extension; nil: nothing.
local function misfit(made)
  if type(made) ~= "table" or getmetatable(made) then return "does not return a plain table" end
  if made.interface ~= extensions.INTERFACE then
    return ("is for interface %s of gts, which has %d"):format(tostring(made.interface), extensions.INTERFACE)
  end
  for hook, rows in pairs(made) do
    local fields = hooks[hook]
    if hook == "needs" then
      local wrong = misfit_of_needs(rows)
      if wrong then return wrong end
    elseif hook ~= "interface" then
      if not fields then return ("names an unknown hook '%s'"):format(tostring(hook)) end
      if type(rows) ~= "table" or getmetatable(rows) then return ("has no list of %s"):format(hook) end
      for i, row in ipairs(rows) do
        local wrong = misfit_of_row(hook, row, ("%s[%d]"):format(hook, i))
        if wrong then return wrong end
      end
    end
  end
end

-- Where extensions are: beside the modules of gts, and on package.path, without what is in the working directory.
local OWN = debug.getinfo(1, "S").source:match "^@(.*)gts[/\\]base[/\\]extensions%.lua$" .. "?.lua"
local function path() return OWN .. ";" .. package.path:gsub("%f[^;\0]%.[^;]*", "") end

-- The prefixes of modules below which an extension may be, as "gts.course" and "gts-mine"; and the folders of the latter.
local function candidates()
  local seen = {}
  local index = core.modules and core.modules.index                     -- the program has it
  for name in (index and index() or ""):gmatch "\n(gts%.[%w_]+)%.extension " do seen[name] = "" end
  local names = core.files and core.files.names or function() end       -- a confined worker has no files
  for root in path():gmatch "([^;]+)/%?%.lua%f[;\0]" do
    for name in (names(root .. "/gts") or ""):gmatch "%f[^/\0]([%w_-]+)/" do seen["gts." .. name] = "" end
    for name in (names(root) or ""):gmatch "%f[^/\0](gts%-[%w_-]+)/" do seen[name] = root .. "/" .. name end
  end
  return tables.keys(seen), seen
end

local function is_own(of) return of.file:sub(1, #OWN - #"?.lua") == OWN:sub(1, -#"?.lua" - 1) end

local function find_all()
  list, empty = {}, {}
  local prefixes, folders = candidates()
  for _, prefix in ipairs(prefixes) do
    local file = package.searchpath(prefix .. ".extension", path())
    if file then list[#list + 1] = { name = prefix:match "^gts.(.*)$", file = file, prefix = prefix }
    else empty[prefix] = folders[prefix] end
  end
  table.sort(list, function(a, b)       -- gts's own first: what they have stays as it is
    if is_own(a) ~= is_own(b) then return is_own(a) end
    return a.prefix < b.prefix
  end)
end

-- The table of hooks of an extension; an empty one if it is wrong.
local function hooks_of(of)
  if not of.hooks then
    local loads, made = pcall(require, of.prefix .. ".extension")
    local wrong = loads and misfit(made) or not loads and "does not load: " .. tostring(made)
    of.hooks = wrong and {} or made
    if wrong then fault(of, wrong) end
  end
  return of.hooks
end

--- The rows of a hook, of all extensions, in the order of their names. `is_taken`, a function of a name: is it there without
-- extensions? A row of such a name, or of one that another row has, is reported and left out; `own`: true: only of extensions
-- that come with gts; no other is loaded. Returns each with the field `extension`.
function extensions.rows(hook, is_taken, own)
  if not list then find_all() end
  local rows, taken = {}, {}
  for _, of in ipairs(list) do
    for _, row in ipairs((not own or is_own(of)) and hooks_of(of)[hook] or {}) do
      row.extension = of
      if row.name and (is_taken and is_taken(row.name) or taken[row.name]) then
        fault(of, ("redefines '%s' of %s, which is left as it is"):format(row.name, hook))
      else
        rows[#rows + 1] = row
        if row.name then taken[row.name] = true end
      end
    end
  end
  return rows
end

-- Puts a name behind another one. False if that is not there.
local function put(name, after, lists)
  for _, names in ipairs(lists) do
    for i, other in ipairs(names) do
      if other == after then
        table.insert(names, i + 1, name)
        return true
      end
    end
  end
  return false
end

--- Puts the names of rows into lists of names, each where it says; those that do not at the end of the last list.
function extensions.place(rows, lists)
  local left = { table.unpack(rows) }
  repeat
    local before = #left
    for i = #left, 1, -1 do
      if put(left[i].name, left[i].after, lists) then table.remove(left, i) end
    end
  until #left == before
  local last = lists[#lists]
  for _, row in ipairs(left) do last[#last + 1] = row.name end
end

--- The names of the rows of a hook: of the extension `first` in its order, of others where they say; and a table of rows by name.
function extensions.ordered(hook, first)
  local names, others, by_name = {}, {}, {}
  for _, row in ipairs(extensions.rows(hook)) do
    by_name[row.name] = row
    if row.extension.prefix == "gts." .. first then names[#names + 1] = row.name else others[#others + 1] = row end
  end
  extensions.place(others, { names })
  return names, by_name
end

--- Reports that a row is left out, and why.
function extensions.leave_out(row, wrong) fault(row.extension, wrong) end

--- Loads the module of a row; what it returns may be a table with a table for the name of each of its rows. `fields` that it must
-- have: name -> type. Else nil, and an error message, which is reported.
function extensions.load(row, fields)
  local loads, made = pcall(require, row.module)
  if loads and type(made) == "table" and type(made[row.name]) == "table" then made = made[row.name] end
  local wrong = not loads and "does not load: " .. tostring(made) or type(made) ~= "table" and "does not return a table"
  for name, of in pairs(not wrong and fields or {}) do
    if type(made[name]) ~= of then wrong = ("has no %s '%s'"):format(of, name) end
    for _, one in ipairs(not wrong and name == "options" and made.options or {}) do
      local named = type(one) == "table" and type(one.name) == "string" and type(one.help) == "string"
      if not named or one.kind and not (type(one.kind) == "table" and one.kind.fits) then wrong = "has wrong options" end
    end
  end
  if not wrong then return made end
  return nil, fault(row.extension, ("has a module %s that %s"):format(row.module, wrong))
end

--- Calls `f` with each element of the list `name` of a hook's modules. What does not fit is reported and left out.
function extensions.each(hook, name, fits, f)
  for _, row in ipairs(extensions.rows(hook)) do
    local made = extensions.load(row) or {}
    for i, element in ipairs(type(made[name]) == "table" and made[name] or { made[name] }) do
      if fits(element) then f(element) else fault(row.extension, ("has a wrong %s[%d] in %s"):format(name, i, row.module)) end
    end
  end
end

--- What the module of the row of this name returns; or nil. `fields`: see extensions.load; `own`: extensions.rows.
function extensions.module(hook, name, fields, own)
  for _, row in ipairs(extensions.rows(hook, nil, own)) do
    if row.name == name then return extensions.load(row, fields) end
  end
end

--- Is there a folder gts-NAME that is no extension? Returns the folder.
function extensions.empty(name)
  if not list then find_all() end
  return empty["gts-" .. name]
end

return extensions
