--- What gts.check reports.
-- @module gts.lab.report

local listing = require "gts.show.listing"
local show = require "gts.show.text"

local report = {}

local function percent(part) return ("%.0f %%"):format(100 * part) end

-- Indents all lines of a text.
local function indent(text) return "   " .. text:gsub("\n", "\n   ") end

-- A finding in lines.
local function lines_of(finding, mark)
  local lines = { ("%s [%s] %s"):format(mark, finding.kind, finding.message) }
  if finding.moves and #finding.moves > 0 then lines[#lines + 1] = indent("after " .. table.concat(finding.moves, " ")) end
  if finding.shown then lines[#lines + 1] = indent(finding.shown) end
  if finding.hint then lines[#lines + 1] = indent(finding.hint) end
  return table.concat(lines, "\n")
end

local function bounds_line(bounds)
  local line = ("meet in %s of the positions"):format(percent(bounds.met))
  if bounds.width then line = line .. (", and leave %s of the range on average"):format(percent(bounds.width)) end
  return line
end

local function games_line(self)
  local line = ("%d at random, %d came to an end"):format(self.games, self.ended)
  if self.length then line = line .. (", after %s moves on average"):format(show.number(math.floor(10 * self.length) / 10)) end
  if self.last_wins then line = line .. ("; the last move won %s of those that were won"):format(percent(self.last_wins)) end
  return line
end

-- What was looked at, as rows of a name and a text.
local function summary(self)
  local rows = {
    { "positions", ("%d%s, down to ply %d"):format(self.positions, self.whole and ", all that there are" or "", self.depth) },
  }
  local function add(name, text) rows[#rows + 1] = { name, text } end
  if self.branching then
    add("branching", ("%.1f on average, at most %d"):format(self.branching, self.most))
    add("games", games_line(self))
  end
  if self.merged then add("keys", ("met a key again in %s of the positions"):format(percent(self.merged))) end
  if self.bounds then add("bounds", bounds_line(self.bounds)) end
  if self.compiled ~= nil then add("rules", self.compiled and "can be compiled" or "are run in Lua, at least in part") end
  add("time", ("%.2f s, seed %d"):format(self.seconds, self.seed))
  return rows
end

-- A report in lines, for people.
local function shown(self)
  local lines = { ("%s: %s"):format(self.game, self.clean and "no mistake was found" or
    ("%d mistake%s"):format(#self, #self == 1 and "" or "s")) }
  for i, finding in ipairs(self) do lines[#lines + 1] = "\n" .. lines_of(finding, i .. ".") end
  for i, note in ipairs(self.notes) do lines[#lines + 1] = (i == 1 and "\n" or "") .. lines_of(note, "note:") end
  lines[#lines + 1] = ""
  for _, row in ipairs(summary(self)) do lines[#lines + 1] = ("%-10s %s"):format(row[1], row[2]) end
  return table.concat(lines, "\n")
end

local listed = listing.form {
  name = "gts.check",
  columns = {
    { name = "kind", value = function(finding) return finding.kind end },
    { name = "message", value = function(finding) return finding.message end },
    { name = "moves", value = function(finding) return finding.moves and table.concat(finding.moves, " ") end },
    { name = "position", value = function(finding) return finding.shown end },
    { name = "hint", value = function(finding) return finding.hint end },
  },
  shown = shown,
}

--- Makes a report.
-- @tparam table rules
-- @tparam table asked options
-- @tparam table found see gts.lab.findings
-- @tparam table|nil walked see gts.lab.walks; nil: no walk was possible
-- @tparam table|nil native what gts.native says
function report.new(rules, asked, found, walked, native)
  local self = listed(found.list)
  self.game, self.clean, self.notes = tostring(rules.name), #found.list == 0, found.notes
  self.seed, self.seconds, self.positions, self.depth, self.games, self.ended, self.whole = asked.seed, 0, 0, 0, 0, 0, false
  if native then self.compiled = native.compiled end
  if not walked then return self end
  for _, field in ipairs { "positions", "depth", "games", "ended", "whole" } do self[field] = walked[field] end
  self.whole, self.stopped = walked.whole or false, walked.stopped and "progress" or nil
  self.branching = walked.inner > 0 and walked.branches / walked.inner or 0
  self.most = walked.most
  self.length = walked.ended > 0 and walked.plies / walked.ended or nil
  self.last_wins = walked.sides:last_wins()
  if walked.solve.keyed > 0 then self.merged = walked.solve.merged / walked.solve.keyed end
  if walked.bounded > 0 then
    self.bounds = { met = walked.met / walked.bounded, open = walked.open / walked.bounded }
    if rules.range then self.bounds.width = walked.width / walked.bounded + self.bounds.open end
  end
  return self
end

-- Adds what a part has found, to what others have: of the same finding the one nearest to the start is kept.
local function unite(list, found, known)
  for _, finding in ipairs(found) do
    local at = known[finding.id]
    if not at then list[#list + 1], known[finding.id] = finding, #list + 1
    elseif finding.ply < list[at].ply then list[at] = finding end
  end
end

-- What is so if no game at all came to an end.
local function is_refuted(finding, self) return finding.kind == "endless" and self.ended > 0 end

local function finish(list, self)
  local rest = {}
  for _, finding in ipairs(list) do
    if not is_refuted(finding, self) then rest[#rest + 1] = finding end
    finding.id, finding.ply = nil, nil
  end
  return rest
end

--- Makes one report of several, of the same rules.
-- @tparam {table,...} parts each with `findings` and `notes` (lists of findings with `id` and `ply`) and `fields` (of the report)
-- @treturn table the findings of all; what was counted is added up, shares and averages are those of the first
function report.merge(parts)
  local findings, notes, known, known_notes, fields = {}, {}, {}, {}, parts[1].fields
  for i, part in ipairs(parts) do
    unite(findings, part.findings, known)
    unite(notes, part.notes, known_notes)
    if i > 1 then
      for _, name in ipairs { "games", "ended", not fields.whole and "positions" or nil } do
        fields[name] = fields[name] + part.fields[name]
      end
      for _, name in ipairs { "depth", "most" } do
        if fields[name] then fields[name] = math.max(fields[name], part.fields[name]) end
      end
    end
  end
  local self = listed(finish(findings, fields))
  for name, value in pairs(fields) do self[name] = value end
  self.clean, self.notes = #self == 0, finish(notes, fields)
  return self
end

return report
