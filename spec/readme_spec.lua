-- The README holds: what it shows, runs, and prints what stands there.

local gts = require "gts"

local program = os.getenv "GTS" or "build/gts"

local function shell(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local output = pipe:read("a")
  pipe:close()
  return output
end

if not program:find("^/") then program = shell("pwd"):gsub("\n", "") .. "/" .. program end

-- The fenced blocks of a text: a list of { language =, text =, line =, last = }.
local function blocks(file)
  local list, block, number = {}, nil, 0
  for line in io.lines(file) do
    number = number + 1
    local fence = line:match("^```(.*)$")
    if fence and not block then block = { language = fence, line = number, lines = {} }
    elseif fence then
      block.text = table.concat(block.lines, "\n") .. "\n"
      block.last = number
      list[#list + 1], block = block, nil
    elseif block then block.lines[#block.lines + 1] = line end
  end
  return list
end

-- What a chunk prints, in a world where everything is as it is in Lua but print.
local function printed(block)
  local lines = {}
  local world = setmetatable({
    print = function(...)
      local values = table.pack(...)
      for i = 1, values.n do values[i] = tostring(values[i]) end
      lines[#lines + 1] = table.concat(values, "\t", 1, values.n)
    end,
  }, { __index = _G })
  assert(load(block.text, "=README.md", "t", world))()
  return #lines > 0 and table.concat(lines, "\n") .. "\n" or ""
end

-- The time differs from run to run.
local function timeless(text) return (text:gsub("\ntime +[%d.]+ s", "\ntime")) end

describe("the README", function()
  local all = blocks "README.md"
  local folder

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute(("mkdir '%s'"):format(folder)))
  end)

  teardown(function() os.execute(("rm -r '%s'"):format(folder)) end)

  for i, block in ipairs(all) do
    -- What stands right below is what it prints.
    local below = all[i + 1]
    local shown = below and below.language == "" and below.line == block.last + 2 and below.text
    local file = block.language == "lua" and block.text:match("^%-%- (%w+%.lua)\n")
    if file then
      it(("has a game in line %d, %s, that is one"):format(block.line, file), function()
        local out = assert(io.open(folder .. "/" .. file, "w"))
        out:write(block.text)
        out:close()
        assert.equal(file:match("%w+"), gts.game(folder .. "/" .. file).name)
      end)
    elseif block.language == "lua" then
      it(("prints in line %d what it shows"):format(block.line), function()
        assert.equal(shown, printed(block))
      end)
    elseif block.language == "sh" and shown then
      it(("runs a command in line %d that prints what is shown"):format(block.line), function()
        local command = block.text:gsub("^build/gts", function() return "'" .. program .. "'" end)
        assert.equal(timeless(shown), timeless(shell(("cd '%s' && %s"):format(folder, command))))
      end)
    end
  end

  it("shows commands, games and programs", function()
    local languages = { lua = 0, sh = 0, [""] = 0, text = 0 }
    for _, block in ipairs(all) do languages[block.language] = languages[block.language] + 1 end
    assert.is_true(languages.lua >= 8 and languages.sh >= 4 and languages[""] >= 9)
  end)
end)
