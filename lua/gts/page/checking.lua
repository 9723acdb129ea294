--- The task "check" of the page: checks the rules. See gts.check.

local check = require "gts.check.check"
local guard = require "gts.page.guard"
local result = require "gts.show.result"
local rules = require "gts.page.rules"
local subject = require "gts.page.subject"
local tables = require "gts.base.tables"

local checking = {}

local MOST = 60                 -- seconds
local LONGEST = 2000            -- bytes of a position that is shown

--- Reads { kind = "check", time = seconds, text = other rules }; a text only where the page may send rules.
function checking.read(page_state, message)
  local given = subject.options(message, { "time", "seed" })
  if type(given.time) == "number" and given.time > MOST then return nil, ("a check takes at most %d seconds"):format(MOST) end
  local now = page_state.rules
  if page_state.edits and type(message.text) == "string" then
    return { text = message.text, given = given, options = now.options, where = rules.FILE }
  end
  if now.kind == "tree" then return nil, "a tree has no rules that could be wrong: choose a game" end
  return { what = now.what, given = given, options = now.options, where = now.game.name,
    text = now.kind == "text" and now.text or nil }
end

local function finding_data(finding)
  return {
    kind = finding.kind, message = finding.message, hint = finding.hint, line = rules.line(finding.message),
    moves = finding.moves, shown = finding.shown and finding.shown:sub(1, LONGEST) or nil,
  }
end

local function list_of(findings) return tables.map(findings, finding_data) end

local function sentence(report)
  local looked = ("%s looked at, and %s played at random"):format(result.counted(report.positions, "position"),
    result.counted(report.games, "game"))
  if report.whole and report.positions > 1 then
    looked = ("all %s looked at"):format(result.counted(report.positions, "position"))
  end
  local suspected = #report.suspicions == 0 and "" or (" What looks like a mistake, and need not be one: %s."):format(
    result.counted(#report.suspicions, "suspicion"))
  if not report.clean then
    local count = #report == 1 and "One mistake was" or result.counted(#report, "mistake") .. " were"
    if report.positions == 0 then return "The rules cannot be used as they are." end
    return ("%s found: %s.%s"):format(count, looked, suspected)
  end
  local found = report.stopped and "No mistake so far" or "No mistake was found"
  return ("%s%s: %s.%s%s"):format(found, #report.unseen > 0 and ", but little was seen" or "", looked,
    report.stopped and " You stopped it." or "", suspected)
end

-- What of the report is neither a finding nor a note, in rows of a name and a text.
local function rows_of(report)
  local rows, text, begun = {}, tostring(report), false
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    local name, rest = line:match "^(%l+)%s%s+(%S.*)$"
    if name == "positions" then begun = true end
    if begun and name then rows[#rows + 1] = { name, rest } end
  end
  return rows
end

local function shown(report, where)
  return { sentence = sentence(report), clean = report.clean, game = report.game, findings = list_of(report),
    suspicions = list_of(report.suspicions), unseen = list_of(report.unseen), notes = list_of(report.notes),
    rows = rows_of(report), text = tostring(report), where = where }
end

-- What a text that does not even load gives.
local function unreadable(wrong)
  local finding = { kind = "load", message = wrong, line = rules.line(wrong),
    hint = "the rules must load before anything of them can be checked" }
  return { sentence = "The rules cannot be used as they are.", clean = false, findings = { finding },
    suspicions = {}, unseen = {}, notes = {}, rows = {} }
end

--- Checks: returns the report as data. `watch` gets what there is so far.
function checking.run(asked, watch)
  local what = asked.what
  if asked.text then
    local chunk, wrong = rules.compile(asked.text)
    if not chunk then return unreadable(wrong) end
    local ok
    ok, what = guard.short("loading the rules", chunk)
    if not ok then return unreadable(what) end
  end
  asked.given.progress = watch
  local report, wrong = check.try(what, asked.given, asked.options)
  if not report then return nil, wrong end
  return shown(report, asked.where)
end

return checking
