-- The packages: what they state of gts agrees with what gts is, and each with the others. That they build and work is seen by
-- `make packages-check`.

local gts = require "gts"
local run = require "spec.support.run"

-- The packages that a text names after `need`, in the branches of .ci/setup that a goal takes.
local function needed(goal)
  local set, taken = {}, nil
  for line in (run.read ".ci/setup"):gmatch "[^\n]+" do
    local goals = line:match "^  ([%l|]+)%)$"
    if line:find '^if %[ "%$goal" != ' then taken = not line:find(('"$goal" != %s ]'):format(goal), 1, true)
    elseif goals then taken = ("|" .. goals .. "|"):find("|" .. goal .. "|", 1, true) ~= nil
    elseif line:find "^%s*;;$" or line == "fi" then taken = nil end
    local package = line:match "^%s+need ([%w.+-]+) "
    if package and taken then set[package] = true end
  end
  return set
end

-- A field of a paragraph of the control file, as a set of names.
local function names(text)
  local set = {}
  for entry in text:gmatch "[^,]+" do
    local name = entry:match "^%s*([%w.+-]+)"
    if name then set[name] = true end
  end
  return set
end

local control = run.read "rocks/debian/control"

describe("the Debian package #lua", function()
  it("needs to be built what the setup names, and nothing else", function()
    local wanted = names(control:match "Build%-Depends:(.-)\n%S")
    wanted["debhelper-compat"], wanted.debhelper = nil, true
    local set = needed "deb"
    -- What every package is built with, and what looks at it.
    for _, name in ipairs { "gcc", "libc6-dev", "dpkg-dev", "lintian" } do
      assert.is_true(set[name], name)
      set[name] = nil
    end
    assert.same(set, wanted)
    assert(set["liblua5.4-dev"] and set["libopenmpi-dev"])
  end)

  it("has the version of gts, and its licence", function()
    assert.truthy(run.read("rocks/debian/changelog"):find(("gts-search (%s-1)"):format(gts.version), 1, true))
    assert.equal(gts.version, run.read(".github/CITATION.cff"):match "\nversion: (%S+)\n")
    local licence = run.read("LICENSE"):match "(Permission.*)$":gsub("%s+", " ")
    local stated = run.read("rocks/debian/copyright"):match "(Permission.*)$":gsub("\n %.\n", "\n"):gsub("%s+", " ")
    assert.equal(licence, stated)
  end)

  it("has no lines that a terminal would break", function()
    for line in control:gmatch "[^\n]+" do assert(#line <= 80, line) end
  end)
end)

describe("make dist #lua", function()
  it("needs no compiler", function() assert.same({ tar = true, gzip = true }, needed "dist") end)

  it("packs a rockspec of this version with the source, that of the checkout but for where the source is #packages", function()
    local folder, gone <close> = run.folder()
    run.output(("env -u MAKEFLAGS -u MAKELEVEL make -s dist BUILD='%s'"):format(folder))
    local name = "gts-" .. gts.version
    local listed = "\n" .. run.output(("tar -tzf '%s/%s.tar.gz'"):format(folder, name)) .. "\n"
    local parts = { name .. "-1.rockspec", "Makefile", "src/base/version.h", "rocks/packages.mk", "rocks/debian/control",
      "lua/gts/init.lua", "games/nim.lua", ".ci/setup", "spec/project/packages_spec.lua", "LICENSE", "README.md", "CHANGELOG.md" }
    for _, file in ipairs(parts) do
      assert.truthy(listed:find("\n" .. name .. "/" .. file .. "\n", 1, true), file)
    end
    assert.is_nil(listed:find("/build/", 1, true))
    local function said(file)
      local all = {}
      assert(loadfile(file, "t", all))()
      return all
    end
    local release, here = said(("%s/%s-1.rockspec"):format(folder, name)), said "rocks/gts-scm-1.rockspec"
    assert.equal(gts.version .. "-1", release.version)
    assert.equal(("file://%s.tar.gz"):format(name), release.source.url)
    release.version, release.source, here.version, here.source = nil, nil, nil, nil
    assert.same(here, release)
  end)
end)

describe("the static program", function()
  it("is linked with all that it says it carries", function()
    local text = run.read "rocks/packages.mk"
    local packages = " " .. text:match "STATIC_PACKAGES = ([^\n]+)" .. " "
    -- The last is for x86-64 alone.
    local not_linked = { gcc = true, ["libc6-dev"] = true, ["lua5.4"] = true, ["lua-dkjson"] = true, ["libtcc-dev"] = true }
    for name in pairs(needed "static") do
      assert.truthy(not_linked[name] or packages:find(" " .. name .. " ", 1, true), name)
    end
  end)
end)
