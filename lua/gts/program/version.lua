--- What `gts --version` says: which gts this is, what it was built of, and what it has found on this machine.

local compilers = require "gts.compile.compiler"
local core = require "gts.core"
local extensions = require "gts.base.extensions"
local gts = require "gts"

local version = {}

-- What a gts may have or lack, with the names that people know.
local function parts()
  local built = core.built
  local function has(module) return (package.preload[module] or package.searchpath(module, package.cpath)) ~= nil end
  local list = {
    { "libedit", true }, { "libb2", true }, { "zstd " .. (built.zstd or ""), built.zstd ~= nil },
    { "seccomp", core.confined.worker and built.seccomp or false }, { "libtcc", compilers.carried() ~= nil },
  }
  for _, row in ipairs(extensions.rows "libraries") do list[#list + 1] = { row.name, has(row.module) } end
  return list
end

--- What there is to know: gts, rules, results, files; lua, built_by, static; with and without, lists; compiler, its path, or nil.
function version.all()
  local all = { lua = core.built.lua, built_by = core.compiler, static = core.built.static, with = {}, without = {} }
  for name, value in pairs(gts.versions) do all[name] = value end
  for _, part in ipairs(parts()) do table.insert(part[2] and all.with or all.without, (part[1]:gsub(" $", ""))) end
  local compiler = compilers.find()
  all.compiler = compiler and compiler.path
  return all
end

--- All versions as a text for people.
function version.text()
  local all = version.all()
  local lines = {
    "gts " .. all.gts,
    ("rules protocol %s, results %s"):format(all.rules, all.results),
    ("Lua %s%s, built by %s"):format(all.lua, all.static and ", static" or "", all.built_by),
    "with " .. table.concat(all.with, ", "),
  }
  if #all.without > 0 then lines[#lines + 1] = "without " .. table.concat(all.without, ", ") end
  lines[#lines + 1] = all.compiler and "rules are compiled by " .. all.compiler or "rules run in Lua: no C compiler is there"
  return table.concat(lines, "\n")
end

local order = { "gts", "rules", "results", "files", "lua", "built_by", "static", "with", "without", "compiler" }

--- All versions as JSON.
function version.json() return require("gts.show.json").encode(setmetatable(version.all(), { __jsonorder = order })) end

return version
