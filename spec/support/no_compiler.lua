-- Is there no C compiler? Then specs that need one are left out, by name.

local compiler = require "gts.compile.compiler"

return function() return not compiler.find() end
