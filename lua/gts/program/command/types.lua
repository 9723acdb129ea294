--- gts types: what editors and checkers of Lua want to know of gts.

local luacheck = require "gts.program.luacheck"
local outcome = require "gts.program.outcome"
local types = require "gts.program.types"
local types_of_language = require "gts.program.types_of_language"
local words = require "gts.base.words"

-- What there is: name -> text.
local texts = { editor = types.text, luacheck = luacheck.text, python = types_of_language.python,
  typescript = types_of_language.typescript }
local names = words.keys(texts)

return {
  name = "types", other = 110, summary = "what editors and luacheck want to know of gts",
  details = "For editors: annotations for the Lua language server (LuaLS), of all functions, options and results of gts, and of "
    .. "the fields that rules may have. make install puts both beside the modules, in gts/types.",
  arguments = {
    { name = "WHAT", words = names, help = "editor: annotations, the default; luacheck: a configuration for luacheck; python, "
      .. "typescript: what gts returns, as dataclasses and as interfaces" },
  },
  examples = {
    { "gts types", "to be put into a folder that the server's setting workspace.library names" },
    { "gts types luacheck", "to be put into .luacheckrc beside rules" },
  },
  run = function(call)
    local what = call.arguments.WHAT or "editor"
    if not texts[what] then
      return nil, ("'%s' is nothing that gts types prints: expected %s"):format(what, table.concat(names, " or "))
    end
    io.stdout:write(texts[what]())
    return outcome.OK
  end,
}
