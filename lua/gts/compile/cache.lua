--- The cache of compiled modules, shared by all processes of a user. They stand in $XDG_CACHE_HOME/gts or ~/.cache/gts, named
-- by a hash of all that they depend on, so none is ever stale. Together they take at most $GTS_CACHE_BYTES (256 MiB); the least
-- recently used go first.

local compiler = require "gts.compile.compiler"
local core = require "gts.core"

local cache = {}

-- One warning is of use: tcc takes a function that is not declared (src/native/standard.h) for one of integers. a * b + c must be
-- rounded twice, as in Lua. The passes that are left out take time, and make modules no faster.
local FLAGS = {
  "-shared", "-fPIC", "-pipe", "-w", "-Wimplicit-function-declaration", "-Werror", "-ffp-contract=off", "-fvisibility=hidden",
  "-fwhole-program", "-fno-asynchronous-unwind-tables", "-fno-tree-vectorize", "-fno-schedule-insns2", "-fno-ivopts",
}

local MOST_BYTES = 256 << 20

-- The folder of the cache, and its path; nil and why there is none.
local function cache_folder()
  local base = os.getenv "XDG_CACHE_HOME"
  if not base or base:sub(1, 1) ~= "/" then
    local home = os.getenv "HOME"
    if not home or home:sub(1, 1) ~= "/" then
      return nil, "no folder for compiled rules: neither XDG_CACHE_HOME nor HOME is set"
    end
    base = home .. "/.cache"
  end
  local folder, wrong = core.native.folder(base .. "/gts")
  return folder, wrong or base .. "/gts"
end

--- The path of the folder, where there is one.
function cache.path()
  local folder, path = cache_folder()
  return folder and path or nil
end

--- Where a unit is or will be: key, folder, name, source, compiler, flags; or nil and why there can be none. Without folder and
-- name it is made in memory, when it is loaded.
function cache.place(source, optimization, found)
  local folder, wrong
  if not found then found, wrong = compiler.find() end
  if not found then return nil, wrong end
  if not core.native.make then
    folder, wrong = cache_folder()
    if not folder then return nil, wrong end
  end
  local flags = { optimization, table.unpack(FLAGS) }
  local key = core.hash(table.concat({ core.version, found.identity, table.concat(flags, " "), source }, "\0"))
  return { flags = flags, key = key, name = key .. ".so", folder = folder, compiler = found, source = source }
end

-- Units that are loaded, by key, for as long as they are in use.
local loaded = setmetatable({}, { __mode = "v" })

--- Loads a unit; nil and why it cannot be loaded: there is none, or it is not whole.
function cache.load(at)
  local unit, wrong
  if at.folder then unit, wrong = core.native.load(at.folder, at.name, at.key)
  else unit, wrong = core.native.make(compiler.text(at)) end
  if unit then loaded[at.key] = unit end
  return unit, wrong
end

--- A unit that was loaded before, or else can be now.
function cache.find(at) return loaded[at.key] or at.folder and (cache.load(at)) or nil end

--- Keeps order in the folder of a unit: what killed compilers have left is removed, and units that are too many.
function cache.tidy(at)
  local bytes = math.tointeger(tonumber(os.getenv "GTS_CACHE_BYTES" or ""))
  if at.folder then core.native.tidy(at.folder, bytes and bytes >= 0 and bytes or MOST_BYTES) end
end

return cache
