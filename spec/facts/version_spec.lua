-- Versions: one place that has the version, and what the numbers of rules and files are good for.

local gts = require "gts"
local no_compiler = require "spec.support.no_compiler"
local run = require "spec.support.run"

local read = run.read

describe("the version", function()
  it("stands in one place, and every other has it from there", function()
    local stated = read("src/base/version.h"):match '#define GTS_VERSION "(.-)"'
    assert.matches("^%d+%.%d+%.%d+$", stated)
    assert.equal(stated, gts.version)
    assert.equal(stated, gts.versions.gts)
    assert.equal(stated, run.output "env -u MAKEFLAGS make -s version")
    assert.equal("", run.output(("grep -rn '\"%s\"' lua games src --include=*.lua --include=*.[ch] | grep -v version.h | "
      .. "grep -v '\"gts\":' || true"):format(stated)))
  end)

  it("has its part of the changes, with a date", function()
    assert.truthy(read("CHANGELOG.md"):find("\n## " .. gts.version .. " %- %d%d%d%d%-%d%d%-%d%d\n"))
  end)
end)

describe("gts --version", function()
  it("says which gts it is, and what it has, in a few short lines", function()
    local out = run.fine { "--version" }
    assert.equal("gts " .. gts.version, out:match "^[^\n]*")
    local count = 0
    for line in out:gmatch "[^\n]+" do
      count = count + 1
      assert(#line <= 100, line)
    end
    assert(count >= 4 and count <= 6, out)
    local words = { "libedit", "libb2", "zstd", "libmicrohttpd", "seccomp", "MPI", "libtcc", "Lua 5.4", gts.versions.rules }
    for _, word in ipairs(words) do assert.truthy(out:find(word, 1, true), word) end
    assert.equal(out, (run.gts { "-v" }))
  end)

  it("names the compiler that compiles rules, or says that there is none", function()
    local bare = run.gts { "--version", bare = true, environment = "CC= PATH=/nowhere" }
    assert.truthy(bare:find "rules run in Lua: no C compiler is there\n$")
    if no_compiler() then return pending "needs a C compiler" end
    assert.truthy((run.gts { "--version" }):find "rules are compiled by /")
    assert.truthy((run.gts { "--version", environment = "-i" }):find "rules are compiled by /")
  end)

  it("gives the same as data", function()
    local out, _, code = run.gts { "--version", "--json" }
    assert.equal(0, code)
    local data = require("dkjson").decode(out)
    assert.equal(gts.version, data.gts)
    assert.same(gts.versions.files, data.files)
    assert.equal(gts.versions.rules, data.rules)
    assert.equal(gts.versions.results, data.results)
    assert.equal(7, #data.with + #data.without)
    assert.is_false(data.static)
  end)

  it("takes nothing else", function()
    for _, words in ipairs { { "--version", "nim" }, { "--version", "--json", "nim" } } do
      local err = run.ends(2, words)
      assert.truthy(err:find("'nim'", 1, true))
    end
  end)
end)

describe("rules.protocol", function()
  local function seven() return 7 end
  local function none() return {} end

  local function rules(protocol) return { protocol = protocol, name = "one", start = 1, evaluate = seven, successors = none } end

  it("lets rules state what they need", function()
    assert.equal(7, gts.search(rules(gts.versions.rules)).value)
    assert.equal(7, gts.search(rules "1.0").value)
    assert.equal(7, gts.search(rules()).value)
  end)

  it("has those refused that need a later one, whatever else may look wrong here", function()
    local major, minor = gts.versions.rules:match "^(%d+)%.(%d+)$"
    for _, wanted in ipairs { major .. "." .. minor + 1, major + 1 .. ".0", "0.9", "99999999999999999999.0" } do
      local good, wrong = pcall(gts.game, { protocol = wanted, name = "later", evaluate = 3 })
      assert.is_false(good)
      assert.equal(("the game 'later': these rules need the rules protocol %s: gts %s has %s"):format(wanted,
        gts.version, gts.versions.rules), wrong)
    end
  end)

  it("is a version, or it is refused", function()
    for _, wrong in ipairs { 1, 1.0, "", "1", "1.0.0", "one", true, {} } do
      local good, why = pcall(gts.game, rules(wrong))
      assert.is_false(good)
      assert.truthy(why:find("the game 'one': rules.protocol is ", 1, true), why)
    end
  end)

  it("is looked at in a file, too, and by gts check", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/later.lua", 'return { protocol = "9.0", name = "later", start = 1 }')
    for _, command in ipairs { "search", "check" } do
      local out, err, code = run.gts { command, folder .. "/later.lua" }
      assert.not_equal(0, code)
      assert.truthy((out .. err):find("these rules need the rules protocol 9.0", 1, true), out .. err)
    end
  end)
end)

describe("a file of a later format", function()
  local folder, gone = run.folder()

  teardown(function() getmetatable(gone).__close() end)

  -- What is said of a file whose first line is this.
  local function refused(command, first, rest)
    local file = folder .. "/later"
    run.write(file, first .. "\n" .. (rest or ""))
    local words = { table.unpack(command) }
    words[#words + 1] = file
    local out, err, code = run.gts(words)
    assert.not_equal(0, code)
    return out .. err
  end

  it("is refused, with both numbers: a proof, a saved game, the games of a match", function()
    local files = gts.versions.files
    local function says(kind, command)
      for _, format in ipairs { 77, 10 * files[kind] } do
        local text = refused(command, ("gts %s %d"):format(kind, format), "end\n")
        local told = ("its format is %s %d: gts %s reads %s %d"):format(kind, format, gts.version, kind, files[kind])
        assert.truthy(text:find(told, 1, true), text)
      end
    end
    says("proof", { "verify", "nim" })
    says("game", { "play", "nim", "--load" })
    says("match", { "match", "nim", "level:1", "level:1", "--file" })
  end)

  it("or a database", function()
    local text = "gts database 77\nstate finished\ngame nim\nfingerprint 0\n"
    run.write(folder .. "/about", text .. "digest " .. require("gts.core").hash(text) .. "\n")
    local good, wrong = pcall(gts.database, folder)
    assert.is_false(good)
    assert.truthy(wrong:find "its format is database 77: gts .* reads database 2", wrong)
  end)

  it("or a table, or the file of an experiment", function()
    local file = folder .. "/table"
    assert(gts.table { bytes = 1 << 16 }:save(file))
    local text = read(file)
    run.write(file, text:sub(1, 12) .. "\77" .. text:sub(14))
    local good, wrong = pcall(gts.table, { file = file, game = "nim" })
    assert.is_false(good)
    assert.truthy(wrong:find("is a table of another format", 1, true), wrong)
    file = folder .. "/kept"
    run.write(file, '{"experiment":"memsss-table2","format":77,"gts":"9.0.0","made":""}\n')
    good, wrong = pcall(gts.experiment, "memsss-table2", { quick = true, file = file })
    assert.is_false(good)
    assert.truthy(tostring(wrong):find("its format is experiment 77", 1, true), wrong)
  end)
end)
