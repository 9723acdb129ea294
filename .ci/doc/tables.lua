-- Writes the reference tables of the manual and of SECURITY.md: those below the headings that gts.facts names, made of its rows.
--
--    gts .ci/doc/tables.lua [--check]
--
-- With --check it writes nothing, and fails where a table is not what it would write.

local arguments = require "gts.program.arguments"
local classes = require("gts.facts.classes").extend()
local commands = require "gts.program.commands"
local events = require "gts.facts.events"
local figures = require "gts.profile.figures"
local files = require("gts.facts.files").extend()
local rules = require "gts.facts.rules"
local tables = require "gts.base.tables"

local FOLDER, SECURITY = "lua/gts/manual/reference/", ".github/SECURITY.md"

-- A type as the manual names it.
local plain = { ["gts.Move"] = "move", ["gts.Position"] = "position", ["gts.Player"] = "string", ["gts.Algorithm"] = "string" }

local function type_name(of)
  if of:find "^fun%(" then return "function" end
  local optional = of:find "%?$" or of:find "|nil$"
  of = of:gsub("%?$", ""):gsub("|nil$", "")
  local element = of:match "^(.*)%[%]$"
  local name
  if element then name = "list of " .. type_name(element):gsub("ies$", "y") .. "s"
  elseif of:find '^"' then name = "string"
  elseif plain[of] then name = plain[of]
  elseif of:find "^gts%." or of:find "^table" then name = "table"
  else name = of end
  return optional and name .. " or nil" or name
end

-- What a field is called: a method by how it is called.
local function field_name(row)
  local taken = row[2]:match "^fun%((.*)%)" or row[2]:match "^fun(%b())"
  if not taken then return ("`%s`"):format(row[1]) end
  local names = {}
  for name, optional in taken:gmatch "([%w_]+)(%??):" do
    if name ~= "self" then names[#names + 1] = optional == "?" and ("[%s]"):format(name) or name end
  end
  return ("`:%s(%s)`"):format(row[1], table.concat(names, ", "))
end

local function of_class(class)
  local lines, internal = { "| field | type | meaning |", "|---|---|---|" }, {}
  for _, row in ipairs(class.rows) do
    if row.internal then internal[#internal + 1] = ("`%s`"):format(row[1])
    else
      local since = row.since and (" (since results %s)"):format(row.since) or ""
      lines[#lines + 1] = ("| %s | %s | %s%s |"):format(field_name(row), type_name(row[2]), row[3], since)
    end
  end
  if #internal > 0 then lines[#lines + 1] = ("| %s | | for internal use |"):format(table.concat(internal, ", ")) end
  return lines
end

local function of_kinds()
  local lines = { "| `kind` | what happened | fields |", "|---|---|---|" }
  for _, kind in ipairs(events.kinds) do lines[#lines + 1] = ("| `%s` | %s | %s |"):format(table.unpack(kind)) end
  return lines
end

local function of_rules()
  local lines = { "| field | | meaning |", "|---|---|---|" }
  for _, row in ipairs(rules.rows) do
    if row.text then lines[#lines + 1] = ("| %s | %s | %s |"):format(row.shown, row.need or "", row.text) end
  end
  return lines
end

local function of_figures()
  local lines = { "| figure | in reports | unit | definition | source |", "|---|---|---|---|---|" }
  for _, row in ipairs(figures.rows) do
    lines[#lines + 1] = ("| `%s` | %s | %s | %s | %s |"):format(row.name, row.title, row.unit, row.text, row.source or "")
  end
  return lines
end

local function of_sources()
  local lines = { "| source | work |", "|---|---|" }
  for _, source in ipairs(figures.sources) do lines[#lines + 1] = ("| %s | %s |"):format(source[1], source[2]) end
  return lines
end

-- The files that the page on formats describes.
local function of_formats()
  local lines = { "| file | written by | kind | last line, or end |", "|---|---|---|---|" }
  for _, row in ipairs(files.rows) do
    local anchor = row.section and row.section:lower():gsub(" ", "-")
    if anchor then
      lines[#lines + 1] = ("| [%s](#%s) | %s | %s | %s |"):format(row.title, anchor, row.by, row.form, row.ends)
    end
  end
  return lines
end

local function of_bytes(bytes)
  if not bytes then return "" end
  for i, unit in ipairs { "GB", "MB", "KB" } do
    local size = 1 << 10 * (4 - i)
    if bytes >= size then return ("%d %s"):format(bytes // size, unit) end
  end
end

-- All files that gts runs or reads.
local function of_security()
  local lines = { "| file | gts | comes from | up to | checked before use | if damaged |", "|---|---|---|---|---|---|" }
  for _, does in ipairs { "runs", "reads" } do
    for _, row in ipairs(files.rows) do
      if row.checked and (does == "runs") == (row.runs or false) then
        lines[#lines + 1] = ("| %s | %s it | %s | %s | %s | %s |"):format(row.title, does, row.from, of_bytes(row.most),
          row.checked, row.damaged)
      end
    end
  end
  return lines
end

local function of_commands()
  local lines = { "| command | |", "|---|---|" }
  for _, row in ipairs(commands.rows()) do
    local names = tables.map(arguments.places(row), function(place) return " " .. place.name end)
    lines[#lines + 1] = ("| `gts %s%s` | %s |"):format(row.name, table.concat(names), row.summary)
  end
  return lines
end

-- page -> what stands above the first line of a table -> the lines of the table
local pages = {
  formats = { Files = of_formats() }, [SECURITY] = { Files = of_security() }, results = {}, rules = { Fields = of_rules() },
  ["command-line"] = { ["| command | |"] = of_commands() }, trace = { ["| `kind` | what happened | fields |"] = of_kinds() },
}
for _, class in ipairs(classes.list) do
  if class.title then pages.results[class.title] = of_class(class) end
end
pages.results.Figures, pages.results["Sources of the figures"] = of_figures(), of_sources()

-- The page with its tables made anew. A table belongs to the heading above it, or to its own first line.
local function rewritten(text, made)
  local out, heading, used, skipping = {}, nil, {}, false
  for line in text:gmatch "([^\n]*)\n" do
    local row = line:find "^|"
    heading = line:match "^#+ (.*)" or heading
    if not row then skipping = false end
    local key = row and not skipping and (made[line] and line or made[heading] and heading)
    if key and not used[key] then
      table.move(made[key], 1, #made[key], #out + 1, out)
      used[key], skipping = true, true
    end
    if not skipping then out[#out + 1] = line end
  end
  for key in pairs(made) do
    if not used[key] then error(("no table stands below '%s'"):format(key), 0) end
  end
  return table.concat(out, "\n") .. "\n"
end

local stale = {}
for page, made in pairs(pages) do
  local name = page == SECURITY and page or FOLDER .. page .. ".md"
  local file <close> = assert(io.open(name))
  local text = file:read "a"
  local new = rewritten(text, made)
  if new ~= text then
    stale[#stale + 1] = name
    if arg[1] ~= "--check" then
      local out <close> = assert(io.open(name, "w"))
      out:write(new)
    end
  end
end
if arg[1] == "--check" and #stale > 0 then
  io.stderr:write(("tables are not up to date (make tables): %s\n"):format(table.concat(stale, ", ")))
  os.exit(1)
end
