local gts = require "gts"
local json = require "gts.show.json"
local listing = require "gts.show.listing"

describe("lists of rows #lua", function()
  it("print as a table: moves with their values", function()
    local list = gts.analyze("chomp", { position = nil })
    local text = tostring(list)
    assert.truthy(text:find("^move +value +standing\n"), text)
    assert.truthy(text:find("\n *%S+ +1 +proved, over in %d+\n"), text)
    assert.equal(#list, select(2, text:gsub("\n", "")) - 1)
  end)

  it("print as a table: moves, paths, games", function()
    assert.equal("moves  paths\n-----  -----\n    1      4\n    2     12\n    3     56\n",
      (tostring(gts.perft("othello", 3)):gsub("[%d.]+ s$", "")))
    assert.equal("moves  positions\n-----  ---------\n    1          9\n    2         72\n",
      (tostring(gts.perft("tictactoe", 2, { distinct = true })):gsub("[%d.]+ s$", "")))
    assert.truthy(tostring(gts.moves("tictactoe")):find("^move +position\n"))
    local over = { name = "over", start = 1, successors = function() return {} end, evaluate = print }
    assert.equal("no moves", tostring(gts.moves(over)))
    assert.truthy(tostring(gts.games()):find("\nnim +Nim +heaps, misere\n"))
  end)

  it("leave positions without a show to be seen as what is in them", function()
    local rules = { name = "x", start = { a = { 1, 2 }, b = "c" }, successors = print, evaluate = print }
    assert.equal('{a = {1, 2}, b = "c"}', gts.show(rules))
    rules.start = "abc"
    assert.equal("abc", gts.show(rules))
  end)

  it("tell in a table what a stopped analysis knows", function()
    local text = tostring(gts.analyze("connect4", { depth = 4 }))
    assert.truthy(text:find("\ndepth 4$"), text)
  end)

  it("are still lists", function()
    local counts = gts.perft("othello", 2)
    assert.same({ 4, 12 }, { counts[1], counts[2] })
    assert.equal(2, #counts)
  end)

  it("are CSV, a line of names first", function()
    assert.equal("moves,paths\n1,4\n2,12\n", gts.perft("othello", 2):csv())
    local form = listing.form { name = "x", columns = {
      { name = "a,b", value = function(row) return row[1] end }, { name = "c", value = function(row) return row[2] end },
    } }
    assert.equal('"a,b",c\n"say ""hello""",0.1\n,true\n"two\nlines",-inf\n',
      form({ { 'say "hello"', 0.1 }, { nil, true }, { "two\nlines", -math.huge } }):csv())
  end)

  it("are tables of LaTeX, with what has a meaning there escaped", function()
    assert.equal([[
\begin{tabular}{lr}
\hline
a\_b & c \\
\hline
50 \% of \{x\}\textbackslash{}y\textasciitilde{} \$\#\& & $-3$ \\
 & 2.5 \\
\hline
\end{tabular}
]], listing.form { name = "x", columns = { "a_b", "c" } } { { a_b = "50 % of {x}\\y~ $#&", c = -3 }, { c = 2.5 } }:latex())
  end)

  it("are JSON, with the list's own fields beside the rows", function()
    local read = json.decode(gts.analyze("tictactoe", { depth = 2 }):json())
    assert.same({ 9, "max", 2, "1" }, { #read.rows, read.player, read.depth, read.rows[1].move })
    assert.same({ 0, false }, { read.rows[1].value, read.rows[1].solved })
    local form = listing.form { name = "x", columns = {
      { name = "b", value = function(row) return row[1] end }, { name = "a", value = function(row) return row[2] end },
    } }
    assert.equal('{"rows":[{"b":1,"a":2}]}', form({ { 1, 2 } }):json())
  end)

  it("of findings are all three", function()
    local report = gts.check {
      name = "slip", start = 1, succesors = 1, successors = function(n) return n < 9 and { n + 1 } or {} end,
      evaluate = function(n) return n end,
    }
    assert.truthy(tostring(report):find "mistake")
    assert.truthy(report:csv():find("^kind,message,moves,position,hint\n%w"))
    assert.equal(#report, #json.decode(report:json()).rows)
  end)
end)

describe("JSON #lua", function()
  it("has numbers as they are", function()
    for _, value in ipairs { 1, -3, 0.1, 1e300, 2^53 + 2, math.maxinteger, math.mininteger, 1 / 3, -0.5 } do
      assert.equal(value, json.decode(json.encode(value)))
    end
    assert.equal("[null,null,null,null,3]", json.encode { math.huge, -math.huge, 0 / 0, json.null, 3.0 })
  end)

  it("is UTF-8, whatever bytes there are", function()
    assert.equal("a\u{FFFD}b\u{FFFD}", json.decode(json.encode "a\xffb\xc3"))
    assert.equal('"\u{e9}"', json.encode "\u{e9}")
    assert.is_nil(json.encode("\27[31m\n"):find "%c")
  end)

  it("has names in order, lists as lists, and circles cut", function()
    assert.equal('{"a":[1,2],"b":{"1":1,"3":2},"c":"\\n\\"\\\\"}', json.encode { c = '\n"\\', a = { 1, 2 }, b = { 1, [3] = 2 } })
    local deep, many, twice, circle = {}, {}, { 1 }, {}
    for i = 300, 101, -1 do deep, many["n" .. i] = { deep }, i end
    circle[1] = circle
    assert.equal(("["):rep(201) .. ("]"):rep(201), json.encode(deep))
    assert.truthy(json.encode(many):find '^{"n101":101,"n102":102,.*,"n299":299,"n300":300}$')
    assert.equal('[[1],[1]]', json.encode { twice, twice })
    assert.truthy(json.encode(circle):find '^%["table: ')
    assert.same({ "null", '"function: ' }, { json.encode(nil), json.encode(print):sub(1, 11) })
  end)

  it("is read, or what is wrong with it is said", function()
    assert.same({ 1, { a = true } }, json.decode ' [1, {"a": true}] ')
    for _, text in ipairs { "", "[1", "{} x", "[1,]2", "nope" } do
      local value, wrong = json.decode(text)
      assert.is_nil(value, text)
      assert.equal("string", type(wrong))
    end
  end)
end)
