--- What the facts of gts.tune and gts.learn have in common.

local facts = {}

--- Adds the rows of what a match of new against old says.
function facts.with_trial(what, rows)
  local more = {
    { "test_games", "integer?", "games of the test; nil: there was none" },
    { "elo", "number?", ("Elo difference between the new %s and the old"):format(what) },
    { "low", "number?", "lower limit of its 95 % interval" },
    { "high", "number?", "upper limit" },
    { "error", "number?", "half of the interval" },
    { "llr", "number?", "logarithm of the likelihood ratio of the test" },
    { "llr_lower", "number?", "at or below it what is new is rejected" },
    { "llr_upper", "number?", "at or above it what is new is accepted" },
    { "accepted", "string?", "`\"H1\"`: what is new is better; `\"H0\"`: it is not; nil: not decided" },
    { "gained", "boolean", ("the test has accepted the new %s"):format(what) },
    { "reason", "string?", "why nothing was gained" },
    { "stopped", "string?", "`\"time\"`, `\"interrupted\"` or `\"progress\"`: why it ended early" },
    { "file", "string?", "the file that was written" },
    { "seconds", "number", "how long it took" },
  }
  return table.move(more, 1, #more, #rows + 1, rows)
end

--- The row of the file of a run of gts.KIND: see gts.facts.files.
function facts.file(kind, title, section)
  return {
    kind = kind, title = title, section = section, by = ("`gts.%s` with a `file`"):format(kind), form = "text",
    ends = "a hash of all before", format = 1, most = 1 << 30, from = "anyone",
    checked = "a hash of the content; the run that it belongs to; every number", damaged = "refused",
  }
end

return facts
