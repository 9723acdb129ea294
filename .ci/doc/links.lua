-- Follows every link of the site, and of the pages for man: each must lead to a file, and to an anchor in it.
--
--    lua5.4 .ci/doc/links.lua SITE MAN
--
-- Links to other hosts are counted, not followed.

local site, man = ...

local function files(folder, name)
  local list = {}
  local pipe <close> = assert(io.popen(("cd '%s' && find . -name '%s' -type f | sort"):format(folder, name)))
  for file in pipe:lines() do list[#list + 1] = file:sub(3) end
  return list
end

local function read(file)
  local f = io.open(file, "rb")
  if not f then return nil end
  local text = f:read "a"
  f:close()
  return text
end

local texts, anchors = {}, {}

local function text_of(file)
  if texts[file] == nil then texts[file] = read(site .. "/" .. file) or false end
  return texts[file]
end

-- A link as it is meant.
local function plain(text)
  local function letter(code) return string.char(tonumber(code, 16)) end
  return (text:gsub("&amp;", "&"):gsub("&quot;", '"'):gsub("%%(%x%x)", letter))
end

local function anchors_of(file)
  if not anchors[file] then
    anchors[file] = {}
    for name in text_of(file):gmatch ' id ?= ?"([^"]*)"' do anchors[file][plain(name)] = true end
    for name in text_of(file):gmatch '<a name ?= ?"([^"]*)"' do anchors[file][plain(name)] = true end
  end
  return anchors[file]
end

local function normal(path)
  local parts = {}
  for part in path:gmatch "[^/]+" do
    if part == ".." then parts[#parts] = nil elseif part ~= "." then parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

-- A tab of the page that runs gts: a link opens it, and fills its form by what follows a "?".
local function is_tab(file, mark) return file:find "^try/" ~= nil and anchors_of(file)["tab-" .. mark:gsub("%?.*", "")] end

local counts = { pages = 0, links = 0, outside = 0, man = 0, references = 0 }
local dead = {}

local function complain(...) dead[#dead + 1] = string.format(...) end

local function follow(from, to)
  if to:find "^https?:" then counts.outside = counts.outside + 1 return end
  if to:find "^data:" then return end
  counts.links = counts.links + 1
  local path, mark = plain(to):match "^([^#]*)#?(.*)$"
  local file = path == "" and from or normal((from:match "^.*/" or "") .. path)
  if not text_of(file) then complain("%s: %s leads to no file", from, to)
  elseif mark ~= "" and not (anchors_of(file)[mark] or is_tab(file, mark)) then
    complain("%s: %s leads to no place in %s", from, to, file)
  end
end

for _, file in ipairs(files(site, "*.html")) do
  -- The page that runs gts is one file with a script: what it leads to stands in it.
  if not file:find "^try/" then
    counts.pages = counts.pages + 1
    local text = text_of(file):gsub("<pre.-</pre>", "")
    for to in text:gmatch ' href ?= ?"([^"]*)"' do follow(file, to) end
    for to in text:gmatch ' src ?= ?"([^"]*)"' do follow(file, to) end
  end
end

-- The index of the search: pages, and sections with the numbers of their pages and their anchors.
local indexed, places = text_of "search.js" or "", {}
local pages, sections = indexed:match "const pages = (.-)\n%];\nconst sections = (.-);\n"
for place in (pages or ""):gmatch '\n%["([^"]*)"' do places[#places + 1] = place end
for number, mark in (sections or ""):gmatch '%[(%d+),"([^"]*)"' do
  local place = places[tonumber(number) + 1]
  follow("search.js", mark ~= "" and ("%s#%s"):format(place, mark) or place)
end

local there = {}
for _, file in ipairs(files(man, "gts*")) do there[file:match "[^/]*$"] = file end
for name, file in pairs(there) do
  counts.man = counts.man + 1
  for other, section in read(man .. "/" .. file):gsub("\\%-", "-"):gmatch "\\fB(gts[%w-]*)\\fR%((%d)%)" do
    counts.references = counts.references + 1
    if not there[("%s.%s"):format(other, section)] then complain("%s: there is no page %s(%s)", name, other, section) end
  end
end

table.sort(dead)
for _, line in ipairs(dead) do io.stderr:write(line, "\n") end
print(("%d pages with %d links, %d of them to other hosts; %d pages for man with %d references: %d dead"):format(
  counts.pages, counts.links + counts.outside, counts.outside, counts.man, counts.references, #dead))
if #dead > 0 then os.exit(1) end
