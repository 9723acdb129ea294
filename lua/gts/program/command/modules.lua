--- gts modules: the archive of compiled modules, which make writes for the program to load. See src/program/main.c.

local core = require "gts.core"
local outcome = require "gts.program.outcome"
local source = require "gts.rules.source"

-- What string.dump says of the source, and what stands before it.
local NAME, DUMPED, SOURCE_AT = "=?", "\x83=?", 32

local function name_of(file) return (file:match "gts/.*%.lua$":gsub("%.lua$", ""):gsub("/", ".")) end

-- The code of a text, without the name of its source.
local function compile(text, file)
  local made, wrong = load(text, NAME, "t")
  local code = string.dump(outcome.need(made, wrong and wrong:gsub("^%?", file)))
  assert(code:find(DUMPED, SOURCE_AT + 1, true) == SOURCE_AT + 1, file .. ": Lua dumps functions in a way that gts does not know")
  return code:sub(1, SOURCE_AT) .. code:sub(SOURCE_AT + #DUMPED + 1)
end

-- The index of modules whose codes begin at a place of the archive.
local function index(modules, at)
  local lines = { core.modules.stamp }
  for i, module in ipairs(modules) do
    lines[i + 1] = ("%s %s %08d %08d"):format(module.name, module.sum, at, #module.code)
    at = at + #module.code
  end
  return table.concat(lines, "\n") .. "\n"
end

local HEAD = "%15d\n"

return {
  name = "modules", hidden = 30, summary = "Lua modules of gts, compiled, in one file",
  arguments = { { name = "FILE", many = true, required = true, missing = "which modules?", help = "files below a folder gts" } },
  examples = { { "gts modules lua/gts/search.lua", "what make puts into build/lib/gts/modules" } },
  run = function(call)
    local modules, codes = {}, {}
    for i, file in ipairs(call.arguments.FILE) do
      local text = outcome.need(source.text(file))
      codes[i] = compile(text, file)
      modules[i] = { name = name_of(file), sum = core.modules.sum(text), code = codes[i] }
    end
    local size = #index(modules, 0)
    io.stdout:write(HEAD:format(size), index(modules, #HEAD:format(size) + size), table.concat(codes))
  end,
}
