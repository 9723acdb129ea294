--- gts problems: problem sets, solved and compared with what is published.

local answer = require "gts.program.answer"
local core = require "gts.core"
local outcome = require "gts.program.outcome"
local problems = require "gts.problems.problems"
local status = require "gts.program.status"
local tables = require "gts.base.tables"

local rows = tables.filter(problems.options, function(row) return row.name ~= "progress" end)
rows[1] = tables.copy(rows[1], { value = "GAME", raw = true, kind = false })

return {
  name = "problems", summary = "solves published problems, and compares", json = true, options = rows,
  arguments = {
    { name = "SET", help = "a problem set that comes with gts, or a file; none: lists those that come with gts",
      words = function() return tables.keys(require "gts.problems.sets") end },
  },
  details = "Each problem is solved as by gts solve, within its time. The exit code is 1 if one is wrong: if something else is "
    .. "proved than the set states.",
  examples = {
    { "gts problems", "the sets that there are" },
    { "gts problems winners --time 5", "small boards of several games" },
    { "gts problems connect4 --only L2 --threads 0", "end games of connect-4", long = true },
  },
  run = function(call, terminal)
    local what = call.arguments.SET
    if what and core.files.kind(what) == "file" and not what:find "[/.]" then what = "./" .. what end
    local list, wrong = status.pieces(terminal, call.options, {}, function(asked) return problems.try(what, asked) end)
    if not list then return nil, wrong end
    answer.list(call, list)
    if what and list[#list] and list[#list].stopped == "interrupted" then return outcome.INTERRUPTED end
    if what and list.wrong > 0 then return outcome.ERROR end
  end,
}
