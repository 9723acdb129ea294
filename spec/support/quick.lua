--- Prints which specs look first at what has changed since the branch left another, for `make quick`:
-- lua5.4 spec/support/quick.lua [BRANCH]; default: main. A few that are always run; specs that have changed; for
-- other files the spec of that name, those that spec/support/mutants.lua names for it, and those of its folder: in
-- this order, as long as they take no more than SECONDS. How many are left out is said to the standard error.

local expected = require "spec.support.seconds"
local mutate = require "spec.support.mutate"

local SECONDS = 60
local ALWAYS = { "oracle", "framework", "facts", "rules", "tree", "reference", "mutants" }

local function lines(command)
  local list = {}
  local pipe <close> = assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  return list
end

local specs, folders = {}, {}     -- files by name, and lists of them by folder
for _, file in ipairs(lines "find spec -name '*_spec.lua' | LC_ALL=C sort") do
  local folder, name = file:match "^spec/(%w+)/([%w_]+)_spec%.lua$"
  specs[name], folders[folder] = file, folders[folder] or {}
  table.insert(folders[folder], file)
end

-- What has changed: in commits, and in files that are not committed or not known.
local function changed(branch)
  local from = lines(("git merge-base HEAD %s 2>/dev/null || echo HEAD"):format(branch))[1]
  return lines(("git diff --name-only %s; git ls-files --others --exclude-standard"):format(from))
end

local taken, wanted, left, seconds = {}, {}, 0, 0

local function want(file)
  if not file or taken[file] then return end
  taken[file] = true
  local takes = expected[file] or 0.5
  if seconds + takes > SECONDS then left = left + 1
  else wanted[#wanted + 1], seconds = file, seconds + takes end
end

local files = changed(arg[1] or "main")
for _, name in ipairs(ALWAYS) do want(specs[name]) end
for _, file in ipairs(files) do
  if file:find "^spec/.*_spec%.lua$" then want(specs[file:match "([%w_]+)_spec"]) end
end
for _, file in ipairs(files) do want(specs[file:match "([%w_]+)%.%w+$"]) end
for _, row in ipairs(mutate.rows()) do
  for _, file in ipairs(files) do
    if file == row.file then
      for name in row.specs:gmatch "%S+" do want(specs[name]) end
    end
  end
end
for _, file in ipairs(files) do
  local folder = file:match "^src/(%w+)/" or file:match "^lua/gts/(%w+)/" or file:match "^(games)/"
  for _, spec in ipairs(folders[folder] or {}) do want(spec) end
end
if left > 0 then io.stderr:write(("left to `make test`: %d files of specs\n"):format(left)) end
print(table.concat(wanted, " "))
