--- Runs the program gts as a child, as a user would.
--
--    local out, err, code = run.gts { "search", "nim", "heaps={1,2}" }
--    local out, err, code = run.gts { input = "1 + 1\n" }

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

local function read(file)
  local f <close> = assert(io.open(file, "rb"))
  return f:read "a"
end

local function write(file, text)
  local f <close> = assert(io.open(file, "wb"))
  f:write(text)
end

--- Makes an empty folder; gives its name, and what removes it when it is closed: `local folder, gone <close>
--- = run.folder()`. A compiler
-- in the background may put a file there meanwhile; it ends when it sees that its folder is gone.
local function folder()
  local name = output "mktemp -d"
  local remove = ("rm -rf %s 2>/dev/null || { sleep 0.5; rm -rf %s; }"):format(quoted(name), quoted(name))
  return name, setmetatable({}, { __close = function() os.execute(remove) end })
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
  assert(gone)
  local words = { "cd", quoted(what.folder or "."), "&&", "timeout", "300", "env", "--default-signal=INT" }
  words[#words + 1] = what.environment
  words[#words + 1] = quoted(what.bare and bare(place) or program)
  if what.script then
    write(place .. "/script.lua", what.script)
    words[#words + 1] = quoted(place .. "/script.lua")
  end
  for _, argument in ipairs(what) do words[#words + 1] = quoted(argument) end
  write(place .. "/input", what.input or "")
  words[#words + 1] = ("<%s/input >%s/output 2>%s/errors"):format(place, place, place)
  local _, _, code = os.execute(table.concat(words, " "))
  return read(place .. "/output"), read(place .. "/errors"), code
end

return { gts = gts, program = program, bare = bare, folder = folder, output = output, write = write }
