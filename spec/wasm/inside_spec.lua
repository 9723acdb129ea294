-- A page state inside a page (gts.wasm.inside), with a host that is a table: what it sends, and when it takes messages.

local core = require "gts.core"
local guard = require "gts.page.guard"
local inside = require "gts.wasm.inside"
local json = require "gts.show.json"

-- A host that stores what it gets; `mail` is what comes while there is work.
local function host()
  local self = { told = {}, mail = {}, asked = 0 }
  function self.tell(text) self.told[#self.told + 1] = json.decode(text) end
  function self.messages()
    self.asked = self.asked + 1
    return table.remove(self.mail, 1) or ""
  end
  function self.state()
    local state = {}
    for _, news in ipairs(self.told) do
      for name, part in pairs(news.state or {}) do state[name] = part end
    end
    return state
  end
  return self
end

-- Works until nothing is to be done, or time is to pass.
local function work(call, ...)
  local later = call(json.encode { ... })
  while later == 0 do later = call "[]" end
  return later
end

describe("a page state inside a page", function()
  local before
  setup(function() before = guard.watches end)
  after_each(function() guard.watches = before end)

  it("tells all of its state first, then only what has changed", function()
    local h = host()
    local call = inside.begin(h)
    assert.equal(-1, work(call))
    local first = h.told[1].state
    assert.same({ true, "tictactoe" }, { first.about.edits, first.current.game })
    local count = #h.told
    work(call)
    assert.equal(count, #h.told)
    work(call, { kind = "sides", max = "person", min = "person" }, { kind = "play", move = "5", turn = 0 })
    assert.is_nil(h.told[count + 1].state.about)
    assert.equal("5", h.state().play.played[1].name)
  end)

  it("takes messages while a search runs, and stops", function()
    local h = host()
    local call = inside.begin(h, { game = "othello" })
    h.mail = { "", json.encode { { kind = "stop", what = "search" } } }
    work(call, { kind = "search", of = "start", time = 600 })
    local result = h.state().search.result
    assert.equal("progress", result.stopped)
    assert(h.asked >= 2)
  end)

  it("says in short what is lacking, by what the engine says", function()
    assert.same({}, inside.lacks)
    local h = host()
    inside.begin(h, { lacks = { "threads" } }) "[]"
    assert.same({ "threads" }, h.state().about.lacks)
  end)
end)

describe("what cannot be had", function()
  after_each(function()
    for name in pairs(core.lacks) do core.lacks[name] = nil end
  end)

  it("is refused with the reason of core.lacks", function()
    local gts = require "gts"
    local tries = {
      native = function() gts.search("nim", { native = true }) end,
      threads = function() gts.search("nim", { algorithm = "ttalphabeta", threads = 2 }) end,
      workers = function() gts.map({ 1, 2 }, tostring, { workers = 2 }) end,
      files = function() gts.solve("nim", { folder = "nowhere/nim" }) end,
      confine = function() gts.confine { name = "nim" } end,
      mpi = function() gts.solve("nim", { folder = "nowhere/nim", mpi = true }) end,
    }
    for name, try in pairs(tries) do
      core.lacks[name] = name .. ": not to be had"
      local ok, wrong = pcall(try)
      core.lacks[name] = nil
      assert.is_false(ok)
      assert.truthy(tostring(wrong):find(name .. ": not to be had", 1, true), wrong)
    end
  end)

  it("without a compiler rules run in Lua", function()
    local gts = require "gts"
    core.lacks.native = "native: not to be had"
    local r = gts.search("nim", { algorithm = "alphabeta" })
    assert.falsy(r.native)
  end)
end)
