-- Runs busted inside the program gts: gts spec/support/busted.lua [OPTION ...] [FOLDER ...]

-- The program's own gts was loaded before busted, and stays; what busted loads for a file it forgets behind it. So all that gts
-- would load later is loaded now: else there would be two of a kind.
local files <close> = assert(io.popen "ls lua/gts/*.lua lua/gts/*/*.lua lua/gts/*/*/*.lua")
for file in files:lines() do
  local name = file:match "^lua/(.*)%.lua$":gsub("/init$", ""):gsub("/", ".")
  if not name:find "^gts%.program" then require(name) end
end

collectgarbage("setpause", 400)         -- as in spec/support/runner.lua
require "busted.runner" { standalone = false }
