-- Draws the floors of the source, of the folders that are there and .ci/floors.lua, into the first block of architecture.md.
--
--    lua5.4 .ci/doc/floors.lua [--check]

local PAGE = "lua/gts/manual/reference/architecture.md"

local floors = dofile ".ci/floors.lua"

-- The names of the folders in a folder that have files of C.
local function families(folder)
  local list = {}
  for name in io.popen(("ls -d %s/*/"):format(folder)):lines() do list[#list + 1] = name:match "([^/]+)/$" end
  return table.concat(list, ", ")
end

local out = {}

local function row(floor, name, text) out[#out + 1] = (("%3s  %-10s %s"):format(floor, name, text):gsub("%s+$", "")) end

local function draw(list, below)
  for i = #list, 1, -1 do
    for j, room in ipairs(list[i]) do
      row(j == 1 and i + below or "", room[1] == "face" and "*.lua" or room[1] == "gts" and "init.lua" or room[1], room[2])
      if room[1] == "algo" then row("", "", "families: " .. families "src/algo") end
    end
  end
end

out[1] = "lua/gts"
for i, name in ipairs(floors.extensions) do
  if i > 1 then row("", name, "")
  else row(#floors.c + #floors.lua + 1, name, "extensions: each has an extension.lua, and nothing below names it") end
end
draw(floors.lua, #floors.c)
out[#out + 1] = "src"
draw(floors.c, 0)

local file <close> = assert(io.open(PAGE))
local text = file:read "a"
local new = text:gsub("```text\n.-```", function() return "```text\n" .. table.concat(out, "\n") .. "\n```" end, 1)
if arg[1] == "--check" then
  if new ~= text then io.stderr:write(PAGE, " does not show the floors as they are: make tables\n") os.exit(1) end
else
  assert(io.open(PAGE, "w")):write(new)
end
