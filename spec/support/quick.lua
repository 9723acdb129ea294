--- Prints which specs look first at what has changed since the branch left another:
--
--    lua5.4 spec/support/quick.lua [BRANCH [SECONDS [ALWAYS ...]]]        default: main 60
--
-- First the specs named, then those that have changed; then, in rounds, for what has changed and for what requires or includes
-- it, the specs of that name and those that require it themselves; of C, at last, those of its room. What takes more than SECONDS
-- together is left out; how many files that are is said to the standard error.

local expected = require "spec.support.seconds"

local UNKNOWN = 1               -- seconds of a file that is not in spec.support.seconds
local ROOMS = { native = "compile", worker = "system" }         -- rooms of C whose specs are in another

local function lines(command)
  local list = {}
  local pipe <close> = assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  return list
end

local specs = {}                -- lists of files by name
for _, file in ipairs(lines "find spec -name '*_spec.lua' | LC_ALL=C sort") do
  local name = file:match "([%w_]+)_spec%.lua$"
  specs[name] = specs[name] or {}
  table.insert(specs[name], file)
end

-- A file as others name it: src/algo/a.c, as its header, is "algo/a"; lua/gts/x/init.lua "gts.x"; games/nim.lua "gts.games.nim".
local function module(file)
  local name = file:match "^src/(.+)%.[ch]$"
  if name then return name end
  name = file:match "^lua/(gts.*)%.lua$" or file:match "^(spec/.*)%.lua$"
    or file:match "^games/.*%.lua$" and "gts/" .. file:sub(1, -5)
  return name and name:gsub("/init$", ""):gsub("/", ".") or file
end

local function text_of(file)
  local open <close> = assert(io.open(file))
  return open:read "a"
end

-- module -> the files that require or include it
local users = {}

local function uses(file, name)
  users[name] = users[name] or {}
  table.insert(users[name], file)
end

for _, file in ipairs(lines "find lua src spec games -name '*.lua' -o -name '*.[ch]' | LC_ALL=C sort") do
  local text = text_of(file)
  for name in text:gmatch '\n#include "([%w_/]+)%.h"' do uses(file, name) end
  for name in text:gmatch "require%s*%(?%s*[\"']([%w_.]+)[\"']" do uses(file, name) end
end

-- What has changed: in commits, and in files that are not committed or not known; or a file, named in the place of a branch.
local function changed(branch)
  if branch:find "%.%a+$" then return { branch } end
  local from = lines(("git merge-base HEAD %s 2>/dev/null || echo HEAD"):format(branch))[1]
  return lines(("git diff --name-only %s; git ls-files --others --exclude-standard"):format(from))
end

local limit = tonumber(arg[2] or 60)
local taken, wanted, left, seconds = {}, {}, 0, 0

local function want(file)
  if taken[file] then return end
  taken[file] = true
  local takes = expected[file] or UNKNOWN
  if seconds + takes > limit then left = left + 1
  else wanted[#wanted + 1], seconds = file, seconds + takes end
end

local function want_named(name)
  for _, file in ipairs(specs[name] or {}) do want(file) end
end

local round, seen = changed(arg[1] or "main"), {}
for i = 3, #arg do want_named(arg[i]) end
for _, file in ipairs(round) do if file:find "^spec/.*_spec%.lua$" and io.open(file) then want(file) end end
-- An algorithm is named in a list, and no file includes it: src/algo/window/mtd.c has window_spec, and all of spec/algo.
local rooms = {}
for _, file in ipairs(round) do
  for room in file:gmatch "([%w_]+)/" do if room ~= "src" then table.insert(rooms, 1, ROOMS[room] or room) end end
  want_named(file:match "([%w_]+)/[^/]+$")
end
while #round > 0 do
  local after = {}
  for _, file in ipairs(round) do
    want_named(file:match "([%w_]+)%.%w+$")
    for _, user in ipairs(users[module(file)] or {}) do
      if user:find "_spec%.lua$" then want(user)
      elseif not seen[user] then after[#after + 1], seen[user] = user, true end
    end
  end
  round = after
end
for _, room in ipairs(rooms) do
  for _, file in ipairs(lines(("find spec/%s -name '*_spec.lua' 2>/dev/null | LC_ALL=C sort"):format(room))) do want(file) end
end
if left > 0 then io.stderr:write(("left to `make test`: %d files of specs\n"):format(left)) end
print(table.concat(wanted, " "))
