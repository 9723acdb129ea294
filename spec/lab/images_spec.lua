-- Drawings with the option `symmetric`: of successors that are images of one another one is drawn. The classes are found here by
-- turning texts around, without the code that draws.

local errors = require "spec.support.errors"
local gts = require "gts"
local picture = require "gts.lab.picture"
local run = require "spec.support.run"
local items_of = require("spec.support.trees").items_of

local says = errors.says

-- Two players mark cells of a row in turn; it is worth the same from both ends.
local CELLS <const> = 5

local function replies(p)
  local list, moves = {}, {}
  local mark = select(2, p:gsub("%.", "")) % 2 == 1 and "x" or "o"
  for i = 1, CELLS do
    if p:sub(i, i) == "." then list[#list + 1], moves[#moves + 1] = p:sub(1, i - 1) .. mark .. p:sub(i + 1), i end
  end
  return list, moves
end

local function worth(p)
  local sum = 0
  for i = 1, CELLS do
    local sign = ({ x = 1, o = -1, ["."] = 0 })[p:sub(i, i)]
    sum = sum + sign * (math.abs(i - 3) * 7 % 5 + 1) + (p:sub(i, i) == p:sub(i + 1, i + 1) and sign * 3 or 0)
  end
  return sum
end

local row = { name = "row", start = ("."):rep(CELLS), successors = replies, evaluate = worth,
  symmetries = { "mirror", columns = CELLS, rows = 1 } }

local function class(p) return p < p:reverse() and p or p:reverse() end

local function draw(recording, options)
  options = options or {}
  options.symmetric, options.breadth = true, options.breadth or math.huge
  return picture.of(recording, options)
end

describe("a drawing without images #lua", function()
  it("has of a whole tree what brute force finds: the leftmost of each class, and how many it stands for", function()
    local lines = {}
    local function list(p, depth, path)
      if depth == 0 then return end
      local first, count, successors = {}, {}, replies(p)
      for i, q in ipairs(successors) do
        local c = class(q)
        first[c], count[c] = first[c] or i, (count[c] or 0) + 1
      end
      local _, moves = replies(p)
      for i, q in ipairs(successors) do
        if first[class(q)] == i then
          local below = path == "" and tostring(i) or path .. "." .. i
          local many = count[class(q)]
          lines[#lines + 1] = below .. " " .. moves[i] .. (many > 1 and " ×" .. many or "")
          list(q, depth - 1, below)
        end
      end
    end
    list(row.start, 4, "")
    local found = {}
    for i, item in ipairs(items_of(draw(gts.record(row, { algorithm = "minimax", depth = 4 })).root)) do
      found[i - 1] = item.path .. " " .. tostring(item.move)
    end
    found[0] = nil
    assert.same(lines, found)
  end)

  it("has the 3 first moves of tic-tac-toe, and the 12 positions after two", function()
    local text = gts.draw(gts.record("tictactoe", { algorithm = "minimax", depth = 2 }), "text", { symmetric = true })
    says(text, "├─ 1 ×4: (0) *", "├─ 2 ×4: (0)", "└─ 5: (0)", "only one is drawn (×n: for n): 66 nodes (60 leaves) are left out.")
    assert.equal(12, select(2, text:gsub("#%d", "")))
  end)

  it("shows no node beside an image of it, and of images one that the search has visited", function()
    local pruned, later = 0, 0
    for _, id in ipairs { "alphabeta", "sss", "dual", "gsearch", "mtd", "mcts" } do
      for seed = 1, 4 do
        local r = gts.record(row, { algorithm = id, depth = id ~= "mcts" and 4 or nil, nodes = id == "mcts" and 60 * seed or nil,
          select = id == "gsearch" and "random" or nil, seed = (id == "gsearch" or id == "mcts") and seed or nil })
        for _, item in ipairs(items_of(draw(r).root)) do
          local seen, successors = {}, r:successors(item.path)
          for _, child in ipairs(item.children or {}) do
            local one = successors[tonumber(child.path:match "%d+$")]
            if one and child.kind ~= "more" then
              local c = class(one.position)
              assert.is_nil(seen[c])
              seen[c] = true
              local first, visited = true, false
              for i, other in ipairs(successors) do
                local path = item.path == "" and tostring(i) or item.path .. "." .. i
                if class(other.position) == c then
                  visited = visited or r.nodes[path] ~= nil
                  if path == child.path then later = later + (first and 0 or 1) end
                  first = false
                end
              end
              assert.equal(visited, child.kind ~= "unseen")
              pruned = pruned + (visited and 0 or 1)
            end
          end
        end
      end
    end
    assert(pruned > 0 and later > 0)
  end)

  it("keeps the principal variation, and a whole solution tree", function()
    for _, id in ipairs { "alphabeta", "sss", "mtd", "maxsearch" } do
      local r = gts.record(row, { algorithm = id, depth = 5 })
      assert(#r:line() > 1)
      local shown = {}
      for _, item in ipairs(items_of(draw(r).root)) do shown[item.path] = item.pv end
      for _, path in ipairs(r:line()) do assert(not r.nodes[path] or shown[path], id .. " at " .. path) end
      for _, item in ipairs(items_of(draw(r, { trees = "critical" }).root)) do
        for side, other in pairs { max = "min", min = "max" } do
          local count, all = 0, #(item.children or {})
          for _, child in ipairs(item.children or {}) do count = count + (child[side] and 1 or 0) end
          if item[side] and all > 0 then assert.equal(item.player == other and 1 or all, count) end
        end
      end
    end
  end)

  it("says what is left out: what is shown, folded and left out is all that was visited", function()
    local r = gts.record(row, { algorithm = "minimax", depth = 4 })
    local all = 0
    for _ in pairs(r.nodes) do all = all + 1 end
    for _, most in ipairs { 5, 20, 60, math.huge } do
      local made = draw(r, { breadth = 3, fits = most < math.huge and function(root) return #items_of(root) <= most end or nil })
      local nodes, leaves = 0, 0
      for _, item in ipairs(items_of(made.root)) do
        local away = item.folded or item.kind == "more" and item or { nodes = 0, leaves = 0 }
        nodes = nodes + away.nodes + (item.kind == "more" and 0 or 1)
        leaves = leaves + away.leaves + (item.kind == "leaf" and 1 or 0)
      end
      local out, out_leaves = made.left_out:match "only one is drawn %(×n: for n%): (%d+) nodes %((%d+) leaves%) are left out"
      assert.same({ all, r.result.stats.leaves }, { nodes + out, leaves + out_leaves })
    end
    says(gts.draw(r, "text", { symmetric = true, lines = 8 }), "... 2 more (3 with images), 35 leaves")
    says(gts.draw(r, "svg", { symmetric = true }), "×n: one of n successors that are images of one another", ">1 ×2</text>")
    says(gts.draw(r, "dot", { symmetric = true }), "1 ×2\\n")
    local inside = draw(r, { root = "5.4" })                    -- itself below an image
    assert.equal("5.4", inside.root.path)
  end)

  it("tells apart whose move it is", function()
    local rules = { name = "again", start = { "..", "max" }, symmetries = { "mirror", columns = 2, rows = 1 },
      key = function(p) return p[1] end, player = function(p) return p[2] end, evaluate = function() return 0 end,
      successors = function(p)
        if p[1] ~= ".." then return {} end
        return { { "x.", "min" }, { ".x", "max" }, { ".x", "min" } }
      end }
    local made = draw(gts.record(rules, { algorithm = "minimax" }))
    local moves = {}
    for i, item in ipairs(made.root.children) do moves[i] = item.move end
    assert.same({ "1 ×2", "2" }, moves)
  end)

  it("leaves no mark on a recording", function()
    local r = gts.record(row, { depth = 3 })
    local before = gts.draw(r, "text")
    gts.draw(r, "text", { symmetric = true })
    assert.equal(before, gts.draw(r, "text"))
  end)

  it("is refused in words", function()
    local refused, all = errors.refused(gts.draw), { symmetric = true }
    refused("gts.draw: 'symmetric' needs rules.symmetries, which tree does not have", gts.tree { 1, { 2, 3 } }, "text", all)
    refused("which row does not have", gts.record(gts.game(row, { symmetries = false }), { depth = 1 }), "svg", all)
    local r = gts.record(row, { depth = 1 })
    for _, what in ipairs { r, { r, r } } do refused("'symmetric' goes with 'text', 'svg' and 'dot'", what, "html", all) end
    local proof = gts.search(gts.tree { 1, { 2, 3 } }, { solution = true }).proof
    refused("'symmetric' goes with the recording of a search, not with a proof", proof, "text", all)
  end)
end)

describe("gts draw --symmetric", function()
  it("draws one of the images, and is refused before the search", function()
    says((run.gts { "draw", "tictactoe", "--depth", "1", "--symmetric" }), "├─ 1 ×4: 0 *  #1\n├─ 2 ×4: 0  #2\n└─ 5: 0  #5\n")
    local err = run.ends(2, { "draw", "draughts", "--depth", "40", "--symmetric", "--format", "html" })
    says(err, "'symmetric' goes with 'text', 'svg' and 'dot'")
  end)
end)
