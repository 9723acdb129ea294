--- The word "review" in a game: see gts.play.commands.
-- @module gts.review.played

local commands = require "gts.play.commands"
local core = require "gts.core"
local review = require "gts.review.review"
local schema = require "gts.base.schema"

local SECONDS = 0.2             -- for a move

local function run(at, rest)
  local seconds = rest == "" and SECONDS or commands.value_of(at, rest, "review, for how many seconds each move",
    schema.seconds)
  if not seconds then return end
  if #at.session.played == 0 then return at:say "no moves yet" end
  local list, wrong = review.session(at.session, { time = seconds, memory = core.table_bytes })
  at:say(list and list:text(at.console.width()) or wrong)
end

return { run = run }
