-- Checks that the includes of the C sources point one way:
--   base, game <- trees, search <- algo <- binding <- main
-- that Lua is known only to binding and main, and that no family of algorithms includes another or a game.

local root = arg[1] or "src"

local may = {
  base = { base = true },
  game = { game = true, base = true },
  trees = { trees = true, game = true, base = true },
  search = { search = true, game = true, base = true },
  algo = { algo = true, search = true, game = true, base = true },
  binding = { binding = true, algo = true, search = true, trees = true, game = true, base = true },
  main = { binding = true },
}

local complaints = 0

local function complain(file, line, ...)
  complaints = complaints + 1
  io.stderr:write(("%s:%d: %s\n"):format(file, line, string.format(...)))
end

local function family(path) return path:match("^algo/([^/]+)/") end

local function check_include(file, number, from, included)
  local layer = from:match("^([^/]+)/") or "main"
  if included:find("^lua") or included == "lauxlib.h" then
    if layer ~= "binding" and layer ~= "main" then complain(file, number, "only binding and main know Lua") end
    return
  end
  local to = included:match("^([^/]+)/")
  if not to or not may[to] then return end
  if not may[layer][to] then complain(file, number, "%s must not include %s", layer, to) end
  local ours, theirs = family(from), family(included)
  if theirs and ours ~= theirs then
    complain(file, number, "%s must not include the family %s", ours or layer, theirs)
  end
end

local files = assert(io.popen(("find '%s' -name '*.[ch]' | sort"):format(root)))
for file in files:lines() do
  local number = 0
  for line in io.lines(file) do
    number = number + 1
    local included = line:match('^%s*#%s*include%s*[<"]([^>"]+)[>"]')
    if included then check_include(file, number, file:sub(#root + 2), included) end
  end
end
files:close()
if complaints > 0 then os.exit(1) end
