--- The numbers of gts: of the program, of the protocol of rules, of results, of files written. See `gts help formats`.

local core = require "gts.core"
local files = require "gts.facts.files"

local versions = {}

local rules = "1.2"

--- What gts.versions is.
function versions.all()
  local formats = {}
  for _, row in ipairs(files.extend().rows) do formats[row.kind] = row.format end
  return { gts = core.version, rules = rules, results = "1.2", files = formats }
end

--- Number of the format of a kind of file that is written.
function versions.format(kind) return files.by_kind[kind].format end

--- The first line of a file that is a text.
function versions.head(kind) return ("gts %s %d"):format(kind, versions.format(kind)) end

--- That a file has another format than the one that is read.
function versions.other(kind, format)
  return ("its format is %s %s: gts %s reads %s %d"):format(kind, tostring(format), core.version, kind, versions.format(kind))
end

--- What is wrong with the first line of a file, or nil; `what` is said if it is no file of this kind.
function versions.misfit(kind, line, what)
  local head = versions.head(kind)
  if line == head then return nil end
  local format = line:match("^gts " .. kind .. " (%d+)$")
  if format then return versions.other(kind, format) end
  return what or ("this is no %s: it does not begin with '%s'"):format(kind == "game" and "saved game" or kind, head)
end

local function numbers(text)
  local major, minor = text:match "^(%d+)%.(%d+)$"
  if major then return tonumber(major), tonumber(minor) end
end

--- What rules may say in `protocol`, for gts.base.schema.
versions.protocol = {
  expected = ("a version of the rules protocol, as \"%s\""):format(rules),
  fits = function(value) return type(value) == "string" and numbers(value) ~= nil end,
}

--- Why rules that ask for a protocol cannot be served; nil: they can. `wanted`: fits versions.protocol. Returns a text or nil.
function versions.lacking(wanted)
  local major, minor = numbers(wanted)
  local our_major, our_minor = numbers(rules)
  if major == our_major and minor <= our_minor then return nil end
  return ("these rules need the rules protocol %s: gts %s has %s"):format(wanted, core.version, rules)
end

return versions
