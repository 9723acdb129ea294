--- gts manpage: the page for man, which make doc and make install write.
-- @module gts.program.command.manpage

local manpage = require "gts.program.manpage"
local say = require "gts.program.say"

return {
  name = "manpage", summary = "the page gts(1) for man", run = function() say.line(manpage.text()) end,
  examples = { { "gts manpage", "in roff" } },
}
