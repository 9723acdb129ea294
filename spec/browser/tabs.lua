-- The tabs of the page, by the keyboard alone, at two sizes: whatever can be done is done by keys.

local hands = require "spec.support.hands"

local KEY, sizes = hands.KEY, hands.sizes
local fill, has_focus, is_sound, open, picture = hands.fill, hands.has_focus, hands.is_sound, hands.open, hands.picture
local push, tab_to, text, turn = hands.push, hands.tab_to, hands.text, hands.turn

local EDITING = "spec/support/editing.lua"      -- a server that takes rules, as the page that runs gts by itself does

local browser

setup(function() browser = hands.start() end)
teardown(hands.stop)

-- From wherever the focus is to a tab.
local function go(name)
  browser:eval "document.activeElement.blur()"
  browser:open(browser:eval "location.href.replace(/#.*/, '')")
  browser:wait(hands.STATUS .. ".length > 0")
  hands.go(name)
end

for size in pairs(sizes) do
  -- A spec that begins on a tab of a game.
  local function on_tab(tab, game, what, works, program)
    it(what, function()
      local _ <close> = open({ game }, size, program)
      go(tab)
      works()
    end)
  end

  describe("by keys alone, on a " .. size, function()
    it("the tabs are gone through with arrows, and tell who they are", function()
      local server <close> = open({ "tictactoe" }, size)
      tab_to "[role=tab]"
      assert.is_true(has_focus "#tab-play[aria-selected=true]")
      for _, name in ipairs { "review", "puzzles", "profile", "rules", "check", "search", "steps", "compare", "learn", "play" } do
        browser:press(KEY.right)
        assert.is_true(has_focus(("#tab-%s[aria-selected=true]"):format(name)))
        assert.equal(1, browser:eval "document.querySelectorAll('[role=tab][tabindex=\"0\"]').length")
        assert.is_true(browser:eval(("!document.querySelector('[aria-labelledby=tab-%s]').hidden"):format(name)))
        is_sound()
      end
      browser:press(KEY.last)
      assert.is_true(has_focus "#tab-learn")
      browser:press(KEY.left)
      assert.is_true(has_focus "#tab-compare")
      assert.equal("#compare", browser:eval "location.hash")
    end)

    it("a game is chosen, with its options", function()
      local server <close> = open({ "tictactoe", "--as", "both" }, size)
      tab_to "#game"
      browser:press "nim"
      browser:wait "document.querySelector('#title').textContent === 'Nim'"
      push "#options-open"
      assert.is_true(has_focus "#options [name=heaps]")
      fill "2 2"
      picture("options", size)
      browser:press(KEY.enter)
      browser:wait "document.querySelectorAll('#board .row').length === 2"
      assert.is_true(has_focus "#options-open")
      browser:press(KEY.enter)
      fill "many"
      browser:press(KEY.enter)
      browser:wait "document.querySelector('#says').textContent.includes('heaps')"
      browser:press(KEY.enter)
      browser:press(KEY.escape)
      assert.is_true(browser:eval "document.querySelector('#options').classList.contains('hidden')")
    end)

    on_tab("search", "othello", "a search is watched, and stopped", function()
      tab_to "#search-depth"
      browser:press("3" .. KEY.enter)
      browser:wait "document.querySelector('#search-status').textContent.includes('3 moves')"
      assert.truthy(text "#search-rows":find "leaves evaluated")
      picture("search", size)
      go "search"
      tab_to "#search-time"
      fill("600" .. KEY.enter)
      browser:wait "Number(document.querySelector('#search-live-depth').textContent) >= 4"
      picture("searching", size)
      push "#search-stop"
      browser:wait "document.querySelector('#search-status').textContent.includes('you stopped it')"
      go "search"
      tab_to "#search-depth"
      browser:press("deep" .. KEY.enter)
      browser:wait "document.querySelector('#search-wrong').textContent.includes('depth')"
    end)

    on_tab("check", "nim", "rules are checked", function()
      push "#check-form .main"
      browser:wait "document.querySelector('#check-status').textContent.includes('No mistake was found')"
      push "#check-more summary"
      picture("check", size)
    end)

    on_tab("steps", "tictactoe", "a search is gone through step by step", function()
      tab_to "#steps-tree"
      fill("{{3,5},{2,os}}" .. KEY.enter)
      browser:wait "document.querySelector('#steps-wrong').textContent.includes('tree')"
      hands.step "{{3,5},{2,9}}"
      assert.truthy(text "#steps-status":find "alphabeta")
      picture("steps", size)
    end)

    on_tab("compare", "connect4", "algorithms are compared", function()
      tab_to "#compare-algorithms [value=sss]"
      browser:press " "
      push "#compare-form .main"
      browser:wait "document.querySelectorAll('#compare-table tbody tr').length === 4"
      assert.truthy(text "#compare-status":find "fewest leaves")
      assert.truthy(text "#compare-table":find "(fewest)", 1, true)
      tab_to "#compare-scroller"
      picture("compare", size)
    end)

    on_tab("learn", "tictactoe", "a lesson is taken", function()
      push "#learn-list button"
      browser:wait "document.activeElement.id === 'learn-title'"
      local screen = text "#learn-place"
      picture("lesson", size)
      push "#learn-form .main"
      browser:wait(("document.querySelector('#learn-place').textContent !== '%s'"):format(screen))
      push "#learn-close"
      browser:wait "!document.querySelector('#learn-list').classList.contains('hidden')"
    end)

    on_tab("learn", "tictactoe", "the page of an algorithm is read", function()
      push "#learn-list .algorithms button"
      browser:wait "document.activeElement.id === 'learn-page-title'"
      assert.equal("Minimax", text "#learn-page-title")
      assert.is_true(browser:eval "document.querySelector('#learn-page-text img').naturalWidth > 0")
      picture("algorithm", size)
      is_sound()
      push "#learn-page-text a"
      browser:wait "document.querySelector('#learn-page-title').textContent === 'Alpha-beta'"
      push "#learn-page-close"
      browser:wait "!document.querySelector('#learn-list').classList.contains('hidden')"
    end)

    on_tab("rules", "tictactoe", "rules of one's own are written, tried, mended, and played", function()
      tab_to "#rules-templates"
      browser:press "coins"
      browser:wait "document.querySelector('#title').textContent === 'coins'"
      tab_to "#rules-text"
      browser:press(KEY.control .. KEY.first .. KEY.none .. "oops" .. KEY.enter .. KEY.tab .. "oops")
      assert.truthy(browser:eval "document.querySelector('#rules-text').value":find "^oops\n  oops")
      assert.truthy(text "#rules-status":find "not what is played")
      browser:press(KEY.control .. KEY.enter .. KEY.none)
      browser:wait "!document.querySelector('#rules-problem').classList.contains('hidden')"
      assert.truthy(text "#rules-problem p":find "rules.lua:2: ")
      assert.truthy(text "#rules-lines":find "\u{25B6} 2", 1, true)
      assert.is_true(browser:eval "document.querySelector('#rules-text').matches('.marked[aria-invalid=true]')")
      assert.equal("1", browser:eval "document.querySelector('#rules-text').style.getPropertyValue('--line')")
      picture("rules-wrong", size)
      browser:press(KEY.escape .. KEY.tab)
      assert.is_true(has_focus "#rules-problem button")
      browser:press(KEY.enter)
      assert.is_true(has_focus "#rules-text")
      assert.truthy(browser:eval([[(function () {
        const area = document.querySelector("#rules-text");
        return area.value.slice(area.selectionStart, area.selectionEnd);
      })()]]):find "^  oops")
      browser:press(KEY.escape)
      push "#rules-check"
      browser:wait "document.querySelectorAll('#check-findings li').length === 1"
      picture("check-wrong", size)
      push "#check-findings button"
      assert.is_true(has_focus "#rules-text")
      browser:press(KEY.control .. KEY.first .. KEY.none .. KEY.shift .. KEY.down .. KEY.down .. KEY.none .. "-- ")
      browser:press(KEY.control .. KEY.enter .. KEY.none)
      browser:wait "document.querySelector('#rules-status').textContent.includes('what is played')"
      -- They are there to be seen.
      browser:wait [[(function () {
        const box = document.querySelector("#panel-rules #status").getBoundingClientRect();
        return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
      })()]]
      assert.truthy(text "#panel-rules #text":find "MAX leads by")
      picture("rules", size)
      go "play"
      push "#choice button"
      browser:wait "document.querySelectorAll('#played li').length === 2"
      browser:wait "document.activeElement.matches('#choice button')"
      picture("coins", size)
    end, EDITING)
  end)
