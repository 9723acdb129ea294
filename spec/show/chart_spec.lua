-- Charts.

local chart = require "gts.show.chart"
local scale = require "gts.show.scale"

-- Every element that is opened is closed, in order; and there is no number that is none.
local function check(svg)
  local open = {}
  for closing, name, rest in svg:gmatch "<(/?)(%a[%w-]*)([^>]*)>" do
    if closing == "/" then assert.equal(name, table.remove(open))
    elseif not rest:find "/$" then open[#open + 1] = name end
  end
  assert.same({}, open)
  assert.is_nil(svg:find "nan" or svg:find '="%-?inf')
  return svg
end

local function count(text, pattern) return select(2, text:gsub(pattern, "")) end

local function lines(more)
  local what = {
    title = "A <title>", x = { label = "memory" }, y = { label = "leaves" },
    panels = { {
      series = {
        { name = "one", style = 1, points = { { 1, 10, 2 }, { 2, 30, 1 }, { 4, 20 } } },
        { name = "two", style = 2, points = { { 1, 15 }, { 4, 25 } } },
        { name = "two, published", style = 2, points = { { 1, 16 } }, hollow = true },
      },
      levels = { { name = "base", style = 3, y = 40 } },
    } },
  }
  for name, value in pairs(more or {}) do what[name] = value end
  return check(chart.lines(what))
end

describe("a chart of lines #lua", function()
  it("has its axes, its marks, its error bars and a legend", function()
    local svg = lines()
    assert.truthy(svg:find("A &lt;title&gt;", 1, true))
    for _, word in ipairs { ">memory<", ">leaves<", ">one<", ">two<", ">base<", ">published: hollow, dotted<" } do
      assert.truthy(svg:find(word, 1, true), word)
    end
    assert.is_nil(svg:find("two, published", 1, true))
    assert.equal(2, count(svg, "<polyline "))                   -- what was published has no line
    assert.equal(3 + 2, count(svg, "<circle "))                 -- points of the first, and two samples
    for _, tick in ipairs { 1, 2, 4 } do assert.truthy(svg:find(">" .. tick .. "</text>", 1, true)) end
  end)

  it("draws a series of marks alone, and one of a line alone", function()
    local svg = lines { panels = { { series = {
      { name = "course", style = 8, points = { { 0, 1 }, { 1, 2 }, { 2, 1 } }, bare = true },
      { name = "some", style = 1, points = { { 0, 1 }, { 2, 1 } }, marks = true },
    } } } }
    assert.equal(1, count(svg, "<polyline "))
    assert.equal(2 + 1, count(svg, "<circle "))                 -- two marks, and a sample; none of the line
    for _, word in ipairs { ">course<", ">some<" } do assert.truthy(svg:find(word, 1, true), word) end
  end)

  it("places values where they belong", function()
    local svg = lines { panels = { { series = { { name = "a", style = 1, points = { { 0, 0 }, { 1, 5 }, { 2, 10 } } } } } } }
    local points = {}
    for x, y in svg:match('points="([^"]+)"'):gmatch "([%d.]+),([%d.]+)" do points[#points + 1] = { tonumber(x), tonumber(y) } end
    assert.is_true(math.abs(points[1][1] + points[3][1] - 2 * points[2][1]) < 0.02)
    assert.is_true(math.abs(points[1][2] + points[3][2] - 2 * points[2][2]) < 0.02)
    assert.is_true(points[1][1] < points[3][1] and points[1][2] > points[3][2])
  end)

  it("may have a scale of square roots to either side of a middle", function()
    local made = scale.y({ { series = { { points = { { 0, -1 }, { 1, 100 } } } } } }, { root = 0 })
    assert.same({ 0, 0.45, 0.5, 0.55, 1 }, { made.place(-100), made.place(-1), made.place(0), made.place(1), made.place(100) })
    assert.same({ -100, -25, -4, 0, 4, 25, 100 }, (function()
      local list = {}
      for i, tick in ipairs(made.ticks) do list[i] = math.floor(tick + 0.5) end
      return list
    end)())
  end)

  it("may have logarithmic scales, words along x, and several panels", function()
    local series = { { name = "a", style = 1, points = { { 10, 10 }, { 100, 1000 }, { 1000, 100000 } } } }
    local svg = lines { x = { log = true }, y = { log = true }, panels = { { series = series } } }
    local xs = {}
    for x in svg:match('points="([^"]+)"'):gmatch "([%d.]+),[%d.]+" do xs[#xs + 1] = tonumber(x) end
    assert.is_true(math.abs(xs[1] + xs[3] - 2 * xs[2]) < 0.02)
    assert.truthy(svg:find(">100,000</text>", 1, true))
    local words = { { name = "a", style = 1, points = { { "best", 1 }, { "worst", 2 } } } }
    svg = lines { panels = { { title = "left", series = words }, { title = "right", series = series } } }
    for _, word in ipairs { "best", "worst", "left", "right" } do assert.truthy(svg:find(">" .. word .. "<", 1, true)) end
    assert.equal(1, count(svg, ">a</text>"))
  end)

  it("has one scale for all panels, if that is wanted", function()
    local function one(name, most)
      return { title = name, series = { { name = "a", style = 1, points = { { 1, 0 }, { 2, most } } } } }
    end
    local function ticks(same)
      return count(lines { panels = { one("left", 10), one("right", 500) }, y = { same = same } }, ">500</text>")
    end
    assert.same({ 1, 2 }, { ticks(false), ticks(true) })
  end)

  it("has ticks where the values are, on short logarithmic scales too", function()
    local points = { { 1, 0.97 }, { 2, 1.04 } }
    local svg = lines { y = { log = true }, panels = { { series = { { name = "a", style = 1, points = points } } } } }
    for _, tick in ipairs { "0.95", "1", "1.05" } do assert.truthy(svg:find(">" .. tick .. "</text>", 1, true), tick) end
    assert.is_nil(svg:find(">1.5<", 1, true))
  end)

  it("can be made of one point, and of equal ones", function()
    lines { panels = { { series = { { name = "a", style = 1, points = { { 3, 7 } } } } } } }
    lines { y = { log = true }, panels = { { series = { { name = "a", style = 9, points = { { 1, 7, 9 }, { 2, 7, 9 } } } } } } }
    lines { panels = { { series = {}, levels = { { name = "a", style = 1, y = 0 } } } } }
  end)
end)

describe("a chart of bars #lua", function()
  it("has bars as long as the values are large", function()
    local svg = check(chart.bars { title = "t", label = "leaves", rows = {
      { name = "<a>", value = 10 }, { name = "b", value = 20, note = "twenty" }, { name = "c", value = 0, alarm = true },
    } })
    local widths = {}
    for width in svg:gmatch '<rect fill="#%x+" height="16" width="([%d.]+)"' do widths[#widths + 1] = tonumber(width) end
    assert.equal(3, #widths)
    assert.is_true(math.abs(widths[2] - 2 * widths[1]) < 0.02)
    for _, word in ipairs { ">&lt;a&gt;<", ">twenty<", ">10<" } do assert.truthy(svg:find(word, 1, true)) end
  end)

  it("has marks on a logarithmic scale where bars would hide what is small", function()
    local svg = check(chart.bars { title = "t", label = "leaves", rows = {
      { name = "a", value = 10 }, { name = "b", value = 100000 }, { name = "c", value = 0 },
    } })
    assert.truthy(svg:find("logarithmic scale", 1, true))
    assert.equal(3, count(svg, "<circle "))
  end)
end)

describe("a number in a chart #lua", function()
  it("has its digits in groups", function()
    for wanted, value in pairs { ["12,000"] = 12000, ["999"] = 999, ["1,234,567"] = 1234567, ["0.25"] = 0.25, ["x"] = "x" } do
      assert.equal(wanted, scale.number(value))
    end
    assert.equal("\u{2212}1,000", scale.number(-1000))
  end)
end)
