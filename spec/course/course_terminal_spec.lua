-- The course at a terminal, and in pipes: input, output, and the saved progress.

local answers = require "spec.support.course_answers"
local course = require "gts.course.course"
local Terminal = require "spec.support.terminal"
local gts = require "gts"
local console = require "gts.play.console"
local inside = require "spec.support.inside"
local run = require "spec.support.run"

local home, gone

-- Runs `gts course` with a separate state folder.
local function taken(what)
  local all = { "course", table.unpack(what) }
  all.input, all.folder, all.environment = what.input, what.folder, what.environment or "XDG_STATE_HOME=" .. home
  return (what.folder and run.gts or inside)(all)
end

-- All that a good student types in a lesson.
local function right_lines(id, seed)
  local lesson, lines = course.open(id, { seed = seed }), {}
  repeat
    local screen = lesson:screen()
    local plan = lesson.plan.screens[screen.number]
    if screen.waits == "answer" then
      lines[#lines + 1] = tostring(answers[id .. " " .. plan.id](lesson:state().t))
      lesson:take(lines[#lines])
    end
    if screen.number < screen.of then lines[#lines + 1] = "" end
    lesson:take ""
  until screen.number == screen.of
  return table.concat(lines, "\n") .. "\n"
end

describe("gts course #lua", function()
  before_each(function() home, gone = run.folder() end)

  after_each(function() getmetatable(gone).__close() end)

  it("lists the lessons, and what has been done of each", function()
    local out, err, code = taken {}
    assert.equal(0, code)
    assert.equal("", err)
    for number, row in ipairs(course.list()) do
      assert.match(("%d  %s"):format(number, row.title:match "^[^:]+"), out, 1, true)
    end
    taken { "3", input = "a\n\n" }
    assert.match("screen 2 of 10, 1 of 1 questions right", (taken {}):gsub("%s+", " "))
  end)

  for number, id in ipairs(course.ids) do
    -- What is in the lessons is held by course_spec.
    it(("takes lesson %d from the first line to the last%s"):format(number, number % 2 == 0 and " #thorough" or ""), function()
      local out, err, code = taken { tostring(number), "--seed", "9", input = right_lines(id, 9) }
      assert.equal("", err)
      assert.equal(0, code)
      assert.match("The end of this lesson: (%d+) of %1 questions right", out)
      assert.is_nil(out:find("Not yet", 1, true))
      assert.is_nil(out:find "[^\n\t -~]")
    end)
  end

  it("goes on where one was, with the seed of last time", function()
    local out = taken { "2", "--seed", "7", input = "\n\n" }
    assert.match("To go on: gts course 2", out)
    local first = out:match "screen 2 of 13.-answer>"
    out = taken { "2", input = "hint\n" }
    assert.match("Lesson 2 goes on at screen 2 of 13", out)
    assert.equal(first, out:match "screen 2 of 13: M.-answer>" and first)
    assert(out:find(first:match "MAX   .-\n\n", 1, true), out)
    assert.match("Hint: MIN may take", out)
    assert.match("screen 1 of 13", (taken { "2", "--from", "1", input = "" }))
    assert.match("screen 1 of 13", (taken { "2", "--seed", "8", input = "" }))
  end)

  it("goes on after Ctrl-C and Ctrl-Z, and leaves at Ctrl-D with the terminal as it was", function()
    local script = "stty -g >before; set -m; '%s' course 2 --seed 7; echo stopped; stty -g >between; "
      .. "fg; echo code $?; stty -g >after"
    run.write(home .. "/script", script:format(run.program))
    local terminal = Terminal.start(("cd '%s' && bash script"):format(home), home)
    terminal:expect "screen 1 of 13"
    terminal:at("[Enter] ", "half\3")
    terminal:expect "^C"
    terminal:at("[Enter] ", "half")
    terminal:expect "half"          -- the terminal forgets what has not been read when it stops a program
    terminal:press "\26"
    terminal:expect "stopped"
    terminal:expect "half"
    terminal:press "\21\r"
    terminal:expect "screen 2 of 13"
    terminal:at("answer> ", "\4")
    terminal:expect "To go on: gts course 2"
    terminal:expect "code 0"
    terminal:close()
    local function kept(name) return run.output(("cat '%s/%s'"):format(home, name)) end
    assert.same({ kept "before", kept "before" }, { kept "between", kept "after" })
  end)

  it("lists its commands, and quits on request", function()
    local out, _, code = taken { "minimax", input = "help\nquit\n" }
    assert.equal(0, code)
    assert.match("Other words: hint; skip", out)
    assert.match("Screen 1 of 13, 0 of 0 questions right", out)
  end)

  it("does without a place to keep anything", function()
    for _, where in ipairs { "XDG_STATE_HOME=/proc/none", "XDG_STATE_HOME=relative HOME=", "-u XDG_STATE_HOME -u HOME" } do
      local out, err, code = taken { "2", input = "\n", environment = where }
      assert.equal(0, code)
      assert.equal("", err)
      assert.match("screen 2 of 13", out)
    end
  end)

  it("is not misled by saved progress", function()
    os.execute("mkdir -p " .. home .. "/gts")
    for _, text in ipairs { "\0\1\2", "minimax seed x", "minimax seed 1 screen 99 of 13 right 0 asked 0\nnone at all\n",
      "minimax seed 1 screen 99999999999999999999999 of 13 right 0 asked 0\n", ("x"):rep(20000) } do
      run.write(home .. "/gts/course", text)
      local out, err, code = taken { "2", input = "" }
      assert.equal(0, code)
      assert.equal("", err)
      assert.match("screen 1 of 13", out)
    end
  end)

  it("prints a handout without answers, and one with them", function()
    local paper, _, code = taken { "5", "--seed", "4", "--print" }
    assert.equal(0, code)
    local whole = taken { "5", "--seed", "4", "--answers" }
    assert.is_nil(paper:find("The answer is", 1, true))
    local questions = select(2, paper:gsub("%*%*Question:%*%*", ""))
    assert(questions >= 8)
    assert.equal(questions, select(2, paper:gsub("Answer: ___", "")))
    assert.equal(questions, select(2, whole:gsub("%*%*Answer:%*%* The answer is", "")))
    assert.match("^# SSS", paper)
    assert.match("Where this comes from", paper)
    assert.equal(paper, (taken { "5", "--seed", "4", "--print" }))
    assert.not_equal(paper, (taken { "5", "--seed", "5", "--print" }))
  end)

  it("hands out a file, and grades it with its own seed", function()
    for number = 1, 2 do
      local text = taken { tostring(number), "--exercise", "--seed", "77" }
      run.write(home .. "/mine.lua", text)
      local out, err, code = taken { tostring(number), "--grade", home .. "/mine.lua" }
      assert.equal(1, code)
      assert.equal("", err)
      assert.match("seed 77: ", out)
      assert.match("%d of 10 points: not passed yet\n$", out)
    end
    run.write(home .. "/mine.lua", "return function(p, move) return p.row[move] end")
    local out, _, code = taken { "4", "--grade", home .. "/mine.lua", "--seed", "5" }
    assert.equal(0, code)
    assert.match("10 of 10 points: passed\n$", out)
  end)

  it("writes the file of an exercise, and grades what is typed", function()
    local out, _, code = taken { "4", "--from", "9", folder = home,
      input = "none.lua\nwrite mine.lua\nwrite mine.lua\nmine.lua\n/\n\n" }
    assert.equal(0, code)
    assert.match("cannot open none.lua", out)
    assert.match("mine.lua: the file to begin with", out)
    assert.match("mine.lua is there already", out)
    assert.match("4 of 10 points: not passed yet", out)
    assert.match("cannot open /", out)
    assert.match("Where this comes from", out)
  end)

  it("reads nothing where there is no standard input", function()
    local out = run.output(("XDG_STATE_HOME=%s '%s' course 2 <&- 2>&1"):format(home, run.program))
    assert.match("screen 1 of 13", out)
    assert.is_nil(out:find("screen 2 of 13", 1, true))
  end)

  it("says what is wrong with how it is called", function()
    for _, case in ipairs {
      { "10", why = "no lesson '10': expected 1 to 9, or trees, minimax" }, { "0", why = "no lesson '0'" },
      { "1", "--from", "99", why = "there is no screen 99: the last is 10" },
      { "1", "--seed", "x", why = "option '%-%-seed' is 'x': expected a whole number" },
      { "--print", why = "which lesson%? as in: gts course 1" },
      { "1", "--print", "--answers", why = "do not go together" }, { "1", "--grade", "/none", why = "cannot open /none" },
      { "1", "--grade", "/", why = "cannot open /" },
    } do
      local out, err, code = taken(case)
      assert.equal(2, code)
      assert.equal("", out)
      assert.match(case.why, err)
    end
  end)

  it("gives up a line for Ctrl-C, and leaves for Ctrl-D", function()
    local terminal = Terminal.start("'" .. run.program .. "' course 1", home, "GTS_PLAIN=1")
    terminal:at("[Enter] ", "\r")
    terminal:at("answer> ", "12\3")
    terminal:at("answer> ", "hint\r")
    terminal:expect "Hint: "
    terminal:at("answer> ", "\4")
    terminal:expect "To go on: gts course 1"
    terminal:close(130)          -- as after any Ctrl-C
  end)
end)

describe("gts.course #lua", function()
  -- Takes a lesson with lines that are "typed"; gives what was said, and what it returned.
  local function take(lines, ...)
    local said, at, before = {}, 0, console.get()
    console.by {
      say = function(text) said[#said + 1] = text end,
      read = function(prompt)
        at = at + 1
        said[#said + 1] = prompt
        return lines[at]
      end,
      width = function() return 60 end,
    }
    local ok, score = pcall(gts.course, ...)
    console.by(before)
    if not ok then error(score, 0) end
    return table.concat(said, "\n"), score
  end

  it("takes a lesson at the prompt, and gives the score", function()
    local said, score = take({ "a", "", "", "hint", false, "skip" }, 3, { seed = 3, from = 1 })
    assert.same({ right = 1, asked = 2 }, score)
    assert.match("Right%. Move 2 is worth at most", said)
    for line in said:gmatch "[^\n]+" do assert(#line <= 78, line) end
  end)

  it("lists the lessons, and says what is wrong", function()
    assert.match("Alpha%-beta", (gts.course()))
    assert.error_matches(function() gts.course(10) end, "no lesson 10: expected 1 to 9")
  end)
end)
