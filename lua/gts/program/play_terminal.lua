--- The terminal for games that a person plays in this program: an editor of lines that completes moves.

local console = require "gts.play.console"
local page = require "gts.program.page"
local say = require "gts.program.say"

local play_terminal = {}

-- Returns a completer of lines by `choices`.
local function completer(choices)
  return function(before)
    local begun, fit = before:match "^%s*(.*)$", {}
    for _, word in ipairs(choices) do
      if word:sub(1, #begun) == begun then fit[#fit + 1] = word end
    end
    if #fit == 0 then return "", nil end
    local more = require("gts.base.words").prefix(fit):sub(#begun + 1)
    if #fit == 1 then return more .. " ", nil end
    return more, more == "" and table.concat(fit, "  ") or nil
  end
end

--- Plays games on the program's terminal; on a pipe, as a transcript.
function play_terminal.use(terminal)
  local width
  console.by {
    say = say.line, presses = terminal.presses,
    width = function()
      width = width or page.width()
      return width
    end,
    watch = function(seconds, f) return require("gts.program.live").during(terminal, { time = seconds }, f) end,
    edits = terminal.is_terminal(), prompt = function(text) say.raw("output", text) end,
    echo = terminal.is_terminal() and function() end or say.line,
    read = terminal.is_terminal() and function(prompt, choices) return terminal.read(prompt, completer(choices)) end or nil,
  }
end

return play_terminal
