-- The script that follows the links of what `make doc` makes: .ci/doc/links.lua.

local run = require "spec.support.run"

-- Runs it over pages of a site and for man: what it says, and its exit code.
local function follow(pages, man)
  local folder, gone <close> = run.folder()
  assert(gone and os.execute(("mkdir -p '%s/site/sub' '%s/site/try' '%s/man/man1' '%s/man/man7'"):format(folder, folder, folder,
    folder)))
  for name, text in pairs(pages) do run.write(folder .. "/site/" .. name, text) end
  for name, text in pairs(man) do run.write(("%s/man/man%s/%s"):format(folder, name:sub(-1), name), text) end
  local command = ("lua5.4 .ci/doc/links.lua '%s/site' '%s/man' 2>&1; echo $?"):format(folder, folder)
  return run.output(command):match "^(.*)\n(%d+)$"
end

describe("the script that follows links #lua", function()
  it("passes what leads somewhere", function()
    local said, code = follow({
      ["index.html"] = '<h1 id="a-b">x</h1><a href="sub/b.html">b</a> <a href="#a-b">a</a> <a href="https://x.org/">x</a>',
      ["sub/b.html"] = '<a name="gts.x"></a><a href="../index.html#a-b">a</a><img src="../p.svg"> <a href="#gts.x">x</a>',
      ["p.svg"] = "<svg/>",
    }, { ["gts.1"] = "\\fBgts\\-rules\\fR(7)", ["gts-rules.7"] = "\\fBgts\\fR(1),\n\\fBls\\fR(1)" })
    assert.equal("0", code)
    assert.equal("2 pages with 6 links, 1 of them to other hosts; 2 pages for man with 2 references: 0 dead", said)
  end)

  it("follows the index of the search, and links to tabs of the page that runs gts", function()
    local said, code = follow({
      ["a.html"] = '<h2 id="b">b</h2><script src="search.js"></script><a href="try/gts.html#rules">t</a>',
      ["try/gts.html"] = '<button id="tab-rules">',
      ["search.js"] = 'const pages = [\n["a.html","A","K"],\n["no.html","B","K"]\n];\n'
        .. 'const sections = [[0,"","A","text"],[0,"b","b",""],[0,"c","c",""],[1,"","B",""]];\nconst words = {};\n',
    }, {})
    assert.equal("1", code)
    for _, line in ipairs {
      "search.js: a.html#c leads to no place in a.html", "search.js: no.html leads to no file", ": 2 dead",
    } do assert.truthy(said:find(line, 1, true), line .. "\n" .. said) end
  end)

  it("names each link that leads nowhere", function()
    local said, code = follow({
      ["index.html"] = '<a href="no.html">n</a> <a href="sub/b.html#no">b</a> <a href="#no">a</a> <img src="no.svg">',
      ["sub/b.html"] = '<a href="b.html">itself</a>',
    }, { ["gts.1"] = "\\fBgts\\-rlues\\fR(7)" })
    assert.equal("1", code)
    for _, line in ipairs {
      "index.html: no.html leads to no file", "index.html: no.svg leads to no file",
      "index.html: sub/b.html#no leads to no place in sub/b.html", "index.html: #no leads to no place in index.html",
      "gts.1: there is no page gts-rlues(7)", ": 5 dead",
    } do assert.truthy(said:find(line, 1, true), line .. "\n" .. said) end
  end)
end)
