-- What drawings are made of.

local svg = require "gts.show.svg"

describe("a drawing in SVG #lua", function()
  it("says no more than was meant, whatever a text holds", function()
    assert.equal("&lt;script&gt; &amp;&quot;&#39;", svg.escape "<script> &\"'")
    assert.equal("a\u{FFFD}b", svg.escape "a\0b")
    assert.equal("\u{FFFD}x", svg.escape "\255x")
    assert.equal("\u{E9}\u{FFFD}\u{E9}", svg.escape "\u{E9}\255\u{E9}")
    assert.equal("\u{FFFD}", svg.escape "\u{FFFF}")
    assert.equal("é", svg.escape "é")
    assert.equal("12", svg.escape(12))
    assert.equal('<text class="&quot;&gt;">x</text>', svg.element("text", { class = '">' }, "x"))
  end)

  it("writes lengths to a hundredth, and no more digits than they need", function()
    for text, x in pairs { ["0"] = -0.001, ["1.5"] = 1.5, ["100"] = 100, ["0.33"] = 1 / 3, ["-2"] = -2 } do
      assert.equal(text, svg.number(x))
    end
  end)

  it("has its attributes in one order", function()
    assert.equal('<line x1="0" x2="2.5" y1="1"/>', svg.element("line", { y1 = 1, x2 = 2.5, x1 = 0 }))
  end)

  it("knows about how wide a text is", function()
    assert.equal(0, svg.width("", 12))
    assert(svg.width("WWW", 12) > svg.width("iii", 12))
    assert.equal(2 * svg.width("abc", 10), svg.width("abc", 20))
    assert(svg.width("\255", 10) > 0)
  end)

  it("is a complete document with a title", function()
    local text = svg.document(10, 20, "a & b", "at length", "<g/>")
    assert.truthy(text:find('^<svg [^>]*viewBox="0 0 10 20"'))
    assert.truthy(text:find("<title>a &amp; b</title><desc>at length</desc>", 1, true))
    assert.truthy(text:find("<g/>\n</svg>\n$"))
  end)
end)
