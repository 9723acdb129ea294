--- What gts.check reports.

local listing = require "gts.show.listing"
local parity = require "gts.check.parity"
local result = require "gts.show.result"
local show = require "gts.show.text"
local speed = require "gts.check.speed"
local tables = require "gts.base.tables"

local report = {}

local function percent(part) return ("%.0f %%"):format(100 * part) end
local function indent(text) return "   " .. text:gsub("\n", "\n   ") end

local function lines_of(finding, mark)
  local lines = { ("%s [%s] %s"):format(mark, finding.kind, finding.message) }
  if finding.moves and #finding.moves > 0 then lines[#lines + 1] = indent("after " .. table.concat(finding.moves, " ")) end
  if finding.shown then lines[#lines + 1] = indent(finding.shown) end
  if finding.hint then lines[#lines + 1] = indent(finding.hint) end
  return table.concat(lines, "\n")
end

local function games_line(self)
  local line = ("%d at random, %d came to an end"):format(self.games, self.ended)
  if self.length then line = line .. (", after %s moves on average"):format(show.number(math.floor(10 * self.length) / 10)) end
  if self.last_wins then line = line .. ("; the last move won %s of those that were won"):format(percent(self.last_wins)) end
  return line
end

local function parity_line(of)
  local short = parity.short
  return ("values change by %s with a ply, by %s with two; tempo %s +- %s, of %d positions"):format(short(of.one), short(of.two),
    short(of.tempo), short(of.error), of.positions)
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
  local bounds = self.bounds
  if bounds then
    add("bounds", ("meet in %s of the positions%s"):format(percent(bounds.met), bounds.width
      and (", and leave %s of the range on average"):format(percent(bounds.width)) or ""))
  end
  if self.parity then add("parity", parity_line(self.parity)) end
  if self.compiled ~= nil then add("rules", self.compiled and "can be compiled" or "are run in Lua, at least in part") end
  add("time", ("%.2f s, seed %d"):format(self.seconds, self.seed))
  return rows
end

local function headline(self)
  local line = self.clean and "no mistake was found" or result.counted(#self, "mistake")
  if #self.suspicions > 0 then line = line .. ", " .. result.counted(#self.suspicions, "suspicion") end
  if self.clean and #self.unseen > 0 then line = line .. ", but little was seen" end
  return ("%s: %s"):format(self.game, line)
end

local listed = listing.form {
  name = "gts.check",
  columns = {
    "kind", "message",
    { name = "moves", value = function(finding) return listing.names(finding.moves) end },
    { name = "position", value = function(finding) return finding.shown end },
    "hint",
  },
  shown = function(self)
    local lines = { headline(self) }
    for i, finding in ipairs(self) do lines[#lines + 1] = "\n" .. lines_of(finding, i .. ".") end
    for _, suspicion in ipairs(self.suspicions) do lines[#lines + 1] = "\n" .. lines_of(suspicion, "suspicion:") end
    for i, what in ipairs(self.unseen) do lines[#lines + 1] = (i == 1 and "\n" or "") .. lines_of(what, "unseen:") end
    for i, note in ipairs(self.notes) do lines[#lines + 1] = (i == 1 and "\n" or "") .. lines_of(note, "note:") end
    lines[#lines + 1] = ""
    for _, row in ipairs(summary(self)) do lines[#lines + 1] = ("%-10s %s"):format(row[1], row[2]) end
    local measured = self.speed and speed.text(self.speed)
    if measured then lines[#lines + 1] = "\n" .. measured end
    return table.concat(lines, "\n")
  end,
  lists = { "suspicions", "unseen", "notes" }, records = { "bounds", "parity", "speed" },
}

local FEW = 50                  -- positions that say little

-- What would see more: the option that has ended the check.
local function remedy(asked, walked)
  if walked.stopped then return "let the check go on to its end" end
  if asked.positions and walked.positions >= asked.positions then return "allow more by the option positions" end
  if walked.is_late then return ("give it more time, by the option time: it had %s s"):format(show.number(asked.time)) end
  if asked.depth then return "look further, by the option depth" end
end

-- What a check must see to say something, and this one has not: a list of findings.
local function unseen(asked, walked)
  local list, more = {}, remedy(asked, walked)
  local function add(kind, hint, message, ...) list[#list + 1] = { kind = kind, message = message:format(...), hint = hint } end
  if not walked.whole and walked.positions < FEW then
    add("few", more or "begin elsewhere, by the option position", "only %s looked at",
      walked.positions == 1 and "1 position was" or walked.positions .. " positions were")
  end
  if walked.ends == 0 then
    add("ends", (more and more .. "; or " or "") .. "begin nearer to the end, by the option position",
      "no game came to an end: nothing is known of ends, their values and winners")
  elseif walked.decided == 0 then
    add("decided", (not walked.whole and more and more .. "; or " or "")
      .. "can anybody win? See what evaluate returns at the end",
      "%s a draw: the values of won games were not seen",
      walked.ends == 1 and "the only end that was seen is" or ("all %d ends that were seen are"):format(walked.ends))
  end
  return list
end

--- Makes a report. `asked`: options; `walked`: nil if no walk was possible; `native`: what gts.native says, or nil.
function report.new(rules, asked, found, walked, native)
  local self = listed(found.list)
  self.game, self.clean, self.notes = tostring(rules.name or "rules"), #found.list == 0, found.notes
  self.suspicions, self.unseen = found.suspicions, {}
  self.seed, self.seconds, self.positions, self.depth, self.games, self.ended, self.whole = asked.seed, 0, 0, 0, 0, 0, false
  if native then self.compiled = native.compiled end
  if not walked then return self end
  for _, field in ipairs { "positions", "depth", "games", "ended", "whole" } do self[field] = walked[field] end
  self.whole, self.stopped = walked.whole or false, walked.stopped and "progress" or nil
  self.unseen = unseen(asked, walked)
  self.branching, self.most = walked.inner > 0 and walked.branches / walked.inner or 0, walked.most
  self.length = walked.ended > 0 and walked.plies / walked.ended or nil
  self.last_wins, self.parity = walked.perspective:last_wins(), walked.parity
  if walked.solve.keyed > 0 then self.merged = walked.solve.merged / walked.solve.keyed end
  if walked.bounded > 0 then
    self.bounds = { met = walked.met / walked.bounded, open = walked.open / walked.bounded }
    if rules.range then self.bounds.width = walked.width / walked.bounded + self.bounds.open end
  end
  return self
end

-- Findings without those that hold only if no game at all came to an end.
local function finish(list, self)
  return tables.filter(list, function(finding)
    finding.id, finding.ply = nil, nil
    return finding.kind ~= "endless" or self.ended == 0
  end)
end

--- Merges reports on the same rules. `parts`: each with `findings`, `suspicions` and `notes` (lists of findings with `id` and
-- `ply`), `unseen` and `fields` (of the report). Returns all findings; counts are added up, shares and averages are the first's.
function report.merge(parts)
  local lists, known, fields = { findings = {}, suspicions = {}, notes = {} }, {}, parts[1].fields
  for i, part in ipairs(parts) do
    for name, list in pairs(lists) do
      known[name] = known[name] or {}
      for _, finding in ipairs(part[name]) do           -- of equal findings the one nearest to the start stays
        local at = known[name][finding.id]
        if not at then list[#list + 1], known[name][finding.id] = finding, #list + 1
        elseif finding.ply < list[at].ply then list[at] = finding end
      end
    end
    if i > 1 then
      for _, name in ipairs { "games", "ended", not fields.whole and "positions" or nil } do
        fields[name] = fields[name] + part.fields[name]
      end
      for _, name in ipairs { "depth", "most" } do
        if fields[name] then fields[name] = math.max(fields[name], part.fields[name]) end
      end
    end
  end
  local self = listed(tables.copy(finish(lists.findings, fields), fields))
  self.clean, self.suspicions, self.notes = #self == 0, finish(lists.suspicions, fields), finish(lists.notes, fields)
  self.unseen = tables.filter(parts[1].unseen, function(what)           -- what none of them has seen
    return not tables.any(parts, function(part)
      return not tables.any(part.unseen, function(other) return other.kind == what.kind end)
    end)
  end)
  return self
end

return report
