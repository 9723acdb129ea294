--- The option `--confined` of commands: see gts.confine.

local confine = require "gts.game.confine"
local outcome = require "gts.program.outcome"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"

local confined = {}

--- The row of the option.
confined.row = {
  name = "confined", flag = true, kind = schema.any "limits", value = "LIMITS",
  help = "rules that need not be trusted: gts help sandbox",
}

--- Has a worker do what a call asks; without an answer the command ends. `beside`: names of options that do not go with it;
-- `ask`, a function of the confined game and the other options. Returns the answer. Error: what is wrong with the call.
function confined.answer(call, beside, ask)
  local asked = tables.copy(call.options)
  asked.confined = nil
  for _, name in ipairs(beside) do
    if asked[name] then return nil, ("option '--%s' does not go with '--confined'"):format(name) end
  end
  local game_options = next(call.game_options) ~= nil and call.game_options or nil
  local limits = call.options.confined
  limits = limits == true and {} or limits == "strict" and { strict = true } or limits
  local one, wrong, misnamed = confine.try({ file = call.game, options = game_options }, limits)
  if not one then outcome.stop(wrong, misnamed and outcome.USAGE or outcome.ERROR) end
  local made, kind
  made, wrong, kind = ask(one, asked)
  if not made then outcome.stop(wrong, kind == "wrong" and outcome.USAGE or outcome.ERROR) end
  if #made.confined.lacks > 0 then outcome.complain("confined without ", table.concat(made.confined.lacks, "; ")) end
  return made
end

return confined
