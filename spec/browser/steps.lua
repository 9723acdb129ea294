-- The page to step through a search as people use it: a browser that clicks, presses keys and looks.

local gts = require "gts"
local hands = require "spec.support.hands"
local run = require "spec.support.run"
local trees = require "spec.support.trees"

local fig1 = trees.fig1
local small = { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }

local KEY, is_sound, text = hands.KEY, hands.is_sound, hands.text

local browser, folder, gone

setup(function()
  browser = hands.start()
  folder, gone = run.folder()
end)
teardown(function()
  hands.stop()
  getmetatable(gone).__close()
end)

-- Opens the page of some searches of a game; an address may say at which step.
local function open(game, algorithms, given)
  given = given or {}
  local recordings = {}
  for i, id in ipairs(algorithms) do
    recordings[i] = gts.record(game, { algorithm = id, open = true, depth = given.depth, table = given.table })
  end
  local file = folder .. "/step.html"
  gts.draw(recordings, "html", { file = file, show = given.show })
  browser:open "about:blank"
  browser:complaints()
  browser:scheme(given.scheme or "light")
  browser:resize(table.unpack(given.size or { 1280, 800 }))
  browser:open("file://" .. file .. (given.at or ""))
  return recordings
end

local function says(number)
  return browser:eval(("document.querySelectorAll('.says')[%d].firstChild.textContent"):format(number or 0))
end

local function step() return browser:eval "Number(document.querySelector('#slider').value)" end

-- The events of a side: those that were recorded, or those of a search by the page itself.
local function told(number)
  return browser:eval(("sides[%d].search.events.map(e => [e.k, nodes[e.n].path, e.v ?? e.m ?? ''].join(' ')).join('\\n')")
    :format(number or 0))
end

