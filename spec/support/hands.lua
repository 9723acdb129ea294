--- A page as people use it, with the keyboard above all: what the specs in spec/browser share. With
-- $PICTURES, pictures are left in build/browser.
--
--    setup(function() browser = hands.start() end)
--    teardown(hands.stop)

local Browser = require "spec.support.browser"
local Server = require "spec.support.server"
local assert = require "luassert"

local MOST_TABS = 60

-- Keys without a character, as the WebDriver protocol has them.
local KEY = {
  right = "\u{E014}", left = "\u{E012}", up = "\u{E013}", down = "\u{E015}", escape = "\u{E00C}", enter = "\u{E007}",
  tab = "\u{E004}", first = "\u{E011}", last = "\u{E010}", shift = "\u{E008}", control = "\u{E009}", none = "\u{E000}",
}

local hands = { KEY = KEY, STATUS = "document.querySelector('#status').textContent" }

--- Sizes of windows.
hands.sizes = { desktop = { 1280, 800 }, phone = { 390, 844 } }

-- The browser that was started.
local browser

--- Starts a browser. A script runs before those of each page.
function hands.start(script)
  browser = Browser.start()
  if script then browser:before(script) end
  return browser
end

--- Ends it.
function hands.stop() getmetatable(browser).__close(browser) end

--- Makes a window of a size, without what the last page complained of.
function hands.clear(size)
  browser:open "about:blank"                    -- the last page goes on asking its server, which is gone
  browser:complaints()
  browser:resize(table.unpack(hands.sizes[size or "desktop"]))
end

-- A server that must still run when it is closed, and whose page must be sound then, if nothing else has failed.
local Opened = { __index = Server }

function Opened:__close(wrong)
  local _ <close> = setmetatable(self, Server)
  if wrong or self.leaves then return end
  hands.is_sound()
  assert(self:runs())
end

--- Opens the page of a game. Returns its server, whose field `leaves` may be set: then nothing is asserted when it is closed.
function hands.open(arguments, size, script)
  local server = Server.start(arguments, script)
  hands.clear(size)
  browser:open(server.address)
  browser:wait(hands.STATUS .. ".length > 0", true)
  return setmetatable(server, Opened)
end

--- Returns the text of the first element that fits.
function hands.text(selector) return browser:eval(("document.querySelector(`%s`).textContent"):format(selector)) end

--- Waits until so many moves have been played.
function hands.turn(count) browser:wait(("document.querySelectorAll('#played li').length === %d"):format(count)) end

function hands.has_focus(selector)
  return browser:eval(("document.activeElement !== null && document.activeElement.matches(`%s`)"):format(selector))
end

-- Looks at each element that gets the focus: does it show that, and is it the one that is sought? That one keeps the focus,
-- so that several presses of Tab are one request. What only the page itself gives the focus to may come late, and shows nothing.
local WATCH = [[(function (sought) {
  const way = window.way = { shows: true, there: false, ends: new AbortController() };
  way.look = () => {
    const at = document.activeElement, style = getComputedStyle(at), box = at.closest(".editor, .file") || at;
    way.shows &&= at === document.body || at.tabIndex < 0 || at.tagName === "IFRAME" || style.outlineStyle !== "none"
      || getComputedStyle(box).outlineStyle !== "none";
    way.there = at.matches(sought);
  };
  const how = { capture: true, signal: way.ends.signal };
  addEventListener("focusin", way.look, how);
  addEventListener("keydown", key => way.there && key.key === "Tab" && (key.preventDefault(), key.stopPropagation()), how);
})(`%s`)]]
local LOOK = "(way.look(), way.there && way.ends.abort(), [way.shows, way.there])"

--- Goes forward with the Tab key until something has the focus. Everything on the way shows that it has it.
function hands.tab_to(selector)
  browser:eval(WATCH:format(selector))
  local together = selector == "iframe" and 1 or 8      -- what is pressed in a frame is not seen
  for _ = 1, MOST_TABS, together do
    browser:key(KEY.tab, together)
    local shows, there = table.unpack(browser:eval(LOOK))
    assert.is_true(shows)
    if there then return end
  end
  error("the Tab key does not lead to " .. selector)
end

--- Goes forward to a button, and presses it.
function hands.push(selector)
  hands.tab_to(selector)
  browser:press(KEY.enter)
end

--- Goes from before the tabs to one of them, whose panel alone is seen then.
function hands.go(name)
  hands.tab_to "[role=tab]"
  local steps = browser:eval(("[...document.querySelectorAll('[role=tab]')].findIndex(one => one.id === 'tab-%s')"):format(name))
  browser:press(KEY.first .. KEY.right:rep(steps))
  assert.is_true(hands.has_focus("#tab-" .. name))
  assert.equal(1, browser:eval "document.querySelectorAll('[role=tabpanel]:not([hidden])').length")
  assert.is_true(browser:eval(("!document.querySelector('#panel-%s').hidden"):format(name)))
end

--- Types in the place of what stands in the field that has the focus.
function hands.fill(value) browser:press(KEY.control .. "a" .. KEY.none .. value) end

--- Asserts that all is within the window, sideways; nothing has gone wrong; all fields have names.
function hands.is_sound()
  assert.is_true(browser:eval "document.documentElement.scrollWidth <= document.documentElement.clientWidth")
  assert.same({}, browser:complaints())
  assert.is_true(browser:eval [[[...document.querySelectorAll("button, select, input, textarea")].every(e =>
    e.textContent.trim() || e.ariaLabel || e.labels && e.labels.length)]])
end

--- Takes a picture of all of the page.
function hands.picture(name, size) browser:picture(("build/browser/%s-%s.png"):format(name, size), true) end

--- Steps twice through the search of a small tree, in the frame of its tab.
function hands.step(tree)
  hands.fill(tree .. KEY.enter)
  browser:wait "document.querySelector('iframe') !== null"
  hands.tab_to "iframe"
  browser:frame("iframe", "document.querySelector('#slider') !== null")
  browser:eval "document.body.focus()"
  browser:press(KEY.right .. KEY.right)
  assert.equal("2", browser:eval "document.querySelector('#slider').value")
  assert.is_true(browser:eval "document.documentElement.scrollWidth <= document.documentElement.clientWidth")
  browser:frame()
end

return hands
