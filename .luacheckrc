std = "lua54"
max_line_length = 130
quiet = 1
files["lua/gts/init.lua"] = { globals = { "require" } }
files["spec"] = { std = "lua54+busted", ignore = { "211/gone", "211/server" } }      -- <close> uses them
files["spec/support/threads.lua"] = { std = "lua54", read_globals = { "meet", "press", "within" } }
files["spec/support/pressed.lua"] = { std = "lua54", read_globals = { "press_at" } }
files["spec/support/mutate.lua"] = { std = "lua54" }
files["lua/gts/program/skeleton/spec.lua"] = { std = "lua54+busted" }
