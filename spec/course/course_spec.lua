-- The course: questions and explanations; the right answers are computed by brute force.

local answers = require "spec.support.course_answers"
local course = require "gts.course.course"
local json = require "gts.show.json"
local trees = require "spec.support.trees"

local SEEDS, FEW = 20, 4

-- A lesson of each id for some seeds.
local function each_seed(id, f, count)
  for seed = 1, trees.share(count or SEEDS) do
    local lesson = course.open(id, { seed = seed })
    local ok, wrong = pcall(f, lesson, seed)
    if not ok then error(("lesson %s, seed %d, screen %d: %s"):format(id, seed, lesson.at, tostring(wrong)), 0) end
  end
end

local function last(screen) return screen.blocks[#screen.blocks] end

local function find(screen, kind)
  for i = screen.fresh, #screen.blocks do if screen.blocks[i].kind == kind then return screen.blocks[i] end end
end

local function right_answer(lesson)
  local plan = lesson.plan.screens[lesson.at]
  local name = ("%s %s"):format(lesson.plan.id, plan.id)
  assert(answers[name], "no answer is known to: " .. name)
  return tostring(answers[name](lesson:state().t))
end

-- Calls f at every screen that asks, right after it was turned to.
local function each_question(lesson, f)
  for number in ipairs(lesson.plan.screens) do
    lesson:turn(number)
    local screen = lesson:screen()
    if screen.waits == "answer" then f(screen, lesson.plan.screens[number]) end
  end
end

-- Answers of the kind of a question, most of which are wrong.
local function guesses(screen, kind)
  if kind == "choice" then
    local list = {}
    for i, choice in ipairs(find(screen, "question").choices) do list[i] = choice:sub(1, 1) end
    return list
  elseif kind == "pair" then return { "1 1", "-inf inf", "0 9", "7 3", "2 2" }
  elseif kind == "path" then return { "1.1.1", "1.1.2", "1.2.1", "2.1.1", "2.2.2" }
  elseif kind == "move" then return { "1", "2", "3", "4", "5", "6", "7", "8", "9" }
  elseif kind == "number" then return { "0", "1", "2", "3", "5", "7", "inf", "-1.5", "1000" } end
  return { "1", "9", "1 2 3", "1 9", "4 5 6", "2 8 9", "1 4 7 3", "99", "8 1" }
end

describe("the course #lua", function()
  for number, id in ipairs(course.ids) do
    describe("lesson " .. number, function()
      it("holds right what is right", function()
        each_seed(id, function(lesson)
          local asked = 0
          each_question(lesson, function()
            asked = asked + 1
            local text = right_answer(lesson)
            local screen = lesson:take(text)
            assert(find(screen, "right"), ("%s was not right: %s"):format(text, last(screen).text))
            assert.not_equal("answer", screen.waits)
          end)
          assert.same({ right = asked, asked = asked }, lesson:score())
          assert(asked >= 5)
        end)
      end)

      it("holds wrong what is wrong, says why, and tells the answer after the third", function()
        each_seed(id, function(lesson)
          each_question(lesson, function(screen, plan)
            local right, wrong = right_answer(lesson), 0
            local all = guesses(screen, plan.ask.kind)
            for _, text in ipairs(all) do
              if screen.waits == "answer" and not (text == right or plan.ask.accept) then
                screen = lesson:take(text)
                local reply = find(screen, "wrong")
                assert(reply, ("%s is right? it is %s"):format(text, right))
                wrong = wrong + (reply.text:find "cannot be read" and 0 or 1)
                assert(#reply.text > 20, reply.text)
                assert.equal(wrong == 3, screen.waits ~= "answer")
                if wrong == 3 then assert(reply.text:find("The answer is ", 1, true), reply.text) end
              end
            end
          end)
          assert.equal(0, lesson:score().right)
        end)
      end)
    end)
  end

  it("takes any best plan, any winning move, and no other", function()
    each_seed("solution", function(lesson)
      each_question(lesson, function(_, plan)
        if plan.id ~= "best" then return end
        local t, root = lesson:state().t, trees.oracle(lesson:state().t.tree)
        for a = 1, 3 do
          for b = 4, 6 do
            for c = 7, 9 do
              lesson:begin(lesson.at, 0)
              local most = math.max(t.tree[1][a], t.tree[2][b - 3], t.tree[3][c - 6])
              local screen = lesson:take(("%d,%d %d"):format(c, a, b))
              assert.equal(most == root, find(screen, "right") ~= nil)
            end
          end
        end
      end)
    end)
  end)

  it("has a hint for every question, programs that run, and pictures that fit", function()
    for _, id in ipairs(course.ids) do
      each_seed(id, function(lesson)
        for number in ipairs(lesson.plan.screens) do
          lesson:turn(number)
          local screen = lesson:screen()
          if screen.waits == "answer" then
            assert(#find(lesson:take "hint", "hint").text > 20)
            lesson:take "skip"
          end
          for _, block in ipairs(lesson:screen().blocks) do
            assert(not block.text:find "%$%l", block.text)
            if block.kind == "drawing" then
              assert(not block.text:find "[^\n -~]", block.text)
              for line in block.text:gmatch "[^\n]+" do assert(#line <= 78, line) end
            elseif block.kind == "code" then assert(#block.text > 20)
            elseif block.kind == "output" then
              assert(#block.text > 0)
              assert(not block.text:find "lesson:%d+:", block.text)
            end
          end
        end
      end, FEW)
    end
  end)

  it("asks the same with the same seed, and something else with another", function()
    for _, id in ipairs(course.ids) do
      local function all(seed)
        local lesson, list = course.open(id, { seed = seed }), {}
        each_question(lesson, function(screen) list[#list + 1] = json.encode(screen) end)
        return table.concat(list)
      end
      local questions = all(5)
      assert.equal(questions, all(5))
      if id == "minimax" then assert.not_equal(questions, all(6)) end
    end
  end)

  it("asks another like this, as often as one likes, and counts it", function()
    local lesson = course.open "minimax"
    lesson:turn(4)
    local first = lesson:screen().blocks[2].text
    lesson:take(right_answer(lesson))
    local screen = lesson:take "again"
    assert.not_equal(first, screen.blocks[2].text)
    assert.equal(1, screen.fresh)
    assert.same({ right = 1, asked = 1 }, screen.score)
    lesson:take(right_answer(lesson))
    assert.same({ right = 2, asked = 2 }, lesson:score())
    lesson:take "again"
    lesson:take "skip"
    assert.same({ right = 2, asked = 3 }, lesson:score())
    local other = course.open "minimax"
    other:turn(4)
    assert.equal(first, other:screen().blocks[2].text)
    assert.equal(screen.blocks[2].text, other:take("again").blocks[2].text)
  end)

  it("goes forward and back, and knows what was answered", function()
    local lesson = course.open "minimax"
    assert.same({ 1, 2, "answer" }, { lesson:take("back").number, lesson:take("").number, lesson:take("").waits })
    assert.equal(2, lesson:screen().number)
    lesson:take(right_answer(lesson))
    lesson:take ""
    local screen = lesson:take "BACK "
    assert(screen.number == 2 and screen.waits == "next" and screen.fresh == 1)
    assert(find(screen, "right"))
    assert(find(lesson:take "hint", "text"), "hint goes on where nothing is asked")
  end)

  it("reads answers as people type them, and says what it cannot read", function()
    local lesson = course.open "alphabeta"
    assert.equal("wrong", last(lesson:take "perhaps").kind)
    assert(find(lesson:take " A) ", "right"))
    lesson:turn(3)
    local right = right_answer(lesson)
    assert(find(lesson:take("#" .. right:gsub(" ", ",  #")), "right"))
    local other = course.open "solution"
    other:turn(9)
    assert(find(other:take "1, 4,7", "right"))
    for _, text in ipairs { "\0", ("9"):rep(400), "1e999", "nan", "0x", "{}", "ä", ("x "):rep(1000) } do
      lesson:turn(4)
      assert.is_string(last(lesson:take(text)).text)
    end
  end)

  it("is all data that JSON knows", function()
    for _, id in ipairs(course.ids) do
      local lesson = course.open(id, { svg = true })
      for number in ipairs(lesson.plan.screens) do
        lesson:turn(number)
        local screen = lesson:screen()
        assert.is_string(json.encode(screen))
        for _, block in ipairs(screen.blocks) do assert(not block.svg or block.svg:find "^<svg") end
      end
    end
  end)

  it("says what is wrong with a call", function()
    assert.error_matches(function() course.open(10) end, "no lesson 10: expected 1 to 9, or trees, minimax")
    assert.error_matches(function() course.open(nil) end, "no lesson nil")
    assert.error_matches(function() course.open(1, { seed = 1.5 }) end, "option 'seed' of a lesson is 1.5")
    assert.error_matches(function() course.open(1, { sed = 1 }) end, "unknown option 'sed' of a lesson")
  end)
end)
