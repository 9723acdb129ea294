-- How fast the page that runs gts is: from opening to the first position, in a browser that has just been started; and
-- positions a second against those of the program, whose rules run in Lua, in the same run. After `make page`:
--
--    LUA_PATH='lua/?.lua;lua/?/init.lua;./?.lua;;' build/gts spec/support/page_bench.lua [rounds]

local Browser = require "spec.support.browser"
local gts = require "gts"
local run = require "spec.support.run"

local ROUNDS = tonumber(arg[1]) or 5

-- The same questions to both; on the page they are asked as its tab Search does.
local searches = {
  { game = "connect4", depth = 10 }, { game = "tictactoe" }, { game = "nim", options = { heaps = { 3, 5, 6 } } },
  { game = "othello", depth = 5 },
}

-- Keeps what the worker sends, the worker, and when there was something to see.
local WATCH = [[
  window.results = [];
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(address) {
      super(address);
      window.inside = this;
      this.addEventListener("message", ({ data }) => {
        const news = data.news ? JSON.parse(data.news) : {};
        if (news.state && news.state.search && news.state.search.result) window.results.push(news.state.search.result);
      });
    }
  };
  addEventListener("DOMContentLoaded", () => {
    const status = document.querySelector("#status");
    new MutationObserver(() => { window.usable ??= performance.now(); }).observe(status, { childList: true, characterData: true,
      subtree: true });
  });
]]

local function summary(list)
  table.sort(list)
  return list[1], list[(#list + 1) // 2]
end

local function open(browser)
  browser:before(WATCH)
  browser:open("file://" .. run.output "realpath build/page/gts.html")
  browser:wait "window.usable > 0"
  return browser:eval "window.usable"
end

local times = {}
for i = 1, ROUNDS do
  local browser <close> = Browser.start()
  times[i] = open(browser)
end
local least, median = summary(times)
print(("usable after %.0f ms at least, %.0f in the median of %d starts"):format(least, median, ROUNDS))

local browser <close> = Browser.start()
open(browser)

local json = require "gts.show.json"
local function send(message) browser:eval(("(inside.postMessage({ message: %s }), 0)"):format(json.encode(message))) end

local rates = {}
for round = 1, ROUNDS do
  for i, one in ipairs(searches) do
    rates[i] = rates[i] or { page = 0, program = 0 }
    local count = browser:eval "results.length"
    send { kind = "game", name = one.game, options = one.options }
    send { kind = "search", of = "start", algorithm = "alphabeta", depth = one.depth }
    browser:wait(("results.length > %d"):format(count))
    local nodes, seconds = browser:eval "results.at(-1).nodes", browser:eval "results.at(-1).seconds"
    local r = gts.search(gts.game(one.game, one.options), { algorithm = "alphabeta", depth = one.depth, native = false })
    assert(r.stats.visits == nodes, one.game)
    rates[i].page = math.max(rates[i].page, nodes / seconds)
    rates[i].program = math.max(rates[i].program, r.stats.visits / r.seconds)
    rates[i].nodes = nodes
    if round == ROUNDS then
      print(("%-10s %8d nodes: %9.0f a second in the page, %9.0f in the program, %.2f of it"):format(one.game, nodes,
        rates[i].page, rates[i].program, rates[i].page / rates[i].program))
    end
  end
end
