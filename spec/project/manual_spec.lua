-- The README and the manual hold: what they show, runs, and prints what stands there. Their links: .ci/doc/links.lua.

local gts = require "gts"
local help = require "gts.program.help"
local manual = require "gts.program.manual"
local run = require "spec.support.run"

local FOLDER = "lua/gts/manual/"
local WIDEST = 135

-- The texts: the README, and all pages of the manual; those of the tutorial in their order.
local files = { "README.md" }
for _, topic in ipairs(manual.kind("tutorial").topics) do files[#files + 1] = FOLDER .. "tutorial/" .. topic .. ".md" end
for name in run.output("ls lua/gts/*/manual/*.md " .. FOLDER .. "*/*.md"):gmatch "[^\n]+" do
  if not name:find("/tutorial/", 1, true) then files[#files + 1] = name end
end

-- The fenced blocks of a text, a list of { language =, text =, line =, last = }.
local function parse(name)
  local list, prose, block, number = {}, {}, nil, 0
  for line in io.lines(name) do
    number = number + 1
    local fence = line:match("^```(.*)$")
    if fence and not block then block = { language = fence, line = number, lines = {} }
    elseif fence then
      block.text = table.concat(block.lines, "\n") .. "\n"
      block.last = number
      list[#list + 1], block = block, nil
    elseif block then block.lines[#block.lines + 1] = line
    else prose[number] = line end
  end
  assert(not block, name .. ": a block without an end")
  return list, prose
end

-- What a chunk prints, in a world where everything is as it is in the program but print.
local function printed(block, name)
  local lines = {}
  local world = setmetatable({
    gts = gts,
    print = function(...)
      local values = table.pack(...)
      for i = 1, values.n do values[i] = tostring(values[i]) end
      lines[#lines + 1] = table.concat(values, "\t", 1, values.n)
    end,
  }, { __index = _G })
  assert(load(block.text, "=" .. name, "t", world))()
  return #lines > 0 and table.concat(lines, "\n") .. "\n" or ""
end

-- What a command of the shell prints.
local function shell(command)
  local pipe <close> = assert(io.popen(command .. " 2>&1"))
  return pipe:read "a"
end

-- The time differs from run to run, and with it what a search does before its rules are compiled.
local function timeless(text)
  return (text:gsub("\ntime +[%d.]+ s", "\ntime"):gsub(", [%d.]+ s of it before the rules were compiled", "")
    :gsub("( moves), [%d.]+ s;", "%1;"))
end

-- Where a line of three dots is shown any lines may stand.
local function like(shown, text)
  local pattern = ("\n" .. shown):gsub("%W", "%%%0"):gsub("%%\n%%%.%%%.%%%.%%\n", "%%\n.-")
  return ("\n" .. text):find("^" .. pattern .. "$") and shown or text
end

-- What stands right below a block without a language is what it prints.
local function shown_by(blocks, i)
  local below = blocks[i + 1]
  return below and below.language == "" and below.line == blocks[i].last + 2 and below.text or nil
end

local function exists(name)
  local file <close> = io.open(name)
  return file ~= nil
end

-- Writes the file of a game, or of an experiment.
local function has_a_game(folder, file, block)
  run.write(folder .. "/" .. file, block.text)
  local made = block.text:find "algorithms = " and dofile(folder .. "/" .. file) or gts.game(folder .. "/" .. file)
  assert.equal(file:match "%w+", made.name)
end

local function prints(name, block, shown)
  local text = printed(block, name)
  if shown then assert.equal(shown, text) end
end

-- In the folder `gts` is the source with what was built of it, and Lua finds the module: as where gts is installed. The compiler
-- gets the sanitizers that the engine was built with, if it was.
local built = run.program:match "^(.*)/[^/]*$"
local here = run.output "pwd"

local sanitizers = run.output(("grep -q __asan_init '%s/libengine.a' && echo -fsanitize=address,undefined"):format(built))
local function compiler(name) return ("#!/bin/sh\nexec %s \"$@\" %s\n"):format(run.output("command -v " .. name), sanitizers) end

local function prepare(folder)
  run.write(folder .. "/cc", compiler "cc")
  run.write(folder .. "/c++", compiler "c++")
  local command = "cd '%s' && mkdir gts bin include && ln -s '%s/src' gts/src && ln -s '%s' gts/build && chmod +x cc c++ && "
    .. "mv cc c++ bin && ln -s '%s/src/library' include/gts-search"
  assert(os.execute(command:format(folder, here, built, here)))
end

-- A host in C unloads the module at its end; and libgomp, which libb2 brings along, then forgets eight bytes.
local function at(folder, command)
  local leaks = command:find "^%./" and "ASAN_OPTIONS=detect_leaks=0 " or ""
  command = ("\n" .. command):gsub("\nbuild/gts", function() return "\n'" .. run.program .. "'" end)
  local paths = ("PATH='%s/bin':\"$PATH\" LUA_PATH='%s/lua/?.lua;%s/lua/?/init.lua;;' LUA_CPATH='%s/lib/?.so;;'"
    .. " CPATH='%s/include' LIBRARY_PATH='%s' LD_LIBRARY_PATH='%s' PYTHONPATH='%s/python' GTS_LIBRARY='%s/libgts-search.so.1'")
    :format(folder, here, here, built, folder, built, built, built, built)
  return ("cd '%s' && export %s%s && {%s\n}"):format(folder, leaks, paths, command)
end

-- Where gts says how it was called, it was called as on the page.
local function as_called(text)
  local parts, from = {}, 1
  while true do
    local first, last = text:find(run.program, from, true)
    if not first then return table.concat(parts) .. text:sub(from) end
    parts[#parts + 1] = text:sub(from, first - 1) .. "build/gts"
    from = last + 1
  end
end

local function commands(folder, block, shown)
  assert.equal(timeless(shown), like(timeless(shown), timeless(as_called(shell(at(folder, block.text))))))
end

-- A change of a file, as diff shows it: what has no sign, or a minus, stands there once; what has none, or a plus, comes instead.
local function changed(text, change)
  local before, after = {}, {}
  for sign, line in change:gmatch "([ +-]?)([^\n]*)\n" do
    if sign ~= "+" then before[#before + 1] = line .. "\n" end
    if sign ~= "-" then after[#after + 1] = line .. "\n" end
  end
  before, after = table.concat(before), table.concat(after)
  local from, to = text:find(before, 1, true)
  assert(from, "the text has no\n" .. before)
  assert(not text:find(before, from + 1, true), "the text has twice\n" .. before)
  return text:sub(1, from - 1) .. after .. text:sub(to + 1)
end

local function changes(folder, block)
  local file, change = block.text:match "^%-%-%- (%w+%.lua)\n(.*)$"
  file = folder .. "/" .. assert(file, "a change begins with --- and the name of the file")
  run.write(file, changed(run.read(file), change))
end

-- The pages of the tutorial go on with the files of the one before.
local tutorial, tutorial_gone = run.folder()
local last = files[1 + #manual.kind("tutorial").topics]

-- The extension of this page is compiled and run by spec/base/extensions_spec.lua.
local function is_run_elsewhere(name, block)
  return name:find "howto/extend" and (block.language == "c" or block.text:find "^cc ")
end

-- Pages without programs in C run what other specs of the engine run.
local function tag(name, blocks)
  if name:find "howto/parallel" then return " #slow #doc" end
  for _, block in ipairs(blocks) do
    local in_c = block.language == "c" or block.language == "cpp"
    if in_c and not is_run_elsewhere(name, block) then return " #doc" end
  end
  return " #lua #doc"
end

for _, name in ipairs(files) do
  local blocks = parse(name)
  describe(name .. tag(name, blocks), function()
    local folder, gone

    setup(function()
      if name:find("/tutorial/", 1, true) then folder, gone = tutorial, name == last and tutorial_gone
      else folder, gone = run.folder() end
      if not exists(folder .. "/gts") then prepare(folder) end
    end)

    teardown(function() if gone then getmetatable(gone).__close() end end)

    for i, block in ipairs(blocks) do
      local shown = shown_by(blocks, i)
      local file = block.language == "lua" and block.text:match("^%-%- (%w+%.lua)\n")
      local runs_here = not is_run_elsewhere(name, block)
      if file then
        it(("has a game in line %d, %s, that is one"):format(block.line, file), function() has_a_game(folder, file, block) end)
      elseif block.language == "diff" then
        it(("changes a file in line %d"):format(block.line), function() changes(folder, block) end)
      elseif block.language == "lua" then
        it(("runs in line %d, and prints what it shows"):format(block.line), function() prints(name, block, shown) end)
      elseif runs_here and (block.language == "c" or block.language == "cpp") then
        local source = assert(block.text:match "^/[/*] (%w+%.c%a*)[: ]", "a program in C begins with its name")
        it(("has a program in line %d, %s"):format(block.line, source),
          function() run.write(folder .. "/" .. source, block.text) end)
      elseif block.language == "python" then
        it(("runs in line %d, and prints what it shows"):format(block.line), function()
          run.write(folder .. "/page.py", block.text)
          commands(folder, { text = "/usr/bin/python3 page.py" }, shown or "")
        end)
      elseif block.language == "sh" and block.text:find "^cp " then
        it(("copies a file in line %d"):format(block.line),
          function() assert.equal("", shell(("cd '%s' && %s"):format(folder, block.text))) end)
      elseif block.language == "sh" and shown then
        it(("runs a command in line %d that prints what is shown"):format(block.line),
          function() commands(folder, block, shown) end)
      elseif runs_here and block.language == "sh" and block.text:find "^c[c+]+ " then
        it(("compiles in line %d, without a warning"):format(block.line), function() commands(folder, block, "") end)
      end
    end
  end)
end

describe("the README and the manual #lua", function()
  it("show commands, games and programs", function()
    local languages = { lua = 0, sh = 0, c = 0, cpp = 0, python = 0, js = 0, html = 0, [""] = 0, text = 0, diff = 0 }
    for _, name in ipairs(files) do
      for _, block in ipairs((parse(name))) do languages[block.language] = languages[block.language] + 1 end
    end
    assert.is_true(languages.lua >= 15 and languages.sh >= 5 and languages[""] >= 16)
  end)

  it("have four doors: the README leads to each kind of page, and to pages of it", function()
    local readme = run.read "README.md"
    for _, kind in ipairs { "tutorial", "howto", "reference", "explanation" } do
      assert.truthy(readme:find(("](%s%s)"):format(FOLDER, kind), 1, true), kind)
      assert.truthy(readme:find(("](%s%s/"):format(FOLDER, kind), 1, true), kind)
    end
  end)

  it("are what gts help shows: every page is a topic", function()
    local topics = {}
    for _, topic in ipairs(help.topics) do topics[topic] = true end
    for _, name in ipairs(files) do
      local kind, topic = name:match "([^/]+)/([^/]*)%.md$"
      local found = topics[topic] and (manual.kind(kind) or manual.kind_of(topic))
      assert.is_true(name == "README.md" or found and manual.source(topic, found.name) == name, name)
    end
  end)

  -- A row of a table is a line, however long: Markdown has it so.
  it("begin with a title, and have no line that is too long", function()
    for _, name in ipairs(files) do
      local placed = name:find "^lua/gts/manual/" and not name:find "/algorithm/"    -- else extension.lua has it
      assert.matches(placed and "^<!%-%- %d+ %-%->\n# %S" or "^# %S", run.read(name))
      local number = 0
      for line in io.lines(name) do
        number = number + 1
        assert.is_true(#line <= WIDEST or line:find "^|" ~= nil, ("%s:%d: %d characters"):format(name, number, #line))
      end
    end
  end)

  it("have pictures that gts has drawn: the command stands in a text, and still draws the same #doc", function()
    local folder, gone <close> = run.folder()
    local drawn = {}
    for _, name in ipairs(files) do
      for command, picture in run.read(name):gmatch "gts (%l+ [^`\n]*%-%-%l+ (%w+%.svg))" do drawn[picture] = command end
    end
    for name in run.output("ls " .. FOLDER .. "pictures"):gmatch "[^\n]+" do
      local command = assert(drawn[name], name .. ": no text says how it was drawn")
      shell(("cd '%s' && '%s' %s"):format(folder, run.program, command))
      -- A chart has seconds in its description, and names gts and the machine below.
      local function drawing(place) return (run.read(place .. name):gsub("<desc>.-</desc>", ""):gsub(" gts %d[^<]*", "")) end
      assert.equal(drawing(FOLDER .. "pictures/"), drawing(folder .. "/"))
    end
  end)

  it("are small: the README is two pages", function()
    local count = select(2, run.read "README.md":gsub("\n", ""))
    assert.is_true(count <= 130)
  end)
end)
