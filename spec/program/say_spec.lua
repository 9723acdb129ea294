-- What rules say does not reach a terminal raw, nor a pipe.

local run = require "spec.support.run"
local Terminal = require "spec.support.terminal"

local program = "'" .. run.program .. "'"

-- What gts shows on a terminal that runs a shell command. A terminal ends lines with \r\n.
local function shown(command)
  return (run.output(("NO_COLOR=1 script -qefc \"%s\" /dev/null </dev/null"):format(command)):gsub("\r\n", "\n"):gsub("\r$", ""))
end

-- A game whose name, move, position and error are hostile; as \27 and the like, which the file has as escapes too.
local rules = [[
  local rules = { name = "\27]0;title\7", start = 0 }
  function rules.next(p, move) if p == 0 and move == nil then return "\27[2J\nvalue  9", 1 end end
  function rules.evaluate(p) if WRONG then error("\27[1m\155b\194\155c\r\0279 \u{202E}evil\u{2066}") end return p end
  function rules.show(p) return "one\ttab\nbell\7 del\127 \u{E9}\u{1F600} bad\xFF\xE2\x82" end
  return rules
]]

describe("on a terminal", function()
  local folder, gone

  setup(function()
    folder, gone = run.folder()
    run.write(folder .. "/rules.lua", rules)
    run.write(folder .. "/wrong.lua", (rules:gsub("WRONG", "true")))
    run.write(folder .. "/named.lua", "return { name = '\\27[5m', start = 0, successors = 1, evaluate = print }")
    run.write(folder .. "/noted.lua", "--- A game \27[5m\n" .. rules)
  end)

  teardown(function() getmetatable(gone).__close() end)

  local function is_clean(text) assert.is_nil(text:find "[\0-\8\11-\31\127]", ("%q"):format(text)) end

  it("gts search shows moves and positions without control characters, lines and tabs as they are", function()
    local text = shown(("%s search %s/rules.lua"):format(program, folder))
    is_clean(text)
    assert.equal([[
one	tab
bell\7 del\127 é😀 bad\255\226\130
move   \27[2J\nvalue  9
value  1  (proved)
line   \27[2J\nvalue  9
]], text:match "^(.-)counts")
  end)

  it("errors and tracebacks are shown so, whatever they hold", function()
    local text = shown(("%s search %s/wrong.lua"):format(program, folder))
    is_clean(text)
    assert.truthy(text:find([[wrong.lua:3: \27[1m\155b\u{9B}c\13\0279 \u{202E}evil\u{2066}]], 1, true), text)
    assert.truthy(text:find("stack traceback", 1, true))
    is_clean(shown(("%s search %s/named.lua"):format(program, folder)))
    text = shown(("%s help %s/noted.lua"):format(program, folder))
    is_clean(text)
    assert.truthy(text:find([[A game \27[5m]], 1, true), text)
    assert.equal([[Lua warning: \27]], shown(program .. [[ -e 'warn(string.char(27))']]))
  end)

  it("nor does it reach a pipe or a file raw: both are shown on a terminal later", function()
    local text = shown(("%s search %s/rules.lua >%s/out"):format(program, folder, folder))
    assert.equal("", text)
    local out = run.gts { "search", folder .. "/rules.lua" }
    local file <close> = assert(io.open(folder .. "/out"))
    assert.equal(out:match "^(.-)counts", file:read "a":match "^(.-)counts")
    is_clean(out)
    assert.truthy(out:find("bell\\7 del\\127 é😀 bad\\255\\226\\130\nmove   \\27[2J\\nvalue  9\n", 1, true), out)
    shown(("%s search %s/wrong.lua 2>%s/err"):format(program, folder, folder))
    local errors <close> = assert(io.open(folder .. "/err"))
    local said = errors:read "a"
    is_clean(said)
    assert.truthy(said:find("\\27[1m\\155b", 1, true), said)
  end)

  it("the prompt prints values so, and leaves to a script what it prints itself", function()
    local terminal = Terminal.start("exec " .. program, folder)
    terminal:type [["a\27[1m", { "b\7" }, { ["c\27"] = 1 }]]
    terminal:expect "a\\27[1m\t{\"b\\7\"}\t{[\"c\\27\"] = 1}"
    terminal:type [[error "d\27[1m"]]
    terminal:expect "stdin:1: d\\27[1m"
    terminal:type "exit"
    assert.equal(0, terminal:close())
    assert.equal("\27[1m", shown(program .. [[ -e 'io.write(string.char(27), (string.char(91, 49, 109)))']]))
  end)
end)
