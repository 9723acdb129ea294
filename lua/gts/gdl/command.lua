--- gts gdl: what a game description has, how it is translated, and what of that compiles.

local answer = require "gts.program.answer"
local core = require "gts.core"
local file = require "gts.gdl.file"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local search = require "gts.search"
local tables = require "gts.base.tables"

local ORDER = {
  "roles", "rules", "relations", "strata", "positions", "fluents", "moves", "words", "instances", "why", "seconds", "compiled",
}

local function run(call)
  local began = core.clock()
  local rules, wrong, lua = file.read(call.arguments.FILE)
  if not rules then outcome.stop(wrong, outcome.ERROR) end
  local sizes = rules.gdl.sizes
  if call.options.lua then
    if not lua then outcome.stop(("no Lua: %s"):format(sizes.why), outcome.ERROR) end
    return output.line(lua)
  end
  local seconds = core.clock() - began
  local report = lua and search.native(rules)
  local found = tables.copy(sizes, { roles = { rules.gdl.roles.max, rules.gdl.roles.min }, seconds = seconds,
    positions = lua and "bits" or "texts", compiled = lua ~= nil and report.compiled })
  if call.json then return answer.json(found, ORDER) end
  output.line(("roles      %s (MAX), %s (MIN)"):format(table.unpack(found.roles)))
  output.line(("rules      %d, of %d relations in %d strata"):format(found.rules, found.relations, found.strata))
  if lua then
    output.line(("positions  %d fluents, bits of %d words"):format(found.fluents, found.words))
    output.line(("moves      %d of both roles"):format(found.moves))
    output.line(("instances  %d of rules"):format(found.instances))
  else output.line(("positions  texts, by joins in Lua: %s"):format(found.why)) end
  output.line(("read in    %.2f s"):format(seconds))
  if report then output.line(tostring(report)) end
end

return {
  name = "gdl", summary = "reads a game description: sizes, translation", json = true,
  arguments = { { name = "FILE", help = "of the description: .kif or .gdl", required = true } },
  options = { { name = "lua", flag = true, help = "writes the rules as Lua, where positions are bits" } },
  examples = {
    { "gts gdl breakthrough.kif", "what was read, and what compiles" },
    { "gts gdl breakthrough.kif --lua", "the rules as Lua" },
  },
  run = run,
}
