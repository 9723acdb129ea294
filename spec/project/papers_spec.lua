-- The page on the figures of the papers holds: every command runs, and every spec that is named is there.

local experiments = require "gts.experiments.experiment"
local inside = require "spec.support.inside"
local run = require "spec.support.run"

local PAGE = "lua/gts/manual/explanation/papers.md"

local page = run.read(PAGE)
local fig1 = page:match "\n```text\n(.-)\n```"

-- The rows of the tables: { command =, file = }; a claim has no file of specs.
local rows = {}
for command, rest in page:gmatch "| `gts ([^`]*)` |([^\n]*)" do
  rows[#rows + 1] = { command = command:gsub("FIG1", "'" .. fig1 .. "'"), file = rest:match "^ `([^`]*)` |$" }
end

-- The words of a command, some of which stand in quotes.
local function words(command)
  local list = {}
  for word in command:gsub("'(.-)'", function(quoted) return (quoted:gsub(" ", "\0")) end):gmatch "%S+" do
    list[#list + 1] = word:gsub("\0", " ")
  end
  return list
end

describe(PAGE .. " #lua", function()
  it("has a command in every row", function()
    local count = 0
    for line in page:gmatch "[^\n]+" do
      if line:find "^|" and not line:find "^|%-" and not line:find "| command |" then count = count + 1 end
    end
    assert.equal(count, #rows)
  end)

  it("names experiments that there are, and other commands that run", function()
    for _, row in ipairs(rows) do
      local name = row.command:match "^experiment (%S+)$"
      if name then assert.truthy((" %s "):format(table.concat(experiments.names, " ")):find(" " .. name .. " ", 1, true), name)
      else assert.equal(0, (select(3, inside(words(row.command)))), row.command) end
    end
  end)

  it("names files of specs that there are", function()
    for _, row in ipairs(rows) do assert.matches("describe", row.file and run.read("spec/" .. row.file) or "describe") end
  end)

  it("names every experiment", function()
    for _, name in ipairs(experiments.names) do assert.truthy(page:find("gts experiment " .. name, 1, true), name) end
  end)
end)
