--- A review, or puzzles, of rules that need not be trusted: what the commands have a worker do.
-- @module gts.review.confined

local confined = require "gts.program.confined"
local core = require "gts.core"
local outcome = require "gts.program.outcome"
local page = require "gts.program.page"
local pager = require "gts.program.pager"

local MOST = 1 << 20            -- bytes of a record

--- Says what a worker reports of a record.
-- @tparam table call its game is the rules
-- @tparam string command "review" or "puzzles"
-- @tparam string|nil file of the record
-- @tparam {string,...} beside see gts.program.confined
-- @treturn[1] integer the exit code
-- @return[2] nil
-- @treturn[2] string what is wrong with the call
local function report(call, command, file, beside)
  if not call.game then return nil, "option '--confined' is for rules that are named: they are missing" end
  if call.json then return nil, "option '--json' does not go with '--confined'" end
  local record = file and outcome.need(core.files.read(file, MOST))
  local made, wrong = confined.answer(call, beside, function(one, asked)
    asked.file = nil
    return one:report(asked, "gts.review.reporter", { command = command, file = file, record = record, width = page.width() })
  end)
  if not made then return nil, wrong end
  pager.line(page.fold(made.text))
  return outcome.of(made.wrong)
end

return { report = report }
