-- Lessons on the page: prose as that of other pages, and drawings that can be read.

local hands = require "spec.support.hands"

local LEAST = 9                 -- pixels of the smallest type of a drawing, which has 10

local browser

setup(function() browser = hands.start() end)
teardown(hands.stop)

describe("a lesson", function()
  for name in pairs(hands.sizes) do
    it("has prose in the type of the page, and drawings to read, on a " .. name, function()
      local server <close> = hands.open({ "nim" }, name)
      browser:click "#tab-learn"
      for lesson = 1, 3 do
        server:post { kind = "learn", lesson = server:page_state().learn.kept.list[lesson].id }
        -- While a lesson is hidden, the pictures of the one before stand in it, without width.
        browser:wait "document.querySelectorAll('#learn-blocks img').length > 0"
        browser:wait "[...document.querySelectorAll('#learn-lesson img')].every(one => one.complete && one.clientWidth > 0)"
        assert.same({}, browser:eval [[[...document.querySelectorAll("#learn-lesson .block")].map(one => getComputedStyle(one))
          .filter(style => style.fontFamily !== getComputedStyle(document.body).fontFamily || style.boxShadow !== "none")]])
        local widths = browser:eval [[[...document.querySelectorAll("#learn-lesson img")].map(picture => {
          const style = getComputedStyle(picture);
          return (picture.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) / picture.naturalWidth;
        })]]
        local phone = name == "phone"
        for _, scale in ipairs(widths) do assert.is_true(10 * scale > LEAST - .1) end
        browser:wait "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        if phone then                   -- the tree of the first lesson alone is wider, and shows its middle
          assert.equal(lesson == 1, browser:eval "document.querySelector('#learn-blocks .scroller').scrollLeft > 0")
        end
        browser:picture(("build/browser/lesson-%d-%s.png"):format(lesson, name), true)
        server:post { kind = "learn", close = true }
        browser:wait "document.querySelector('#learn-lesson').classList.contains('hidden')"
      end
      assert.same({}, browser:complaints())
      assert(server:runs())
    end)

    it("of the address is opened, and takes nodes that are clicked for an answer, on a " .. name, function()
      local server <close> = hands.open({ "nim" }, name)
      browser:open "about:blank"
      browser:open(server.address .. "&learn?lesson=trees")
      browser:wait "!document.querySelector('#learn-lesson').classList.contains('hidden')"
      local function answer(field, ...)
        browser:wait(("document.querySelectorAll('.pick').length === %d"):format(field))
        for _, node in ipairs { ... } do browser:click((".pick[aria-label='%s']"):format(node)) end
        return browser:eval "document.querySelector('#learn-answer').value"
      end
      server:post { kind = "learn", answer = "" }
      assert.equal("2.1", answer(21, "Node 1.2.1", "Node 3", "Node 2.1"))
      server:post { kind = "learn", answer = "skip" }
      server:post { kind = "learn", answer = "" }
      assert.equal("7 12", answer(12, "Leaf 7", "Leaf 8", "Leaf 12", "Leaf 8"))
      assert.equal(2, browser:eval "document.querySelectorAll('.pick[aria-pressed=true]').length")
      assert.same({}, browser:complaints())
    end)
  end
end)
