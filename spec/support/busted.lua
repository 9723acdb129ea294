-- Runs busted inside the program gts: gts spec/support/busted.lua [OPTION ...] [FOLDER ...]
require "busted.runner" { standalone = false }
