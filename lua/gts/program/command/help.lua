--- gts help: a page of the manual, or how a command is used.
-- @module gts.program.command.help

local commands = require "gts.program.commands"
local help = require "gts.program.help"
local page = require "gts.program.page"
local say = require "gts.program.say"
local usage = require "gts.program.usage"
local words = require "gts.check.words"

-- All that there is help on.
local function topics()
  local names = table.move(commands.names, 1, #commands.names, 2, { "commands" })
  return table.move(help.names(), 1, #help.names(), #names + 1, names)
end

local function run(call)
  local topic, width = call.arguments.TOPIC, page.width()
  local text, wrong = help.text(topic, width)
  local row = topic and commands.find(topic)
  if topic == "commands" then text = usage.commands(width)
  elseif row and text then text = ("%s\n\nThe command: gts %s --help\n    %s"):format(text, topic, usage.line(row))
  elseif row then text = usage.command(row, width) end
  if not text then return nil, wrong or ("no help on '%s'%s"):format(topic, words.suggest(topic, topics())) end
  say.line(text)
end

return {
  name = "help", summary = "a page of the manual; without a topic, what there is", run = run,
  arguments = { { name = "TOPIC", words = topics, help = "a topic, a command, a game or its file" } },
  examples = {
    { "gts help rules", "how rules are written" }, { "gts help connect4", "what a game is, and its options" },
    { "gts help demo", "how a command is used" },
  },
}
