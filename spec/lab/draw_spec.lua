-- Drawings of recorded searches: what is on them, that nothing overlaps, that what does not fit is folded and said to be.

local errors = require "spec.support.errors"
local gts = require "gts"
local json = require "gts.show.json"
local layout = require "gts.show.layout"
local minimaxing = require "spec.support.minimaxing"
local picture = require "gts.lab.picture"
local run = require "spec.support.run"
local tree_svg = require "gts.show.tree_svg"
local trees = require "spec.support.trees"

local says = errors.says

local small = { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }
local fig1 = trees.fig1

local function record(tree, options) return gts.record(gts.tree(tree), options) end

-- Is a text XML, as far as its elements go? Nothing stands between < and > but what SVG is made of.
local function is_well_formed(text)
  local open = {}
  for closing, name, attributes, empty in text:gmatch "<(/?)(%l+)([^<>]-)(/?)>" do
    if closing == "/" then assert.equal(table.remove(open), name)
    elseif empty == "" then open[#open + 1] = name end
    assert.equal("", (attributes:gsub('%s+[%a-]+="[^"<>]*"', "")))
  end
  assert.equal(0, #open)
  assert.is_nil(text:gsub("<[^<>]*>", ""):find "[<>]")
  assert.is_nil(text:gsub("&%l+;", ""):gsub("&#%d+;", ""):find "&")
end

local function random_tree(random, depth)
  local node = { width = random(10, 80), height = random(10, 40) }
  if depth > 0 and random(0, 4) > 0 then
    node.children = {}
    for i = 1, random(1, 4) do node.children[i] = random_tree(random, depth - 1) end
  end
  return node
end

describe("the layout of a tree #lua", function()
  it("lets no nodes overlap, has parents over the middle of their children, and begins at the left edge", function()
    for seed = 1, 40 do
      local root = random_tree(trees.stream(seed), 5)
      local width, height, tops = layout.tidy(root, { gap = 7, level = 20 })
      local ends, least, most = {}, math.huge, -math.huge
      local function visit(node, level)
        assert.equal(tops[level], node.y)
        assert(not ends[level] or node.x - node.width / 2 - ends[level] >= 7 - 1e-9)
        ends[level] = node.x + node.width / 2
        least, most = math.min(least, node.x - node.width / 2), math.max(most, ends[level])
        local children = node.children or {}
        if #children > 0 then assert.is_near((children[1].x + children[#children].x) / 2, node.x, 1e-9) end
        for _, child in ipairs(children) do visit(child, level + 1) end
        assert(node.y + node.height <= height + 1e-9)
      end
      visit(root, 1)
      assert.is_near(0, least, 1e-9)
      assert.is_near(width, most, 1e-9)
    end
  end)

  it("is as narrow as two leaves that stand side by side", function()
    local function leaf() return { width = 10, height = 5 } end
    local root = { width = 10, height = 5, children = { { width = 10, height = 5, children = { leaf(), leaf() } }, leaf() } }
    assert.equal(2 * 10 + 4 + 0.5 * 14, (layout.tidy(root, { gap = 4, level = 3 })))
  end)
end)

describe("a drawing as text #lua", function()
  it("tells of a small tree all that happened", function()
    local text = gts.draw(record(small), "text", { trees = "max" })
    says(text, "alphabeta on tree: value 3, move 1", "7 leaves evaluated, 4 nodes developed", "├─ 1: (3) *",
      "│  ├─ 1: 3 *  #1", "cut off by alpha: 2 <= 3", "│  └─ 3: 6  not looked at", "#7, max tree")
  end)

  it("has the last table answers, and questions of null windows as people ask them", function()
    local text = gts.draw(record(fig1, { algorithm = "mtd", first = math.huge }), "text")
    says(text, "table", "asked >= 41?")
    assert.is_nil(text:find("e+308", 1, true))
  end)

  it("has no doubles next to 0, and calls no narrow window a question", function()
    local tree = gts.tree { { 0, 12, 3 }, { 2, 0, -6 }, { -4, { 5, 0 }, { { -1, 0 }, 7 } } }
    local asked = {}
    for _, id in ipairs { "mtd", "negascout", "sss2", "dual2", "ttalphabeta" } do
      local recording = gts.record(tree, { algorithm = id })
      for _, event in ipairs(recording.events) do
        assert(not event.test or event.test == 0 or math.abs(event.test) > 1e-9)
        if event.test == 0 and event.kind == "develop" then asked[event.relation] = true end
      end
      for _, format in ipairs { "text", "svg" } do assert.is_nil(gts.draw(recording, format):find "e%-3") end
      assert.is_nil(gts.draw(recording, "html"):match "type=\"application/json\".*":find '"t":%-?%d[%d.]*e%-3')
    end
    assert.same({ [">"] = true, [">="] = true }, asked)
    local narrow = gts.draw(record({ { 0.3333333, 1 }, { 0.3333331, 2 } }, { window = { 0.33333321, 0.33333329 } }), "text")
    says(narrow, "window (0.3333332")
    assert.is_nil(narrow:find "asked")
  end)

  it("says why a node was left where there are no cutoffs", function()
    local why = {
      gsearch = "2: (<= 2)  window (3, inf), left: not live, 2 <= 3", maxsearch = "left: not live, 2 <= 2",
      sss = "left: purged when 1 was solved with h = 3", dual = "left: solved by 2.1 with h = 3",
    }
    for id, words in pairs(why) do
      local recording = record(small, { algorithm = id })
      local text = gts.draw(recording, "text")
      says(text, words)
      assert.equal(1, select(2, text:gsub("left: ", "")))
    end
    says(gts.draw(record(small, { algorithm = "sss" }), "svg"), ">purged</text>", "purged: left, as a sibling was solved")
    says(gts.draw(record(small, { algorithm = "gsearch" }), "svg"), ">≤ α 3</text>")
  end)

  it("has merits of nodes that were left only, as they were in the end", function()
    local text = gts.draw(record(small, { algorithm = "sss" }), "text")
    says(text, "[3] *\n", "2: (<= 2)  h = 2, left: purged", "3: (2)\n")
  end)

  it("has of a root the question of the last pass", function()
    local recording = record(small, { algorithm = "sss2" })
    local last
    for _, event in ipairs(recording.events) do last = event.kind == "pass" and event or last end
    says(gts.draw(recording, "text"), ("asked %s %s?"):format(last.relation, last.test))
  end)

  it("shows positions and the names of moves", function()
    local text = gts.draw(gts.record("tictactoe", { depth = 1 }), "text", { show = true })
    says(text, "├─ 5: 0  #5\n│     . . .\n│     . X .\n│     . . .\n")
  end)
end)

describe("solution trees in a drawing #lua", function()
  -- In a max solution tree a MAX node has all its children and a MIN node one; its greatest leaf is the value. In a min one the
  -- other way round.
  it("have the children that they must have, and prove the value", function()
    trees.each(10, { informed = false }, function(tree)
      local value = trees.oracle(tree)
      for _, algorithm in ipairs { "alphabeta", "sss", "mtd", "maxsearch" } do
        local made = picture.of(record(tree, { algorithm = algorithm }), { trees = "critical", breadth = math.huge })
        for side, other in pairs { max = "min", min = "max" } do
          local leaves = {}
          for _, item in ipairs(trees.items_of(made.root)) do
            local count = 0
            for _, child in ipairs(item.children or {}) do count = count + (child[side] and 1 or 0) end
            if item[side] and item.children and item.player == side then assert.equal(#item.children, count) end
            if item[side] and item.children and item.player == other then assert.equal(1, count) end
            if item[side] and not item.children then leaves[#leaves + 1] = item.node.leaf end
          end
          assert.equal(value, (side == "max" and math.max or math.min)(table.unpack(leaves)))
        end
      end
    end)
  end)
end)

describe("a drawing in SVG #lua", function()
  it("is well-formed whatever the algorithm, and shows every leaf with its number", function()
    for _, algorithm in ipairs(minimaxing.rows) do
      -- Without a goal leaves are evaluated too often for all numbers.
      local one = algorithm.family == "proof numbers" and table.concat(algorithm.options, " "):find "goal"
      local r = record(fig1, { algorithm = algorithm.id, goal = one and 35 or nil })
      local text = gts.draw(r, "svg", { trees = "critical" })
      is_well_formed(text)
      -- Of a leaf that many playouts end in only the first and the last are named.
      local numbered = algorithm.family == "sampling" and 1 or r.result.stats.leaves
      for number = 1, numbered do assert.matches("#" .. number .. "%f[%D]", text) end
    end
  end)

  it("is no wider than it may be, and counts what is folded away", function()
    local r = gts.record(gts.tree { branching = 4, depth = 5, seed = 2 })
    for _, width in ipairs { 400, 900, 2000 } do
      local text = gts.draw(r, "svg", { width = width })
      is_well_formed(text)
      assert(tonumber(text:match 'width="(%d+)"') <= math.max(width, 600))
      says(text, "folded subtree", "Not shown: ")
    end
    assert.is_nil(gts.draw(r, "svg", { width = math.huge }):find "Not shown")
  end)

  it("is no wider than it may be with long names and wide boards, too", function()
    local long, wide = ("an écu more "):rep(30), ("x"):rep(300) .. "\255"
    local game = { name = "wide", start = 1, evaluate = function(p) return p % 7 end,
      show = function(p) return p .. "\n" .. wide end,
      successors = function(p) return p < 8 and { 2 * p, 2 * p + 1 } or {}, p < 8 and { long .. 1, long .. 2 } or {} end }
    local r = gts.record(game)
    for _, width in ipairs { 300, 1200 } do
      local text = gts.draw(r, "svg", { width = width, show = true })
      assert(tonumber(text:match 'width="(%d+)"') <= math.max(width, 600))
      says(text, "an écu")
    end
    for line in gts.draw(r, "text", { show = true }):gsub("^.-\n.-\n", ""):gmatch "[^\n]+" do assert(#line < 130) end
    says(gts.draw(r, "svg", { width = math.huge, show = true }), (wide:gsub("\255", "")))
    assert(#gts.draw(r, "html", { show = true }):match '"s":%["1","(x+)' < 50)
  end)

  it("keeps the principal variation, with its siblings as one where they have no room", function()
    for _, id in ipairs { "alphabeta", "sss", "gsearch" } do
      local r = gts.record(gts.tree { branching = 9, depth = 3, seed = 5 }, { algorithm = id })
      local made = picture.of(r, { breadth = 12, fits = function(root) return (tree_svg.lay(root)) <= 400 end })
      local shown = {}
      for _, item in ipairs(trees.items_of(made.root)) do shown[item.path] = item.pv end
      assert(#r:line() == (id == "alphabeta" and 4 or #r:line()) and #r:line() > 1)
      for _, path in ipairs(r:line()) do assert.is_true(shown[path], id .. " at " .. path) end
    end
  end)

  it("folds away just what it does not show", function()
    local r = gts.record(gts.tree { branching = 4, depth = 5, seed = 3 })
    local all = 0
    for _ in pairs(r.nodes) do all = all + 1 end
    for _, limit in ipairs { 10, 50, 300 } do
      local function count(root) return #trees.items_of(root) end
      local made = picture.of(r, { breadth = 3, fits = function(root) return count(root) <= limit end })
      local shown, leaves, hidden, hidden_leaves = 0, 0, 0, 0
      for _, item in ipairs(trees.items_of(made.root)) do
        if item.kind ~= "unseen" and item.kind ~= "more" then
          shown, leaves = shown + 1, leaves + (item.kind == "leaf" and 1 or 0)
        end
        local away = item.folded or item.of == "seen" and item or { nodes = 0, leaves = 0 }
        hidden, hidden_leaves = hidden + away.nodes, hidden_leaves + away.leaves
      end
      assert.equal(all, shown + hidden)
      assert.equal(r.result.stats.leaves, leaves + hidden_leaves)
      says(made.left_out:gsub(",", ""), ("%d nodes (%d leaves)"):format(hidden, hidden_leaves))
    end
  end)

  it("is no higher than it may be, and shortens lines without branches", function()
    local function line_of(branches)
      local function successors(p)
        if p < 0 or p >= 300 then return {} end
        return branches > 1 and { p + 1, -p } or { p + 1 }
      end
      return gts.record({ name = "line", start = 1, successors = successors, evaluate = function(p) return p end })
    end
    local chain = line_of(1)
    local text, drawn = gts.draw(chain, "text"), gts.draw(chain, "svg")
    says(text, "... 295 plies ...", "1: [300] *", "Not shown: 295 nodes (0 leaves), folded away in 1 place")
    says(drawn, "295 plies", "several plies as one")
    is_well_formed(drawn)
    assert(tonumber(drawn:match 'height="(%d+)"') < 800)
    assert.is_nil(gts.draw(chain, "text", { lines = math.huge }):find "plies")
    says(gts.draw(chain, "text", { root = chain:line()[100] }), "... 196 plies ...")
    local bush = line_of(2)
    for line in gts.draw(bush, "text"):gmatch "[^\n]+" do assert(utf8.len(line) < 200) end
    drawn = gts.draw(bush, "svg", { height = 900 })
    assert(tonumber(drawn:match 'height="(%d+)"') < 1100)
    says(drawn, "Not shown: ")
  end)

  it("says nothing that a game's words could make of it", function()
    local evil = '<script>alert("&")</script>]]>'
    local game = { name = evil, start = 1, evaluate = function(p) return p end, show = function() return evil .. "\n" .. evil end,
      successors = function(p) return p < 4 and { 2 * p, 2 * p + 1 } or {}, p < 4 and { evil, "\255" } or {} end }
    local r = gts.record(game)
    is_well_formed(gts.draw(r, "svg", { show = true }))
    local page = gts.draw(r, "html", { show = true })
    assert.equal(select(2, page:gsub("<script", "")), 2)
    assert.is_nil(page:find("alert(", 1, true) and page:find("<script>alert(", 1, true))
    local dot = gts.draw(r, "dot", { show = true })
    assert.is_nil(dot:gsub('\\[\\"n]', ""):gsub('"[^"\n]*"', ""):gsub("%->", ""):find "[<>]")
  end)

  it("says which position cannot be shown", function()
    local function wrong_of(more)
      local rules = { name = "hidden", evaluate = function() return 0 end, show = function(p) error("no " .. p, 0) end }
      for name, value in pairs(more) do rules[name] = value end
      local ok, wrong = pcall(gts.draw, gts.record(rules), "svg", { show = true })
      return not ok and wrong
    end
    says(wrong_of { start = 7, successors = function() return {} end }, "no 7 (in rules.show of position 7)")
    says(wrong_of { start = { 7, 8 }, words = 2, next = function() return nil end }, "(in rules.show of position {7, 8})")
  end)

  it("has nothing in it that a terminal obeys, and keeps the letters beside it", function()
    local r = gts.record { name = "a\0\27[2J\u{9B}b", start = 1, evaluate = function(p) return p end,
      show = function(p) return p .. "\u{E9}\255\u{E9}\27[1m" end,
      successors = function(p) return p < 4 and { 2 * p, 2 * p + 1 } or {}, p < 4 and { "\27]0;x\7", "r" } or {} end }
    for _, format in ipairs { "text", "dot", "svg" } do
      local text = gts.draw(r, format, { show = true })
      assert.is_nil(text:find "[%z\1-\9\11-\31\127]")
      assert.is_truthy(utf8.len(text))
      assert.is_nil(text:find "\u{9B}")
      assert.truthy(text:find("\u{E9}\u{FFFD}\u{E9}", 1, true))
    end
  end)
end)

describe("a drawing for Graphviz #lua", function()
  it("has a node for each item, and an edge to each but the first", function()
    local made = picture.of(record(fig1), { breadth = math.huge })
    local count = #trees.items_of(made.root)
    local text = gts.draw(record(fig1), "dot")
    assert.equal(count, select(2, text:gsub("\n  n%d+ %[", "")))
    assert.equal(count - 1, select(2, text:gsub("\n  n%d+ %-> n%d+ %[", "")))
    assert.matches("^digraph search {.*}\n$", text)
  end)
end)

describe("the page to step through a search #lua", function()
  local function data_of(page)
    return assert(json.decode(page:match '<script type="application/json" id="data">(.-)</script>'))
  end

  it("is small, and needs nothing else", function()
    local r = gts.record(gts.tree { branching = 3, depth = 6, seed = 1 }, { open = true })
    local page = gts.draw(r, "html")
    assert(#page < 300000)
    assert.equal(1093, #data_of(page).nodes)
    for address in page:gmatch "https?://[%w./]+" do assert.equal("http://www.w3.org/2000/svg", address) end
  end)

  it("has all events of both searches, and all of a small tree", function()
    local tree = gts.tree(fig1)
    local a, b = gts.record(tree), gts.record(tree, { algorithm = "sss" })
    local data = data_of(gts.draw({ a, b }, "html"))
    assert.same({ 31, 2, true }, { #data.nodes, #data.searches, data.editable })
    assert.same({ #a.events, #b.events }, { #data.searches[1].events, #data.searches[2].events })
    assert.same({ "alphabeta", "sss" }, { data.searches[1].id, data.searches[2].id })
    local leaves = {}
    for _, node in ipairs(data.nodes) do leaves[#leaves + 1] = node.v end
    assert.same({ 41, 5, 12, 90, 99, 80, 20, 30, 10, 80, 36, 35, 50, 37, 25, 3 }, leaves)
  end)

  it("names each algorithm, also those that it has no words for", function()
    for _, id in ipairs { "bstar", "pn", "sss" } do
      local page = gts.draw(gts.record(gts.tree(fig1), { algorithm = id, goal = id == "pn" and 30 or nil }), "html")
      local row
      for _, algorithm in ipairs(gts.algorithms) do row = algorithm.id == id and algorithm or row end
      assert.equal(row.title, data_of(page).searches[1].title)
      assert.equal(1, select(2, page:gsub("PAPERS%[", "")))     -- in one place, which has the title beside it
    end
  end)

  it("makes one step of those that are folded away, and loses none", function()
    local r = gts.record(gts.tree { branching = 14, depth = 3, seed = 1 }, { algorithm = "minimax" })
    local data = data_of(gts.draw(r, "html"))
    local steps, leaves = 0, 0
    for _, event in ipairs(data.searches[1].events) do
      steps = steps + (event.s or 1)
      leaves = leaves + (event.z or event.k == "leaf" and 1 or 0)
    end
    assert(#data.nodes <= 2000)
    assert.same({ #r.events, r.result.stats.leaves }, { steps, leaves })
  end)
end)

describe("gts.draw #lua", function()
  local refused = errors.refused(gts.draw)

  it("refuses in words", function()
    local r = record(small)
    refused("the format is 'png': expected one of 'text', 'svg'", r, "png")
    refused("option 'width' of gts.draw is 3", r, "svg", { width = 3 })
    refused("there is no node '7' in the recording", r, "text", { root = "7" })
    refused("cannot be drawn: expected what gts.record, gts.compare, gts.experiment, gts.review or gts.book gives", 3, "svg")
    refused("cannot be drawn", {}, "svg")
    refused("a list of recordings makes a page", { r, r }, "svg")
    refused("the two recordings are not of one game", { r, record(small) }, "html")
  end)

  it("draws the board of each game, its pieces with it", function()
    for _, entry in ipairs(gts.games()) do
      local drawn = gts.draw(gts.game(entry.name), "svg")
      is_well_formed(drawn)
      assert.is_nil(drawn:find("var(", 1, true), entry.name)
    end
    local hexapawn, PAWN = gts.game "hexapawn", "M50 44"
    assert.equal(6, select(2, gts.draw(hexapawn, "svg"):gsub(PAWN, "")))
    local taken = gts.apply(hexapawn, gts.apply(hexapawn, hexapawn.start, 82), 13)
    assert.equal(5, select(2, gts.draw(hexapawn, "svg", { position = taken }):gsub(PAWN, "")))
    refused("a board is drawn as 'svg'", hexapawn, "text")
    refused("unknown option 'width'", hexapawn, "svg", { width = 300 })
    refused("bare has no rules.board", gts.game { name = "bare", start = 1, successors = function() return {} end,
      evaluate = function() return 0 end }, "svg")
  end)

  it("lets things draw themselves", function()
    local given
    local thing = setmetatable({}, { __draw = function(_, format, options)
      given = { format, options.wide }
      if options.wide then return "drawn" end
      return nil, "too narrow"
    end })
    assert.equal("drawn", gts.draw(thing, "svg", { wide = true }))
    assert.same({ "svg", true }, given)
    refused("too narrow", thing, "text")
  end)

  it("draws the two trees of a proof", function()
    local proof = gts.search(gts.tree(fig1), { solution = true }).proof
    local text = gts.draw(proof, "text")
    -- The optimal solution trees that the paper names: leaves 5, 12, 10, 35 and 36, 35, 50, 37.
    for side, leaves in pairs { max = { 5, 12, 10, 35 }, min = { 36, 35, 50, 37 } } do
      local found = {}
      for line in text:gmatch "[^\n]+" do
        found[#found + 1] = line:find(side .. " tree", 1, true) and tonumber(line:match "%d: (%d+) ") or nil
      end
      assert.same(leaves, found)
    end
    is_well_formed(gts.draw(proof, "svg"))
    local large = gts.search("tictactoe", { solution = true }).proof
    says(gts.draw(large, "svg"), "Not shown: ")
    refused("a proof has no steps", proof, "html")
  end)

  it("draws a tree by itself, and any subtree", function()
    says(gts.draw(gts.tree(small), "text"), "minimax on tree: value 3", "2: (2)")
    local text = gts.draw(record(small), "text", { root = "2" })
    says(text, "2: (<= 2)")
    assert.is_nil(text:find("14", 1, true))
  end)
end)

describe("gts draw", function()
  it("goes by the end of the file's name, and has two searches on a page", function()
    local folder, gone <close> = run.folder()
    for ending, begins in pairs { svg = "^<svg ", dot = "^digraph ", html = "^<!doctype html>", txt = "^alphabeta on " } do
      local out = run.fine { "draw", "{{3,12},{2,4}}", "--file", "x." .. ending, folder = folder }
      says(out, "x." .. ending)
      assert.matches(begins, run.read(folder .. "/x." .. ending))
    end
    local two = { "--algorithm", "mtd", "--first", "inf", "--beside", "sss", "--format", "html" }
    local out = run.gts { "draw", "{{3,12},{2,4}}", table.unpack(two) }
    says(out, "mtd and sss on tree, step by step")
    local err = run.ends(2, { "draw", "{{3,12},{2,4}}", "--beside", "sss" })
    says(err, "option '--beside' goes with --format html")
  end)
end)
