--- Runs the program gts as a child, as a user would.
--
--    local out, err, code = run.gts { "search", "nim", "heaps={1,2}" }
--    local out, err, code = run.gts { input = "1 + 1\n" }
--
-- A process costs about a millisecond and the suite starts thousands: so the shell becomes what it starts, and folders are made
-- without one.

local files = require "gts.core".files
local luassert = require "luassert"

-- A word for the shell.
local function quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

-- What a command prints, without the end of its last line.
local function output(command)
  local pipe <close> = assert(io.popen(command))
  return (pipe:read("a"):gsub("\n$", ""))
end

local program = output("realpath " .. quoted(os.getenv "GTS" or "build/gts"))

--- Copies the program to where it finds the modules in Lua alone: so it carries no compiler.
-- @tparam string place a folder
-- @treturn string the path of the copy
local function bare(place)
  local modules = output "realpath lua"
  output(("cd %s && mkdir bare && cp %s bare && ln -s %s lua"):format(quoted(place), quoted(program), quoted(modules)))
  return place .. "/bare/gts"
end

-- The text of a file.
local function read(file)
  local f <close> = assert(io.open(file, "rb"))
  return f:read "a"
end

-- The lines of a text that have anything in them.
local function lines(text)
  local list = {}
  for line in text:gmatch "[^\n]+" do list[#list + 1] = line end
  return list
end

local function write(file, text)
  local f <close> = assert(io.open(file, "wb"))
  f:write(text)
end

-- The name of a new file with a text.
local function file(text)
  local name = os.tmpname()
  write(name, text)
  return name
end

-- The name of a new and empty folder.
local function new_folder()
  local name = os.tmpname()
  os.remove(name)
  assert(files.folder(name))
  return name
end

--- Makes an empty folder; gives its name, and what removes it when it is closed: `local folder, gone <close>
--- = run.folder()`. A compiler
-- in the background may put a file there meanwhile; it ends when it sees that its folder is gone.
local function folder()
  local name = new_folder()
  local function remove() return os.execute("exec rm -rf " .. quoted(name) .. " 2>/dev/null") end
  return name, setmetatable({}, { __close = function()
    if os.remove(name) or remove() then return end      -- an empty one needs no process
    os.execute "sleep 0.5"
    remove()
  end })
end

--- Runs gts.
-- @tparam table what its arguments, in a list; and the fields
--   input        text for its standard input (none: it is empty)
--   script       a Lua text that it runs as a file, before the arguments
--   folder       where it runs (here)
--   environment  words for the command env, such as "-i"
--   bare         it is a copy of the program that carries no compiler
-- @treturn string its output
-- @treturn string its errors
-- @treturn integer its exit code; 124 if it took longer than five minutes
local function gts(what)
  local place, gone <close> = folder()
  local made = {}               -- removed at the end, so that the folder is empty
  local function place_of(name)
    made[#made + 1] = place .. "/" .. name
    return made[#made]
  end
  local function text(name, content)
    write(place_of(name), content)
    return quoted(made[#made])
  end
  local output_file, errors_file = place_of "output", place_of "errors"
  local words = { "cd", quoted(what.folder or "."), "&& exec timeout 300 env --default-signal=INT" }
  words[#words + 1] = what.environment
  words[#words + 1] = quoted(what.bare and bare(place) or program)
  if what.script then words[#words + 1] = text("script.lua", what.script) end
  for _, argument in ipairs(what) do words[#words + 1] = quoted(argument) end
  words[#words + 1] = ("<%s >%s 2>%s"):format(what.input and text("input", what.input) or "/dev/null", quoted(output_file),
    quoted(errors_file))
  local _, how, code = os.execute(table.concat(words, " "))
  if how == "signal" then code = 128 + code end         -- as the shell has it
  local out, err = read(output_file), read(errors_file)
  for _, name in ipairs(made) do os.remove(name) end
  return out, err, code
end

--- Runs gts, which must succeed, and complain of nothing. Returns its output.
local function fine(what)
  local out, err, code = gts(what)
  luassert.same({ "", 0 }, { err, code })
  return out
end

--- Runs gts, which must end with the exit code `wanted`. Returns its errors and its output.
local function ends(wanted, what)
  local out, err, code = gts(what)
  luassert.equal(wanted, code, err)
  return err, out
end

return {
  gts = gts, fine = fine, ends = ends, program = program, bare = bare, folder = folder, output = output, write = write,
  file = file, read = read, lines = lines, quoted = quoted,
}
