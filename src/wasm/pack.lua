-- Makes the page that has gts in itself: one HTML file, which fetches nothing, and may not.
--
--    gts src/wasm/pack.lua PROGRAM GLUE NAME=FILE... >gts.html
--    gts src/wasm/pack.lua NAME=FILE... >gts.data
--
-- PROGRAM is the WebAssembly, GLUE the script that emscripten has made for it; NAME is where a file is to be in the page. How
-- large they are is said on the standard error. The second form packs files alone (rocks/wasm/program.js).

local text = require "gts.page.text"

local function read(name)
  local file <close> = assert(io.open(name, "rb"))
  return file:read "a"
end

-- Folders whose modules are without the numbers of their lines, which take room.
local bare = { "/facts[/.]", "/gts/course/", "/gts/show/", "/gts/solve/" }

local function is_bare(name)
  for _, pattern in ipairs(bare) do
    if name:find(pattern) then return true end
  end
  return false
end

-- A module, compiled: that is read several times as fast as its text.
local function compiled(name, bytes)
  if not name:find "^/lua/.*%.lua$" then return bytes end
  return string.dump(assert(load(bytes, "@" .. name:sub(2), "t")), is_bare(name))
end

-- What a command makes of a text, which it is given as a file.
local function through(command, input)
  local from, to = os.tmpname(), os.tmpname()
  local file = assert(io.open(from, "wb"))
  file:write(input)
  assert(file:close())
  assert(os.execute(("%s '%s' >'%s'"):format(command, from, to)))
  local output = read(to)
  os.remove(from)
  os.remove(to)
  return output
end

-- By gzip's format, but some 4 % smaller than gzip makes it. More rounds than one take twice the time for 0.2 % less.
local function packed(bytes) return through("zopfli --i1 -c", bytes) end

-- One text of many: a line for each with its size and name, an empty line, then all of them. See unpack in carrier.js.
local function joined(files)
  local lines, bytes = {}, {}
  for i, one in ipairs(files) do
    lines[i], bytes[i] = ("%d %s"):format(#one.bytes, one.name), one.bytes
  end
  return table.concat(lines, "\n") .. "\n\n" .. table.concat(bytes)
end

-- What the page may do: run what is in it. No address is named, so none can be reached.
local NONCE = "gts"
local POLICY = ("default-src 'none'; script-src 'nonce-%s' 'wasm-unsafe-eval' blob:; worker-src blob:; "
  .. "style-src 'nonce-%s'; img-src data:; base-uri 'none'; form-action 'none'"):format(NONCE, NONCE)

-- The script and the style without what only readers need: indentation, empty lines, and comments that are lines. No text in
-- them goes over several lines.
local function shortened(html)
  for _, tag in ipairs { "script", "style" } do
    html = html:gsub(("(<%s nonce=[^>]*>)(.-)(</%s>)"):format(tag, tag), function(open, content, close)
      content = ("\n" .. content):gsub("\n[ \t]+", "\n"):gsub("\n//[^\n]*", ""):gsub("\n\n+", "\n")
      return open .. content .. close
    end)
  end
  return html
end

local function page(files)
  local first = read "src/wasm/first.json"
  local carrier = read("src/wasm/carrier.js"):gsub("FIRST_STATE", function() return first end)
  local html = shortened(text.make { carrier = carrier, nonce = NONCE })
  local content = through("base64 -w 0", packed(joined(files)))
  local function put(mark, before, after)
    local at = assert(html:find(mark, 1, true), mark)
    html = html:sub(1, at - 1) .. before .. mark .. after .. html:sub(at + #mark)
  end
  put('<meta charset="utf-8">', "", ('\n<meta http-equiv="Content-Security-Policy" content="%s">'):format(POLICY))
  put("</body>", ('<script type="text/plain" id="packed">%s</script>\n'):format(content), "")
  return html
end

local function say(what, of)
  local bytes = type(of) == "string" and of or joined(of)
  io.stderr:write(("  %-22s %9d bytes, packed %8d\n"):format(what, #bytes, #through("gzip -9nc", bytes)))
end

-- The files of the arguments from `first` on; modules compiled, but for `read_by_help`.
local function given(first, read_by_help)
  local files = {}
  for i = first, #arg do
    local name, file = arg[i]:match "^(.-)=(.*)$"
    files[#files + 1] = { name = name, bytes = name == read_by_help and read(file) or compiled(name, read(file)) }
  end
  return files
end

if arg[1]:find("=", 1, true) then
  local files = given(1, "/lua/gts/init.lua")
  say(("%d files"):format(#files), files)
  io.stdout:write(packed(joined(files)))
  return
end
local program, glue = read(arg[1]), read(arg[2])
local files, own = given(3), {
  { name = "gts.wasm", bytes = program }, { name = "gts.js", bytes = glue },
  { name = "worker.js", bytes = read "src/wasm/worker.js" },
}
local all = table.move(files, 1, #files, #own + 1, table.move(own, 1, #own, 1, {}))
local made = page(all)
say("program", program)
say("its script", glue)
say(("%d files"):format(#files), files)
say("page", made)
io.stdout:write(made)
