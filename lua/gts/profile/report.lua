--- A profile as a list of figures: its text, CSV and JSON, its page, and how it stands to another.

local columns = require "gts.show.columns"
local compared = require "gts.profile.compared"
local listing = require "gts.show.listing"
local page = require "gts.profile.page"
local written = require "gts.profile.written"

local report = {}

local WIDTH, GAP = 80, 2

local function wrapped(lines, text, width, first, rest)
  for i, line in ipairs(columns.wrap(text, width - #(rest or ""))) do
    lines[#lines + 1] = (i > 1 and rest or first or "") .. line
  end
end

local NARROW = 12               -- columns that a last cell needs

-- Appends rows whose columns have these widths; what the last has too much goes on below it.
local function lay(lines, cells, widths, last)
  for _, row in ipairs(cells) do
    local parts, at = {}, 0
    for i, width in ipairs(widths) do
      local space = (" "):rep(width - (utf8.len(row[i]) or #row[i]))
      parts[i], at = i == 1 and row[i] .. space or i == 2 and space .. row[i] or row[i] .. space, at + width + GAP
    end
    for i, text in ipairs(columns.wrap(row[#row], last)) do
      lines[#lines + 1] = i == 1 and table.concat(parts, (" "):rep(GAP)) .. (" "):rep(GAP) .. text or (" "):rep(at) .. text
    end
  end
end

-- Returns how wide each column is, but the last, and what is left for that.
local function measure(groups, width)
  local widths, taken = { 0, 0, 0 }, 0
  for _, group in ipairs(groups) do
    for _, row in ipairs(group.cells) do
      for i = 1, #widths do widths[i] = math.max(widths[i], utf8.len(row[i]) or #row[i]) end
    end
  end
  for _, one in ipairs(widths) do taken = taken + one + GAP end
  return widths, width - taken
end

-- Appends the groups, each below its title, in columns that agree; on a narrow page, in their own.
local function groups_text(lines, list, width)
  local groups = written.groups(list)
  for _, group in ipairs(groups) do
    for _, row in ipairs(group.cells) do row[1] = "  " .. row[1] end
  end
  local widths, last = measure(groups, width)
  for _, group in ipairs(groups) do
    lines[#lines + 1] = ""
    lines[#lines + 1] = group.title
    if last >= NARROW then lay(lines, group.cells, widths, last)
    else
      local laid = columns.lay(group.cells, { "", "", "", "" }, width)
      table.move(laid, 1, #laid, #lines + 1, lines)
    end
  end
end

-- What is missing, reason by reason.
local function missing_text(lines, list, width)
  if #list.missing == 0 then return end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "Missing"
  for _, one in ipairs(written.missing(list)) do
    wrapped(lines, ("%s: %s"):format(one.figures, one.why), width, "  ", "    ")
  end
end

local function text_of(list, width)
  width = width or WIDTH
  local lines = {}
  wrapped(lines, written.heading(list), width)
  groups_text(lines, list, width)
  missing_text(lines, list, width)
  lines[#lines + 1] = ""
  wrapped(lines, written.foot(list), width)
  return table.concat(lines, "\n")
end

local form = listing.form {
  name = "gts.profile",
  columns = { "name", "value", "low", "high", "exact", "how" },
  records = { "missing", "errors", "course", "lengths", "ladder" },
  shown = text_of, methods = { compare = compared.of },
  called = "a profile", draw = { html = function(list) return page.of { list } end },
}

--- Makes a profile of its rows and fields.
-- @function of
-- @tparam table list
-- @treturn table the list; its methods: text(width), csv(), json(), compare(other), and what gts.draw asks
report.of = form

return report
