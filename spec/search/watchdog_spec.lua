-- Reports of calls of rules that do not return, and of recordings of games that are too large.

local gts = require "gts"
local run = require "spec.support.run"
local says = require "spec.support.errors".says

-- Rules of a few positions, in which `body` stands where the last ones are evaluated.
local function rules(body, start)
  return ([[
local r = { name = "loops", version = "1", start = %s }
function r.successors(p) return p == r.start and { 2, 3 } or {} end
function r.evaluate(p)
  if p ~= 3 then return 0 end
  %s
end
return r
]]):format(start or 1, body)
end

-- Starts the program in a folder, sends it ticks of the watch unless it is to wait for its own, and `more` of them when it has
-- complained; then it is ended by Ctrl-C or another signal. Returns a pipe that brings its errors.
local function start(place, what)
  run.write(place .. "/loops.lua", what.rules)
  run.write(place .. "/input", what.input or "")
  return io.popen(([[cd '%s' && exec 2>/dev/null && ulimit -t 60 || exit
    env --default-signal=INT '%s' %s <input >output 2>errors & p=$!
    left=600
    until grep -q returned errors || [ "$left" = 0 ]; do %s sleep 0.05; left=$((left - 1)); done
    for _ in $(seq %d); do kill -URG $p; sleep 0.01; done
    kill -%s $p
    wait $p
    cat errors]]):format(place, run.program, what.command or "", what.waits and "" or "kill -URG $p;", what.more or 0,
      what.signal or "INT"))
end

describe("a rule that does not return #slow", function()
  local BUSY, IDLE = "while true do end", "while true do io.popen('sleep 0.1'):close() end"
  local SAID = "rules.evaluate of position 3 has not returned for 3 seconds: it is at ./loops.lua:5; Ctrl-C ends it"

  it("is reported with its position and its line, by every command that searches", function()
    local cases = {
      { command = "best ./loops.lua --time 1", rules = rules(BUSY), waits = true, more = 70 },
      { command = "search ./loops.lua", rules = rules(IDLE) },
      { command = "analyze ./loops.lua --time 1", rules = rules(BUSY) },
      { input = "gts.best('./loops.lua', nil, { time = 1 })\n", rules = rules(BUSY) },
      { command = "best ./loops.lua", rules = rules [[return #("a"):rep(40):find(".-.-.-.-.-.-.-.-.-.-.-.-b")]], signal = "TERM",
        said = "rules.evaluate of position 3 has not returned: it is in a function that is not written in Lua" },
    }
    local place, gone <close> = run.folder()
    local started = {}
    for i, case in ipairs(cases) do
      os.execute(("mkdir %s/%d"):format(place, i))
      started[i] = start(("%s/%d"):format(place, i), case)     -- beside each other, as one waits
    end
    for i, errors in ipairs(started) do
      local said = errors:read "a"
      errors:close()
      says(said, "gts: " .. (cases[i].said or SAID))
      assert.equal(1, select(2, said:gsub("has not returned", "")))
    end
  end)

  it("is no rule that is called often, however long a search takes", function()
    local _, said = run.gts { script = [[
local function tick() os.execute "kill -URG $PPID" end
local rules = { name = "often", start = 1, evaluate = function(p) return tick() and p or p end }
function rules.successors(p) return p < 32 and { 2 * p, 2 * p + 1 } or {} end
require "gts".search(rules, { algorithm = "minimax", native = false })
]] }
    assert.equal("", said)
  end)
end)

describe("a call of a rule that lasts two ticks of the watch", function()
  -- The ticks are sent; by themselves they come once a second.
  it("is reported with its place, and with its position by its fields: the start, and others", function()
    assert.equal("successors\t1\ta\t4\nevaluate\t2\tb\t4\n", run.fine { script = [[
local core, gts = require "gts.core", require "gts"
core.watchdog(0, function(rule, p, place) print(rule, p[1], p[2], place:match "%d+$") end)
local r = { name = "late", start = { 1, "a" } }
local function tick() for _ = 1, 3 do os.execute "kill -URG $PPID" end end
function r.successors(p)
  if p[1] == 1 then tick() end
  return p[1] == 1 and { { 2, "b" } } or {}
end
function r.evaluate(p)
  if p[1] == 2 then tick() end
  return 0
end
gts.search(r, { algorithm = "minimax", native = false })
]] })
  end)
end)

describe("a recording", function()
  it("of a large game needs a limit, and says which #slow", function()
    local said = run.ends(2, { "draw", "connect4" })
    says(said, "connect4 is too large to be recorded to its end: after 2000000 nodes", "--depth 4", "--nodes 10000")
  end)

  it("has no default limit in what is reported, and takes any that is stated", function()
    assert.is_nil(gts.record "nim".options.nodes)
    assert.equal("nodes", gts.record("connect4", { nodes = 50 }).result.stopped)
    assert.equal(50, gts.record("connect4", { nodes = 50 }).options.nodes)
  end)
end)
