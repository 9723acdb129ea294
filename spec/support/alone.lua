--- The page that runs gts by itself (make page), from a file, by the keyboard alone: what specs of it share. Pictures are left in
-- build/browser.

local Browser = require "spec.support.browser"
local assert = require "luassert"
local run = require "spec.support.run"

local PAGE = "build/page/gts.html"
local MOST_TABS = 60

local KEY = {
  right = "\u{E014}", left = "\u{E012}", enter = "\u{E007}", tab = "\u{E004}", first = "\u{E011}", control = "\u{E009}",
  none = "\u{E000}", escape = "\u{E00C}", shift = "\u{E008}", down = "\u{E015}",
}

local sizes = { desktop = { 1280, 800 }, phone = { 390, 844 } }

local STATUS = "document.querySelector('#status').textContent"

local alone = { KEY = KEY, STATUS = STATUS, sizes = sizes }

-- The browser that was started.
local browser

--- Returns the text of the page; nil if there is none, for want of emscripten.
function alone.page()
  local file <close> = io.open(PAGE, "rb")
  return file and file:read "a"
end

--- Starts a browser. A script runs before those of each page.
function alone.start(script)
  browser = Browser.start()
  if script then browser:before(script) end
  return browser
end

--- Ends it.
function alone.stop() getmetatable(browser).__close(browser) end

--- Returns the text of the first element that fits.
function alone.text(selector) return browser:eval(("document.querySelector(`%s`).textContent"):format(selector)) end

--- Opens the page in a window of a size.
function alone.open(size)
  browser:open "about:blank"
  browser:complaints()
  browser:resize(table.unpack(sizes[size or "desktop"]))
  browser:open("file://" .. run.output("realpath " .. PAGE))
  browser:wait(STATUS .. ".includes('Your move')")
end

local function has_focus(selector)
  return browser:eval(("document.activeElement !== null && document.activeElement.matches(`%s`)"):format(selector))
end

--- Puts the focus where the page begins, then forward with the Tab key to what is meant.
function alone.tab_to(selector)
  browser:eval "(document.body.tabIndex = -1, document.body.focus(), document.body.removeAttribute('tabindex'), 0)"
  for _ = 1, MOST_TABS do
    browser:key(KEY.tab)
    if has_focus(selector) then return end
  end
  error("the Tab key does not lead to " .. selector)
end

--- Goes to a tab.
function alone.go(name)
  alone.tab_to "[role=tab]"
  browser:press(KEY.first)
  for _ = 1, MOST_TABS do
    if has_focus("#tab-" .. name) then return end
    browser:press(KEY.right)
  end
  error("there is no tab " .. name)
end

--- Types in the place of what stands in a field.
function alone.fill(selector, value)
  alone.tab_to(selector)
  browser:press(KEY.control .. "a" .. KEY.none .. value)
end

--- Chooses a game, whose page has a title.
function alone.choose(game, title)
  alone.tab_to "#game"
  browser:press(game)
  browser:wait(("document.querySelector('#title').textContent === '%s'"):format(title))
end

--- Writes rules, and plays by them.
function alone.play_by(rules)
  alone.go "rules"
  browser:eval(("(document.querySelector('#rules-text').value = `%s`, 0)"):format(rules))
  alone.tab_to "#rules-text"
  browser:press(KEY.control .. KEY.enter .. KEY.none)
end

--- Asserts that nothing has gone wrong, all is within the window sideways, and nothing was fetched but from the page itself.
function alone.is_sound()
  assert.is_true(browser:eval "document.documentElement.scrollWidth <= document.documentElement.clientWidth")
  assert.same({}, browser:complaints())
  assert.is_true(browser:eval "performance.getEntriesByType('resource').every(one => /^(blob|data):/.test(one.name))")
  assert.equal("", alone.text "#says")
end

--- Takes a picture.
function alone.picture(name, size) browser:picture(("build/browser/alone-%s-%s.png"):format(name, size), true) end

return alone
