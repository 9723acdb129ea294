-- What rules say reaches neither a terminal nor a pipe raw.

local gts = require "gts"
local json = require "gts.show.json"
local run = require "spec.support.run"
local Terminal = require "spec.support.terminal"

-- A game whose name, move, position and error are hostile; as \27 and the like, which the file has as escapes too.
local rules = [[
  local rules = { name = "\27]0;title\7", start = 0 }
  function rules.next(p, move) if p == 0 and move == nil then return "\27[2J\nvalue  9", 1 end end
  function rules.evaluate(p) if WRONG then error("\27[1m\155b\194\155c\r\0279 \u{202E}evil\u{2066}") end return p end
  function rules.show(p) return "one\ttab\nbell\7 del\127 \u{E9}\u{1F600} bad\xFF\xE2\x82" end
  return rules
]]
local SHOWN = [[
one	tab
bell\7 del\127 é😀 bad\255\226\130
move   \27[2J\nvalue  9
value  1  (proved)
line   \27[2J\nvalue  9
]]
local WRONG = [[wrong.lua:3: \27[1m\155b\u{9B}c\13\0279 \u{202E}evil\u{2066} (in rules.evaluate of position ]]

local function clean(text)
  assert.is_nil(text:find "[%z\1-\8\11-\31\127\155]", ("%q"):format(text))
  return text
end

local function says(text, part) assert.truthy(clean(text):find(part, 1, true), text) end

describe("control characters that rules print, return or raise #plain", function()
  local folder, gone

  setup(function()
    folder, gone = run.folder()
    run.write(folder .. "/rules.lua", rules)
    run.write(folder .. "/wrong.lua", (rules:gsub("WRONG", "true")))
    run.write(folder .. "/named.lua", "return { name = '\\27[5m', start = 0, successors = 1, evaluate = print }")
    run.write(folder .. "/noted.lua", "--- A game \27[5m\n" .. rules)
  end)

  teardown(function() getmetatable(gone).__close() end)

  -- What gts shows on a terminal, which ends lines with \r\n.
  local function shown(arguments, code)
    local command = ("cd '%s'; exec '%s' %s"):format(folder, run.program, arguments)
    return (Terminal.start(command, folder):close(code):gsub("\r\n", "\n"):gsub("\r$", ""))
  end

  it("are visible on a terminal, lines and tabs as they are", function()
    assert.equal(SHOWN, clean(shown "search ./rules.lua"):match "^(.-)counts")
    local text = shown("search ./wrong.lua", 1)
    says(text, WRONG)
    says(text, "stack traceback")
    clean(shown("search ./named.lua", 1))
    says(shown "help ./noted.lua", [[A game \27[5m]])
    assert.equal("Lua warning: \\27[1m\n", clean(shown [[-e 'warn("\27[", "1m")']]))
  end)

  it("are visible in pipes and files, by every command: both are shown on a terminal later", function()
    for command in ("search analyze solve compare moves check draw perft best"):gmatch "%S+" do
      local out, said = run.gts { command, "./rules.lua", folder = folder }
      clean(said)
      if command == "search" or command == "best" then says(out, SHOWN:match "^.-value  9\n") else clean(out) end
    end
    for command in ("analyze check draw best"):gmatch "%S+" do
      local out, said = run.gts { command, "./wrong.lua", folder = folder }
      clean(out)
      if command == "best" then says(said, WRONG) else clean(said) end
    end
    clean((run.gts { "play", "./rules.lua", folder = folder, input = "1\nquit\n" }))
    clean((run.gts { "ugi", "./rules.lua", folder = folder, input = "ugi\ngo depth 1\nquit\n" }))
  end)

  it("are escaped in JSON, and replaced in CSV", function()
    local out = run.gts { "best", "./rules.lua", "--json", folder = folder }
    assert.equal("\27[2J\nvalue  9", json.decode(clean(out)).move)
    says(gts.analyze(folder .. "/rules.lua"):csv(), "\u{FFFD}[2J")
  end)

  it("are visible in values at the prompt, which leaves to a script what it prints itself", function()
    local terminal = Terminal.start("exec '" .. run.program .. "'", folder)
    terminal:type([["a\27[1m", { "b\7" }, { ["c\27"] = 1 }]], "a\\27[1m\t{\"b\\7\"}\t{[\"c\\27\"] = 1}")
    terminal:type([[error "d\27[1m"]], "stdin:1: d\\27[1m")
    terminal:leave()
    assert.equal("\27[1m", shown [[-e 'io.write(string.char(27), (string.char(91, 49, 109)))']])
  end)
end)
