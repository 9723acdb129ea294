--- gts manpage: the pages for man, which make doc and make install write.

local core = require "gts.core"
local help = require "gts.program.help"
local manpage = require "gts.program.manpage"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local words = require "gts.base.words"

local function write(file, text) outcome.need(core.files.write(file, text .. "\n")) end

-- Makes a folder, and those that it stands in.
local make_folder
function make_folder(name)
  local above = name:match "^(.*[^/])/+[^/]+/*$"
  if above and core.files.kind(above) == nil then make_folder(above) end
  if core.files.kind(name) ~= "other" then outcome.need(core.files.folder(name)) end
end

-- All pages, in the folders man1 and man7, which are made.
local function write_all(folder, date)
  for _, section in ipairs { 1, manpage.SECTION } do make_folder(("%s/man%d"):format(folder, section)) end
  write(folder .. "/man1/gts.1", manpage.text(date))
  for _, topic in ipairs(help.topics) do
    write(("%s/man%d/%s.%d"):format(folder, manpage.SECTION, manpage.name(topic), manpage.SECTION), manpage.topic(topic, date))
  end
end

return {
  name = "manpage", hidden = 20, summary = "the page gts(1) for man, or gts-TOPIC(7)",
  arguments = { { name = "TOPIC", words = help.topics, help = "a page of the manual" } },
  options = {
    { name = "folder", raw = true, value = "FOLDER", help = "write all pages into its folders man1 and man7" },
    { name = "date", raw = true, value = "DATE", help = "of the pages, as in 2026-11-23" },
  },
  examples = { { "gts manpage", "in roff" }, { "gts manpage rules", "the page on rules" } },
  run = function(call)
    local topic, folder, date = call.arguments.TOPIC, call.options.folder, call.options.date
    if folder then return write_all(folder, date) end
    if topic and not words.contains(help.topics, topic) then
      return nil, ("there is no page on '%s'%s"):format(topic, words.suggest(topic, help.topics))
    end
    output.line(topic and manpage.topic(topic, date) or manpage.text(date))
  end,
}
