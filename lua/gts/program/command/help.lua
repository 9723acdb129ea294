--- gts help: a page of the manual, or how a command is used.

local commands = require "gts.program.commands"
local help = require "gts.program.help"
local page = require "gts.program.page"
local usage = require "gts.program.usage"

local function topics()
  local names = table.move(commands.names, 1, #commands.names, 2, { "commands" })
  return table.move(help.names(), 1, #help.names(), #names + 1, names)
end

-- What has this name: a page, a command, or both.
local function named(topic, width)
  if topic == "commands" then return usage.commands(width) end
  local row = topic and commands.find(topic)
  local text, wrong = help.text(topic, width)
  if not row then return text, wrong end
  if not text then return usage.command(row, width) end
  return ("%s\n\nThe command: gts %s --help\n    %s"):format(text, topic, usage.line(row))
end

local function text_on(topic, width, only_search)
  if topic and only_search then return help.places(topic, width, topics()) end
  local text, wrong = named(topic, width)
  if text or wrong then return text, wrong end
  return help.search(topic, width, topics(), named)
end

return {
  name = "help", usual = 100,
  summary = "a page of the manual, or where words are explained",
  arguments = { { name = "TOPIC", words = topics, many = true,
    help = "a topic, a command, a game or its file; or words to search for" } },
  options = { { name = "search", flag = true, help = "list where the words stand, also those that are a topic" } },
  examples = {
    { "gts help rules", "how rules are written" }, { "gts help connect4", "what a game is, and its options" },
    { "gts help demo", "how a command is used" },
    { "gts help transposition table", "where these words are explained, the best place first" },
    { "gts help --search depth", "where a topic is explained elsewhere" },
  },
  run = function(call)
    local topic = call.arguments.TOPIC and table.concat(call.arguments.TOPIC, " ")
    local text, wrong = text_on(topic, page.width(), call.options.search)
    if not text then return nil, wrong end
    page.show(text)
  end,
}