describe("the page to step through a search", function()
  after_each(is_sound)

  it("goes through it by buttons, keys and the slider, and has the step in its address", function()
    local recording = open(gts.tree(small), { "alphabeta" })[1]
    assert.equal(0, step())
    browser:click "#forward"
    assert.equal(1, step())
    assert.truthy(browser:eval "location.hash":find "step=1$")
    browser:press(KEY.right .. KEY.right .. KEY.left)
    assert.equal(2, step())
    browser:press(KEY.last)
    assert.equal(#recording.events, step())
    assert.truthy(says():find "the value is 3, by move 1")
    browser:click "#first"
    assert.equal(0, step())
    browser:eval "document.querySelector('#slider').value = 4, document.querySelector('#slider').oninput()"
    assert.equal(4, step())
    open(gts.tree(small), { "alphabeta" }, { at = "#step=7" })
    assert.equal(7, step())
  end)

  it("says why a node is left, in a sentence", function()
    open(gts.tree(small), { "alphabeta" })
    browser:press "c"
    assert.equal("MIN already can hold MAX to 2 here (node 2), and MAX has 3 elsewhere (alpha = 3): the 2 other children " ..
      "cannot " ..
      "matter. Cutoff by alpha.", says())
    assert.is_true(browser:eval "document.querySelector('#cutoff').disabled")
    browser:picture "build/browser/steps-cutoff.png"
    browser:press "C"
    assert.truthy(step() > 0)
  end)

  it("says of a node why it is skipped, or what is known of it", function()
    local function chosen() return text ".chosen" end
    local function choose(path)
      browser:eval(("sides[0].items[nodes.find(n => n.path === '%s').i].g.dispatchEvent(new MouseEvent('click'))"):format(path))
      return chosen()
    end
    open(gts.tree(small), { "alphabeta" })
    assert.truthy(chosen():find "^Choose a node of the tree")
    assert.equal("Leaf 2.2 has not been looked at yet.", choose "2.2")
    browser:press(KEY.last)
    local skipped = "at node 2 MIN already has 2, and 2 ≤ alpha = 3: MAX has 3 at node 1, and does not come here, " ..
      "whatever it is worth."
    assert.equal("Leaf 2.2 is skipped: " .. skipped, chosen())
    assert.equal("Leaf 1.2 is worth 12: it was evaluated as number 2.", choose "1.2")
    local node = choose "2"
    assert.truthy(node:find("Node 2: MIN moves. Its value is ≤ 2; it was entered with the window (3, ∞).", 1, true))
    assert.truthy(node:find("The rest of it is skipped: " .. skipped, 1, true))
    -- All algorithms but one that looks at everything leave these two out, and by the same bounds.
    for _, id in ipairs { "negascout", "mtd", "sss", "sss2", "gsearch", "ttalphabeta" } do
      open(gts.tree(small), { id }, { at = "#step=99999" })
      assert.truthy(choose("2.3"):find("Leaf 2.3 is skipped: at node 2 MIN already has 2, and 2 ≤ alpha = 3", 1, true), id)
    end
    open(gts.tree { { { 5 }, { 9, 1 } } }, { "alphabeta" }, { at = "#step=99999" })
    assert.equal("Leaf 1.2.2 is skipped: at node 1.2 MAX already has 9, and 9 ≥ beta = 5: MIN has 5 at node 1.1, and does not " ..
      "come here, whatever it is worth.", choose "1.2.2")
  end)

  it("lets the keyboard choose a node", function()
    open(gts.tree(small), { "alphabeta" }, { at = "#step=99999" })
    browser:eval "document.querySelector('.node[tabindex=\"0\"]').focus()"
    assert.truthy(text ".chosen":find "^The root: MAX moves. Its value is 3")
    for _, key in ipairs { KEY.down, KEY.right, KEY.down, KEY.right } do browser:key(key) end
    assert.truthy(text ".chosen":find "^Leaf 2.2 is skipped")
    assert.equal(1, browser:eval "document.querySelectorAll('.node[tabindex=\"0\"]').length")
    assert.equal(0, browser:eval "document.querySelectorAll('.tree .node:not([role=button])').length")
  end)

  it("shows what is proved of the root, step by step, as the recording has it in the end", function()
    for _, id in ipairs { "alphabeta", "negascout", "mtd", "sss", "dual2", "gsearch" } do
      local recording = open(gts.tree(fig1), { id }, { at = "#step=99999" })[1]
      is_sound()
      assert.equal(#recording.events, step())
      local seen = browser:eval([[Object.fromEntries(sides[0].state.nodes.map((state, i) =>
        [nodes[i].path, state.low + " " + state.high]))]])
      local function number(x) return x == math.huge and "Infinity" or x == -math.huge and "-Infinity" or ("%d"):format(x) end
      for path, node in pairs(recording.nodes) do
        assert.equal(number(node.lower) .. " " .. number(node.upper), seen[path], id .. " at " .. path)
      end
    end
  end)

  it("asks about 0 as people do", function()
    for id, asks in pairs { mtd = "≥ 0", dual2 = "> 0", negascout = "> 0" } do
      open(gts.tree { { 0, 12 }, { 2, -3, 0 }, { 4, -1 } }, { id })
      local words = browser:eval [[(function () {
        const list = [];
        for (let k = 0; k < plan.length; k++) {
          go(k);
          list.push(sides[0].element.textContent);
        }
        return list.join("\n");
      })()]]
      assert.is_nil(words:find "e[-−]324")
      assert.truthy(words:find("value is " .. asks, 1, true), id)
    end
  end)

  it("shows OPEN with its merits", function()
    open(gts.tree(small), { "sss" }, { at = "#step=4" })
    assert.truthy(text(".open h3"):find "3 entries")
    assert.truthy(says():find "^Case 5: node 2 is live")
    assert.equal(1, browser:eval "document.querySelectorAll('.open tr.taken').length")
    local function rows() return browser:eval [[[...document.querySelectorAll(".open tr")].map(
      row => [...row.children].map(cell => cell.textContent).join(" ").trim()).join("; ")]] end
    assert.truthy(text(".open h3"):find "^OPEN before this step")
    assert.equal("1.1 solved h = 3; 2 live h = ∞ → leaves it; 2.1   → live h = ∞; 3 live h = ∞", rows())
    browser:press(KEY.right)
    assert.truthy(says():find "^Case 4: the leaf 2.1 is evaluated: 2")
    assert.equal("1.1 solved h = 3; 2.1 live h = ∞ → solved h = 2; 3 live h = ∞", rows())
  end)

  it("searches by itself as gts does", function()
    trees.every(3, { informed = false, values = "ties", twice = false }, function(tree)
      local game = gts.tree(tree)
      open(game, { "minimax", "alphabeta" })
      local by = {}
      for i, id in ipairs { "minimax", "alphabeta", "sss" } do
        by[i] = browser:eval(([[runs["%s"](valueOf).events.filter(e => e.k === "leaf" || e.k === "cutoff")
          .map(e => e.k + " " + nodes[e.n].path).join("\n")]]):format(id))
        local list = {}
        for _, event in ipairs(gts.record(game, { algorithm = id }).events) do
          if event.kind == "leaf" or event.kind == "cutoff" then list[#list + 1] = event.kind .. " " .. event.path end
        end
        assert.equal(table.concat(list, "\n"), by[i])
      end
    end)
  end)

  -- The values are those of {{3,12,8},{7,4,6},{14,5,2}}, and of the tree as it was with a window.
  it("searches anew when a leaf, alpha or beta is changed: by keys and dragging", function()
    open(gts.tree(small), { "alphabeta", "sss" })
    browser:press "e"
    local leaf = "sides[0].items[nodes.find(n => n.path === '2.1').i].g"
    browser:eval(leaf .. ".focus()")
    browser:key(KEY.up, 4)
    assert.equal("6", browser:eval(leaf .. ".getAttribute('aria-valuenow')"))
    local box = browser:eval(("(b => [b.x + b.width / 2, b.y + b.height / 2])(%s.getBoundingClientRect())"):format(leaf))
    browser:drag("touch", box[1], box[2], -6)
    assert.truthy(text("#edit [role=status]"):find "value 4 and 4")
    assert.matches("\nleaf 2.1 7\n", told(), 1, true)
    browser:click "#restore"
    assert.truthy(text(".side header"):find "value 3")
    browser:eval "document.querySelector('#edit [type=range]').focus()"
    browser:key(KEY.up, 2)
    assert.matches("window (3, ∞), value at most 3 and 3", text "#edit [role=status]", 1, true)
  end)

  it("shows two searches in step: the n-th leaf of both at one and the same step", function()
    open(gts.tree(fig1), { "alphabeta", "sss" })
    assert.equal(2, browser:eval "document.querySelectorAll('.side').length")
    for n = 1, 8 do
      browser:press "l"
      assert.equal(n .. " " .. n, browser:eval "sides.map(side => side.state.leaves).join(' ')")
    end
    browser:picture "build/browser/steps-two.png"
  end)

  it("asks which node is next, and why one is left, and says whether that is right", function()
    open(gts.tree(small), { "alphabeta" }, { at = "#step=3" })
    browser:press "q"
    assert.truthy(text("#quiz h2"):find "Which node does")
    browser:eval "sides[0].items[nodes.find(n => n.path === '3').i].g.dispatchEvent(new MouseEvent('click'))"
    assert.truthy(text("#quiz p"):find "^No. Leaf 1.2 is evaluated: 12.* %(0 of 1%)$")
    browser:click "#quiz .answers button"
    browser:eval "sides[0].items[nodes.find(n => n.path === '1.3').i].g.dispatchEvent(new MouseEvent('click'))"
    local right = "^Right. Leaf 1.3 is evaluated: 8. Node 1 is worth 3; so MAX is sure of 3 at the root. %(1 of 2%)$"
    assert.truthy(text("#quiz p"):find(right))
    browser:picture "build/browser/steps-quiz.png"
    open(gts.tree(small), { "alphabeta" }, { at = "#step=7" })
    browser:press "q"
    assert.truthy(text("#quiz h2"):find "Node 2 is left now, .*Why%?$")
    browser:click "#quiz .answers button"
    assert.truthy(text("#quiz p"):find "^Right. MIN already can hold MAX to 2")
  end)

  it("does not tell the result while it asks, and asks about both searches", function()
    open(gts.tree(small), { "alphabeta", "sss" })
    assert.truthy(text(".side header"):find "value 3, 7 leaves")
    browser:press "q"
    local whose = {}
    for _ = 1, 6 do
      assert.is_nil(text(".side header p"):find "%d")
      whose[text("#quiz h2"):match "^%a+ search"] = true
      browser:click "#quiz .answers button"
      assert.truthy(text("#quiz p"):find "^No. ")
      browser:click "#quiz .answers button"
    end
    assert.same({ ["First search"] = true, ["Second search"] = true }, whose)
    browser:press "q"
    assert.truthy(text(".side header"):find "value 3, 7 leaves")
  end)

  it("asks why a node of the framework is no longer live", function()
    open(gts.tree(small), { "gsearch" }, { at = "#step=10" })
    browser:press "q"
    assert.truthy(text("#quiz h2"):find "^Node 2 is no longer live now, though its value is not known. Why")
    browser:click "#quiz .answers button"
    assert.truthy(text("#quiz p"):find "^Right. Node 2: .* MAX has 3 elsewhere %(alpha%)%.")
  end)

  it("can be used with keys alone, and tells a screen reader what there is", function()
    open(gts.tree(small), { "alphabeta" }, { at = "#step=3" })
    browser:press "q"
    browser:eval "document.querySelector('.node[tabindex=\"0\"]').focus()"
    local function label() return browser:eval "document.activeElement.getAttribute('aria-label')" end
    assert.truthy(label():find "^The root, MAX")
    browser:press(KEY.down .. KEY.right)
    assert.truthy(label():find "^Node 2, MIN, not looked at")
    browser:press(KEY.left .. KEY.down .. KEY.right)
    assert.truthy(label():find "^Leaf 1.2, MAX, not looked at")
    assert.equal(3, step())
    browser:press(KEY.enter)
    assert.truthy(text("#quiz p"):find "^Right.")
    assert.equal("polite", browser:eval "document.querySelector('.says').getAttribute('aria-live')")
    assert.equal(0, browser:eval [[[...document.querySelectorAll("button, input, select")].filter(e => !e.textContent.trim() &&
      !e.getAttribute("aria-label") && !e.closest("label")).length]])
  end)

  it("fits both window sizes, light and dark, with trees of any size", function()
    for _, size in ipairs { { 1280, 800 }, { 400, 800 } } do
      for _, scheme in ipairs { "light", "dark" } do
        local about = ("%d-%s"):format(size[1], scheme)
        local given = { size = size, scheme = scheme, at = "#step=20" }
        open(gts.tree(fig1), { "alphabeta", "sss" }, given)
        browser:picture("build/browser/steps-" .. about .. ".png", true)
        is_sound()
        open(gts.game "tictactoe", { "alphabeta" }, { size = size, scheme = scheme, at = "#step=20", depth = 3, show = true })
        browser:picture("build/browser/steps-tictactoe-" .. about .. ".png", true)
        is_sound()
        local now = browser:eval [[(b => b.left >= 0 && b.right <= innerWidth && b.width > 20)(document.querySelector(
          '.node.now').getBoundingClientRect())]]
        assert.is_true(now)
      end
    end
  end)

  it("shows positions in letters that can be read", function()
    open(gts.game "connect4", { "alphabeta" }, { depth = 3, show = true, at = "#step=9" })
    browser:picture "build/browser/steps-connect4.png"
    assert(browser:eval "document.querySelector('.tree .board').getBoundingClientRect().height" >= 11)
    assert.equal("true", browser:eval "document.querySelector('#folds').getAttribute('aria-pressed')")
  end)

  it("folds a large tree around the node of the step", function()
    open(gts.tree { branching = 3, depth = 6, seed = 1 }, { "alphabeta" }, { at = "#step=200" })
    assert.equal("true", browser:eval "document.querySelector('#folds').getAttribute('aria-pressed')")
    assert(browser:eval "document.querySelectorAll('.node').length" < 60)
    browser:press "o"
    assert.equal(1093 + 9, browser:eval "document.querySelectorAll('.node').length")     -- and those of the legend
  end)

  it("asks for a node that is folded away by what stands for it", function()
    local large = gts.tree { branching = 3, depth = 6, seed = 1 }
    local events, at = gts.record(large, { algorithm = "sss" }).events, 100
    while events[at + 1].kind ~= "leaf" do at = at + 1 end
    open(large, { "sss" }, { at = "#step=" .. at })
    browser:press "q"
    browser:eval(([[(function () {
      let shown = nodes.find(n => n.path === "%s");
      while (!sides[0].items[shown.i]) shown = shown.up;
      sides[0].items[shown.i].g.dispatchEvent(new MouseEvent("click"));
    })()]]):format(events[at + 1].path))
    assert.truthy(text("#quiz p"):find "^Right.")
  end)

  it("prints the tree of the step, without what only a screen needs", function()
    open(gts.tree(small), { "alphabeta" }, { at = "#step=8" })
    browser:ask("POST", "/goog/cdp/execute", { cmd = "Emulation.setEmulatedMedia", params = { media = "print" } })
    assert.equal("none", browser:eval "getComputedStyle(document.querySelector('.bar')).display")
    assert.equal("block", browser:eval "getComputedStyle(document.querySelector('.tree svg')).display")
    browser:picture("build/browser/steps-print.png", true)
    browser:ask("POST", "/goog/cdp/execute", { cmd = "Emulation.setEmulatedMedia", params = { media = "" } })
  end)
end)