end

describe("the page", function()
  it("shows the course of a game, looks back, reviews it, and plays on from an earlier position", function()
    for size in pairs(sizes) do
      local server <close> = open({ "tictactoe", "--as", "both" }, size)
      for i, move in ipairs { 1, 9, 3, 2, 7, 4, 5 } do server:post { kind = "play", move = tostring(move), turn = i - 1 } end
      server:post { kind = "analyze", on = true }
      browser:wait "document.querySelectorAll('#course .proved').length === 8"
      tab_to "#course"
      assert.equal("After move 7, MAX 5: MAX has won.", text "#course-at")
      browser:press(KEY.left .. KEY.left .. KEY.left)
      browser:wait "document.querySelector('#course').getAttribute('aria-valuetext') === 'After move 4, MIN 2: MAX wins in 3.'"
      browser:wait "document.querySelector('#moves .best .worth')?.textContent === 'wins in 3'"
      assert.equal("4 of 7 moves played: MAX to move.", text "#status")
      picture("course", size)
      is_sound()
      push "#played-review"
      browser:wait "document.querySelectorAll('#review-rows tr').length === 7"
      assert.equal("After move 2, MIN 9: MAX wins in 5; DRAWN TO LOST; 5 holds the draw.", text "#review-at")
      assert.is_true(browser:eval "document.querySelector('#review-rows .mistake').ariaCurrent === 'true'")
      tab_to "#review-course"
      browser:press(KEY.left)
      assert.equal("After move 1, MAX 1: a draw.", text "#review-at")
      browser:click "#review-rows tr:nth-child(3)"
      assert.equal(3, browser:eval "document.querySelectorAll('#reviewed-board svg').length")
      picture("review", size)
      is_sound()
      browser:click "#tab-play"
      browser:click "#branch"
      turn(4)
      assert.is_true(browser:eval "document.querySelector('#viewing').classList.contains('hidden')")
      assert.is_true(has_focus "#status")
    end
  end)

  it("opens a saved game of another kind", function()
    local run = require "spec.support.run"
    local folder, gone <close> = run.folder()
    run.write(folder .. "/game.txt", "gts game 1\ngame nim\noption heaps {1, 2}\nmove 101\nend\n")
    local server <close> = open { "tictactoe" }
    browser:upload("#played-file", folder .. "/game.txt")
    turn(1)
    assert.equal("Nim", text "#title")
    assert.equal("both", browser:eval "document.querySelector('#sides').value")
    run.write(folder .. "/game.txt", "gts game 1\ngame nim\n")
    browser:upload("#played-file", folder .. "/game.txt")
    browser:wait "document.querySelector('#says').textContent.includes('truncated')"
  end)

  it("asks for the moves of puzzles, and says what is wrong with others", function()
    local function cell(i)
      return ("#puzzle-board [role=row]:nth-child(%d) > :nth-child(%d)"):format((i + 2) // 3, (i - 1) % 3 + 1)
    end
    for size in pairs(sizes) do
      local server <close> = open({ "tictactoe" }, size)
      server:post { kind = "puzzles", games = 4, depth = 1, nodes = 10000 }
      go "puzzles"
      browser:wait "document.querySelectorAll('#puzzles-list li').length > 1"
      local row = server:page_state().puzzles.result.puzzles[1]
      local wrong
      for _, one in ipairs(row.moves) do wrong = one.label ~= row.move and one or wrong end
      tab_to "#puzzle-board [role=gridcell]"
      browser:click(cell(wrong.clicks[1]))
      assert.truthy(text "#puzzle-answer":find("Wrong: " .. wrong.wrong, 1, true))
      picture("puzzle", size)
      browser:click(cell(tonumber(row.move)))
      assert.truthy(text "#puzzle-answer":find("Right: " .. row.solution, 1, true))
      assert.truthy(text "#puzzles-score":find "Solved at the first attempt: 0 of 1")
      assert.is_true(has_focus "#puzzle-next")
      browser:press(KEY.enter)
      assert.truthy(text "#puzzle-task":find "Puzzle 2 of")
      push "#puzzle-solution"
      assert.truthy(text "#puzzle-answer":find "Solution: ")
      assert.truthy(text "#puzzles-list":find("2\u{2717}", 1, true))
    end
  end)

  -- On a phone: spec/browser/alone.lua.
  it("profiles a game, and stops", function()
    local server <close> = open { "connect4" }
    go "profile"
    push "#profile-form .main"
    browser:wait "document.querySelector('#profile-status').textContent.includes('positions are enumerated')"
    push "#profile-stop"
    browser:wait "/^Stopped: connect4: [1-9][0-9]* games/.test(document.querySelector('#profile-status').textContent)"
    assert.truthy(text "#profile-result":find("or more", 1, true))
    is_sound()
    browser:eval "(document.querySelector('#game').value = 'tictactoe', document.querySelector('#game').onchange(), 0)"
    browser:wait "document.querySelector('#title').textContent.startsWith('Tic')"
    browser:click "#profile-form .main"
    browser:wait "document.querySelector('#profile-status').textContent.includes('tictactoe: 20 games of level:6')"
    assert.truthy(text "#profile-result":find("positions5,478exactenumerated", 1, true))
    picture("profile", "desktop")
  end)

  it("begins with something to see at each tab", function()
    for size in pairs(sizes) do
      local server <close> = open({ "connect4" }, size)
      assert.truthy(text ".brand":find "gts")
      browser:click "#tab-rules"
      assert.is_true(browser:eval "document.querySelector('#panel-rules #board').getBoundingClientRect().width > 100")
      browser:click "#tab-search"
      browser:wait "document.querySelectorAll('#search-rows tr').length > 3"
      local status = text "#search-status"              -- of a second of search, in which a busy machine may finish nothing
      assert.truthy(status:find "As far as" or status:find "the time was up before the first answer")
      browser:click "#tab-steps"
      browser:wait "document.querySelector('#steps-frame iframe') !== null"
      browser:frame("#steps-frame iframe", "document.querySelectorAll('.tree .node').length === 13")
      assert.is_true(browser:eval "getComputedStyle(document.querySelector('header')).display === 'none'")
      local ground = browser:eval "getComputedStyle(document.body).backgroundColor"
      browser:frame()
      assert.equal(ground, browser:eval "getComputedStyle(document.body).backgroundColor")
      browser:click "#tab-play"
      assert.is_true(browser:eval "document.querySelector('#panel-play #board') !== null")
    end
  end)

  it("does what its address asks for: a game, a tree, an algorithm, limits", function()
    local server <close> = open { "connect4" }
    local function at(address)
      browser:open "about:blank"
      browser:open(("http://127.0.0.1:%s/%s"):format(server.port, address))
    end
    at "#steps?tree=%7B%7B3%2C12%7D%2C%7B2%2C4%7D%7D&algorithm=sss"
    browser:wait "document.querySelector('#steps-status').textContent.startsWith('sss: ')"
    assert.equal("{{3,12},{2,4}}", browser:eval "document.querySelector('#steps-tree').value")
    at "#search?game=nim&options=heaps%3D%7B1%2C2%2C4%7D&algorithm=minimax&depth=2"
    browser:wait "document.querySelector('#search-rows').textContent.includes('minimax')"
    assert.equal("nim", browser:eval "document.querySelector('#game').value")
    assert.equal("2", browser:eval "document.querySelector('#search-depth').value")
    assert.equal("", browser:eval "document.querySelector('#search-time').value")
    at "#compare?game=tictactoe&algorithms=alphabeta,sss&depth=3"
    browser:wait "document.querySelectorAll('#compare-table tbody tr').length === 2"
    at "#nothing?x=%"
    browser:wait "document.querySelector('#tab-play').ariaSelected === 'true'"
  end)

  it("has the reference of the rules a click away", function()
    local server <close> = open { "nim" }
    go "rules"
    push "#rules-reference"
    assert.is_true(browser:eval "document.querySelector('#reference').open")
    assert.is_true(has_focus "#reference-text")
    assert.truthy(text "#reference-text":find "Game rules")
    assert.is_true(browser:eval "document.querySelectorAll('#reference-text tr').length > 30")
    assert.is_nil(text "#reference-text":find("](", 1, true))
    picture("reference", "desktop")
    browser:key(KEY.escape)
    assert.is_false(browser:eval "document.querySelector('#reference').open")
    assert.is_true(has_focus "#rules-reference")
  end)

  it("uses the window: a large board, moves that fold, options in a row, lessons side by side", function()
    local server <close> = open { "domineering", "--as", "both" }
    local function box(selector)
      return browser:eval(("document.querySelector('%s').getBoundingClientRect()"):format(selector))
    end
    local before = box "#board"
    browser:resize(1920, 1080)
    assert.is_true(box "#board".width > 1.3 * before.width)
    browser:resize(1280, 800)
    assert.is_true(browser:eval "document.querySelector('#moves').checkVisibility()")
    push "#moves-fold summary"
    assert.is_false(browser:eval "document.querySelector('#moves').checkVisibility()")
    push "#options-open"
    assert.equal(box "#options [name=columns]".top, box "#options [name=rows]".top)
    go "learn"
    push "#learn-list li:nth-child(3) button"
    browser:wait "document.querySelectorAll('#learn-form .answers button').length > 0"
    assert.equal("none", browser:eval "getComputedStyle(document.querySelector('#learn-title')).outlineStyle")
    assert.is_true(browser:eval [[(function () {
      const left = document.querySelector("#learn-blocks").getBoundingClientRect();
      const right = document.querySelector("#learn-asks").getBoundingClientRect();
      return left.width > 400 && right.left >= left.right && Math.abs(left.top - right.top) < 2;
    })()]])
  end)

  it("shows the text of a file, and reads it anew, but takes no rules", function()
    local run = require "spec.support.run"
    local folder, gone <close> = run.folder()
    local templates = require "gts.page.templates"
    run.write(folder .. "/own.lua", templates[1].text)
    local server <close> = open { folder .. "/own.lua" }
    go "rules"
    assert.is_true(browser:eval "document.querySelector('#rules-text').readOnly")
    assert.is_true(browser:eval "document.querySelector('#rules-use').classList.contains('hidden')")
    run.write(folder .. "/own.lua", (templates[1].text:gsub('"coins"', '"money"')))
    push "#rules-reload"
    browser:wait "document.querySelector('#title').textContent === 'money'"
    assert.truthy(browser:eval "document.querySelector('#rules-text').value":find '"money"', 1, true)
    server:post { kind = "rules", text = "return {}" }
    browser:wait "document.querySelector('#says').textContent.includes('not taken')"
    picture("rules-file", "desktop")
  end)

  it("is dark where that is wanted, at every tab", function()
    local server <close> = open({ "othello" }, "desktop", EDITING)
    local light = browser:eval "getComputedStyle(document.body).backgroundColor"
    browser:scheme "dark"
    assert.are_not.equal(light, browser:eval "getComputedStyle(document.body).backgroundColor")
    for _, name in ipairs { "rules", "search", "compare", "learn" } do
      browser:click("#tab-" .. name)
      picture("dark-" .. name, "desktop")
      is_sound()
    end
    browser:scheme "light"
  end)
end)
