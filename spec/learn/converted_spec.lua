-- Evaluations of gts 1.0, Lua files, as data: the values stay, nothing is run, and other files are refused. The files in
-- spec/corpus/evaluations are what gts 1.0 wrote; they are run here, and nowhere else, to hold what comes out against them.

local ask = require "gts.rules.ask"
local converted = require "gts.learn.converted"
local core = require "gts.core"
local gts = require "gts"
local random = require "gts.base.random"
local run = require "spec.support.run"

local FOLDER = "spec/corpus/evaluations/"

local function halves()
  local rules = { name = "halves", start = 40, range = { -1, 1 } }
  function rules.next(p, move)
    local k = (move or 0) + 1
    if p > 1 and k <= 2 then return k, p - k - p % 3 end
  end
  function rules.evaluate(p) return p == 1 and 1 or p < 1 and -1 or 0 end
  function rules.player(p) return p % 2 == 0 and "max" or "min" end
  function rules.features(p) return { p, p % 3, 1 } end
  return gts.game(rules)
end

local games = {
  stages = function() return gts.game "tictactoe" end,
  lanes = function() return gts.game "tictactoe" end,
  features = halves,
}

local function text_of(file) return assert(core.files.read(file, 1 << 20)) end

-- Writes a text to a file, has it converted, and removes it. Returns the result and what is wrong, without its name.
local function convert(text)
  local file = os.tmpname()
  core.files.write(file, text)
  local made, wrong = converted.text(file, "x")
  os.remove(file)
  return made, wrong and (wrong:gsub(file, "FILE"))
end

describe("an evaluation of gts 1.0", function()
  for name, make in pairs(games) do
    it("has the same values as data: " .. name, function()
      local of, draw = make(), random.stream(1)
      local file = FOLDER .. name .. ".lua"
      local text = assert(converted.text(file, of.name))
      local old, new = gts.variant(of, { evaluation = dofile(file) }), gts.variant(of, { evaluation = text })
      local differs = false
      for _ = 1, 60 do
        local p = { ask.start(of) }
        repeat
          local value = new.evaluate(table.unpack(p))
          assert.equal(old.evaluate(table.unpack(p)), value)
          assert.equal(math.type(old.evaluate(table.unpack(p))), math.type(value))
          differs = differs or value ~= of.evaluate(table.unpack(p))
          local children = ask.children(of, p)
          p = children[#children > 0 and draw(1, #children)]
        until not p
      end
      assert.is_true(differs)
      local first = text_of(file):match "^%-%- ([^\n]*)"
      assert.matches("\nabout " .. first .. "\n", text, 1, true)
    end)
  end

  it("is converted by a command, for a game that it fits", function()
    local out = os.tmpname()
    local old = FOLDER .. "stages.lua"
    assert.equal(("written: %s\n"):format(out), (run.gts { "learn", "tictactoe", "--convert", old, "--file", out }))
    assert.equal(converted.text(old, "tictactoe"), text_of(out))
    local value = run.gts { "search", "tictactoe", "evaluation=" .. out, "--depth", "1" }
    assert.matches("value", value)
    core.files.write(out, "as it was")
    local _, wrong, code = run.gts { "learn", "othello", "--convert", old, "--file", out }
    assert.matches("makes no evaluation for these rules: it needs rules.next", wrong)
    assert.same({ 2, "as it was" }, { code, text_of(out) })
    _, wrong = run.gts { "learn", "tictactoe", "--convert", "spec/corpus/none.lua" }
    assert.matches("cannot open spec/corpus/none.lua", wrong)
    os.remove(out)
  end)

  it("is not run, and is refused where gts learn has not written a line", function()
    local canary = os.tmpname()
    os.remove(canary)
    local code = ("io.open(%q, 'w'):close()"):format(canary)
    for name in pairs(games) do
      local lines, text = {}, text_of(FOLDER .. name .. ".lua")
      for line in text:gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
      local draw = random.stream(#text)
      for _ = 1, 8 do
        local at, list = draw(1, #lines), table.move(lines, 1, #lines, 1, {})
        if not lines[at]:find "^%-%-" then
          for _, changed in ipairs { lines[at] .. " " .. code, code .. " " .. lines[at], code, "]] " .. code .. " --[[" } do
            list[at] = changed
            assert.is_nil((convert(table.concat(list, "\n") .. "\n")), changed)
            assert.is_nil(core.files.kind(canary))
          end
        end
      end
      assert.is_nil((convert(text:sub(1, #text // 2))))
      assert.is_nil((convert(text .. code .. "\n")))
    end
    assert.is_nil(core.files.kind(canary))
    assert.equal("FILE: this is no evaluation in Lua as gts learn wrote it: gts learn has not written 'return 1'",
      select(2, convert "return 1"))
    for _, text in ipairs { "", "\n", "\27Lua", ("("):rep(100000), "numbers [[\n1]]",
      "-- x: cells 1.\nnumbers [[\n0*99999999999]]\n",
      "local sum = t[", "local sum = t[(a & 1) + 1]", "return sum / 0", "sums { " .. ("1, "):rep(1000) .. "1 }" } do
      assert.is_nil((convert(text)))
    end
  end)
end)
