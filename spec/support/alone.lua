--- The page that runs gts by itself (make page), from a file: see spec.support.hands. Each way by the Tab key begins where the
-- page does.

local assert = require "luassert"
local hands = require "spec.support.hands"
local run = require "spec.support.run"

local PAGE = "build/page/gts.html"

local KEY = hands.KEY

local alone = setmetatable({}, { __index = hands })

-- The browser that was started.
local browser

function alone.start(script)
  browser = hands.start(script)
  return browser
end

--- Returns the text of the page; nil if there is none, for want of emscripten.
function alone.page()
  local file <close> = io.open(PAGE, "rb")
  return file and file:read "a"
end

--- Opens the page in a window of a size.
function alone.open(size)
  hands.clear(size)
  browser:open("file://" .. run.output("realpath " .. PAGE))
  local says = "document.querySelector('#says').textContent"
  browser:wait(("%s.includes('Your move') || %s !== ''"):format(hands.STATUS, says), true)
  assert.equal("", browser:eval(says))
end

-- Puts the focus where the page begins.
local function begin()
  browser:eval "(document.body.tabIndex = -1, document.body.focus(), document.body.removeAttribute('tabindex'), 0)"
end

function alone.tab_to(selector)
  begin()
  hands.tab_to(selector)
end

function alone.go(name)
  begin()
  hands.go(name)
end

--- Types in the place of what stands in a field.
function alone.fill(selector, value)
  alone.tab_to(selector)
  hands.fill(value)
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

--- Asserts, beside what hands.is_sound does, that nothing was fetched but from the page itself.
function alone.is_sound()
  hands.is_sound()
  assert.is_true(browser:eval "performance.getEntriesByType('resource').every(one => /^(blob|data):/.test(one.name))")
  assert.equal("", hands.text "#says")
end

function alone.picture(name, size) hands.picture("alone-" .. name, size) end

return alone
