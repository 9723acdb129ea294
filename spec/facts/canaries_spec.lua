-- The rows of files (gts.facts.files), and that what is read is never run. Each kind that is read has a canary: files of hostile
-- content, with right digests, which name rules that leave a mark where they are run, or are such code themselves; whatever the
-- commands that read them make of them, there is no mark.

local cells = require "gts.learn.cells"
local core = require "gts.core"
local files = require("gts.facts.files").extend()
local gts = require "gts"
local reading = require "gts.facts.reading"
local run = require "spec.support.run"
local sums = require "spec.support.sums"
local terminal = require "spec.support.terminal"

local read = run.read

-- A place with a canary: `rules`, the path of rules that leave a mark; `codes`, texts that do so if they are run as Lua, in
-- whatever context.
local function new_place(folder)
  local place = { folder = folder, mark = folder .. "/mark", rules = folder .. "/canary.lua" }
  local touch = ("io.open(%q, 'w'):close()"):format(place.mark)
  run.write(place.rules, touch .. [[

    local made = { name = "canary", start = 3, evaluate = function() return 0 end }
    function made.successors(n) return n > 0 and { n - 1 } or {} end
    return setmetatable(made, { __call = function() return 0 end })]])
  run.write(folder .. "/canary", touch)
  local chunk = string.dump(assert(load(touch)))
  local call = ("os.execute('touch${IFS}%s')"):format(place.mark)
  place.codes = { touch, "return " .. call, "(function() " .. touch .. " end)()", call, "]]..(" .. call .. ")..[[",
    '"..(' .. call .. ')..\"', "'..(" .. call .. ")..'", "%>" .. call, chunk }
  place.names = { place.rules, "./canary.lua", "canary" }
  return place
end

-- What one process does with TEXTS: it runs all COMMANDS with each as the file NAME, and tells where the mark was then there.
local TRIES = [[
  local kind, main = require("gts.core").files.kind, require "gts.program.cli"
  local function none() return false end
  local function zero() return 0 end
  local terminal = { is_terminal = none, shows = none, resume = coroutine.resume, presses = zero, size = zero,
    guard = function(report, f, ...) return xpcall(f, report, ...) end,
    say = function(_, text) assert(not text:find "attempt to [ci]", text) end }
  for _, text in ipairs(TEXTS) do
    for _, words in ipairs(COMMANDS) do
      local file = assert(io.open(NAME, "wb"))
      file:write(text)
      file:close()
      main({ [0] = "gts", table.unpack(words) }, terminal)
      if kind "mark" then
        io.stderr:write(("%s was run by gts %s:\n%q\n"):format(NAME, table.concat(words, " "), text))
        os.remove "mark"
      end
    end
  end
  io.stderr:write "tried"]]

local function listed(texts)
  local list = {}
  for i, text in ipairs(texts) do list[i] = type(text) == "table" and listed(text) or ("%q"):format(text) end
  return "{ " .. table.concat(list, ", ") .. " }"
end

-- Runs commands of gts in the place with each text as the file NAME. Returns what is said of those that were run.
local function run_by(place, name, texts, commands, environment)
  local script = ("local NAME, TEXTS, COMMANDS = %q, %s, %s\n"):format(name, listed(texts), listed(commands))
  local _, err = run.gts { script = script .. TRIES, folder = place.folder, environment = environment, input = "quit\n" }
  return assert(err:match "^(.*)tried$", err)
end

local function try(place, name, texts, ...) assert.equal("", run_by(place, name, texts, { ... })) end

-- A text for each code and name of the place, made by `f`; and the codes alone.
local function texts_of(place, f)
  local list = {}
  for _, code in ipairs(place.codes) do
    list[#list + 1] = code
    list[#list + 1] = f((code:gsub("[\n\r]", " ")), code)
  end
  for _, name in ipairs(place.names) do list[#list + 1] = f(name, name) end
  return list
end

-- The texts of games in a form (of a game, an option and a name) that names rules, options, players and positions.
local function records(place, form)
  local list = {}
  for i, name in ipairs(place.names) do
    for k, game in ipairs { name, "othello" } do
      for _, option in ipairs { "evaluation", (i + k) % 2 == 0 and "weights" or "size" } do
        list[#list + 1] = form:gsub("%u+", { GAME = game, OPTION = option, NAME = name })
      end
    end
  end
  return list
end

local canaries = {}

function canaries.table(place)
  try(place, "f", texts_of(place, function(text) return "gts table\n\0\0" .. text end),
    { "-e", "print(pcall(require('gts').table, { file = 'f' }))" })
end

function canaries.proof(place)
  try(place, "f", texts_of(place, function(text)
    return ("gts proof 2\ngame %s\nposition %s\nlower 1\nupper 1\nmin %s\nend\n"):format(text, text, text)
  end), { "verify", "f", "nim" })
end

-- The text about a database of this game, with these options.
local function about(game, options)
  return reading.with_digest(("gts database 2\nstate finished\ngame %s\nfingerprint %s\noptions %s\n"):format(game,
    ("0"):rep(64), options))
end

function canaries.database(place)
  local folder = place.folder .. "/d"
  core.files.folder(folder)
  local texts = texts_of(place, function(text)
    return about(text, ("{evaluation=%q, weights=%q}"):format(text, text))
  end)
  local function add(options) texts[#texts + 1] = about("othello", options) end
  for i, code in ipairs(place.codes) do
    code = code:gsub("[\n\r]", " ")
    add(i % 2 == 0 and code or "{evaluation=" .. code .. "}")
  end
  for _, name in ipairs(place.names) do
    add(("{evaluation=%q}"):format(name))
    add(("{weights=%q}"):format(name))
  end
  try(place, "d/about", texts, { "database", "d" })
  run.write(folder .. "/about", texts[#texts])
  try(place, "d/plan", texts_of(place, function(text) return sums.plan("gtsplan\n" .. text) end), { "database", "d" })
end

function canaries.game(place)
  try(place, "f", records(place, 'gts game 1\ngame GAME\noption OPTION "NAME"\nposition "NAME"\nmove d3\nend\n'),
    { "review", "f", "--depth", "1" }, { "play", "othello", "--load", "f" }, { "puzzles", "othello", "--file", "f" })
end

function canaries.match(place)
  local form = "gts match 1\ngame GAME OPTION:NAME\na NAME\nb book:NAME\nplies 0\nseed 1\nlongest 9\ngames\n"
    .. "game 1 max 1 1 rules d3\ngame 1 min 1 1 NAME d3\n"
  try(place, "f", records(place, form), { "review", "f", "--depth", "1" },
    { "book", "othello", "b", "--games", "f", "--positions", "0" },
    { "match", "nim", "random", "random", "--games", "2", "--file", "f" })
end

function canaries.moves(place)
  try(place, "f", texts_of(place, function(text) return "5 " .. text .. "\n" end),
    { "book", "tictactoe", "b", "--games", "f", "--positions", "0" })
end

function canaries.book(place)
  try(place, "f", texts_of(place, function(text)
    return reading.with_digest(("gts book 1\ngame %s\nfingerprint %s\nentries 1\n%s v1\n"):format(text, ("0"):rep(64), text))
  end), { "best", "nim", "--book", "f" }, { "book", "f", "nim" })
end

-- Tries what is read of the state of a run of gts.tune or gts.learn that was stopped, with lines of its own behind the head.
local function try_states(place, name, field, options, ...)
  options.games, options.file, options.progress = 4, place.folder .. "/f", function() return false end
  local looked_at = cells.games
  cells.games = 10              -- that is enough for so small a board
  gts[name](gts.game("othello", { size = 4 }), options)
  cells.games = looked_at
  local head = read(options.file .. ".state"):match "^.*\nstate\n"
  local texts = texts_of(place, function(text)
    local body = "found TEXT\nat TEXT\niteration 1\nshapes TEXT\nlearnt true\nweights TEXT\n"
    return reading.with_digest(head .. body:gsub("TEXT", (text:gsub("%%", "%%%%"))))
  end)
  for _, rules in ipairs(place.names) do texts[#texts + 1] = reading.with_digest(("%s%s %s\n"):format(head, field, rules)) end
  try(place, "f.state", texts, { "-e", "require('gts.learn.cells').games = 10" },
    { name, "othello", "size=4", "--games", "4", "--time", "0.02", "--file", "f", ... })
end

function canaries.tune(place) try_states(place, "tune", "found", { test = 2 }, "--test", "2") end

function canaries.learn(place)
  try_states(place, "learn", "shapes", { test = 0, shapes = "1x1" }, "--test", "0", "--shapes", "1x1")
end

function canaries.evaluation(place)
  local texts = texts_of(place, function(text)
    return reading.with_digest(("gts evaluation 1\ngame %s\nabout %s\nwords 3\nboard 8 8\nend %s\nwinner 0 8192\n"):format(text,
      text, text) .. ("weights 1 %s: cells 1\n%s\nplayer %s\nstate %s\npattern 1 %s\n"):format(text, text, text, text, text))
  end)
  for _, code in ipairs(place.codes) do
    local plain = code:gsub("%s", "")
    texts[#texts + 1] = reading.with_digest("gts evaluation 1\ngame othello\nwords 3\nboard 8 8\nend next\nwinner 0 8192\n"
      .. "weights 3 rows: cells 1\n1 2 3\nplayer +max -min\npattern 1 " .. plain .. "\npattern 1 a&1" .. plain .. "\n")
  end
  try(place, "f", texts, { "search", "othello", "evaluation=f", "--depth", "1", "--native", "false" })
end

function canaries.weights(place)
  try(place, "f", texts_of(place, function(text) return ("return { x = %s, %s = 1 }\n"):format(text, text) end),
    { "search", "othello", "weights=f", "--depth", "1" })
end

function canaries.description(place)
  local game = read "spec/corpus/descriptions/pause.kif"
  local texts = texts_of(place, function(text) return (game:gsub("take", (text:gsub("[%s%%]", "")))) end)
  for _, code in ipairs(place.codes) do
    texts[#texts + 1] = ";" .. code .. "\n" .. game:gsub("less", (code:gsub("[%s%%]", "")))
    texts[#texts + 1] = game .. "\n;\r" .. code
  end
  try(place, "f.kif", texts, { "search", "f.kif", "--depth", "2", "--native", "false" })
end

function canaries.experiment(place)
  run.write(place.folder .. "/tiny.lua", [[return { name = "tiny", games = { { branching = 2 } }, over = { depth = { 2 } },
    algorithms = { "minimax" }, seeds = 1 }]])
  try(place, "f", texts_of(place, function(text)
    return ('{"experiment":%q,"format":1,"gts":%q,"made":%q}\n{"point":%q,"seed":1,"values":%q}\n'):format(text, text, text, text,
      text)
  end), { "experiment", "./tiny.lua", "--file", "f" })
end

function canaries.jobs(place)
  local command = { "solve", "nim", "heaps={1,2}", "--by", "jobs", "--file", "f" }
  run.gts { folder = place.folder, table.unpack(command) }
  local head = read(place.folder .. "/f"):match "^[^\n]*\n[^\n]*\n[^\n]*\n"
  local is = head:match "fingerprint (%x+)"
  try(place, "f", texts_of(place, function(text)
    local line = ("%s %s 1 1 1 0 %s %s - - %s"):format(text, text, text, text, text)
    return head .. line .. " " .. core.hash(is .. " " .. line):sub(1, 16) .. "\n"
  end), command)
end

function canaries.progress(place)
  core.files.folder(place.folder .. "/gts")
  local texts = texts_of(place, function(text) return ("alphabeta seed %s screen 1 of 9 right 1 asked 1\n"):format(text) end)
  assert.equal("", run_by(place, "gts/course", texts, { { "course" } }, "XDG_STATE_HOME=" .. place.folder))
end

function canaries.history(place)
  local lines = { "_HiStOrY_V2_" }
  for _, text in ipairs(texts_of(place, function(text) return text end)) do
    lines[#lines + 1] = text:gsub("[^%g]", function(c) return ("\\%03o"):format(c:byte()) end)
  end
  run.write(place.folder .. "/history", table.concat(lines, "\n") .. "\n")
  local screen = terminal.start("'" .. run.program .. "'", place.folder, "GTS_HISTORY='" .. place.folder .. "/history'")
  screen:type "6 * 7"
  screen:expect "42"
  screen:leave()
  assert.is_nil(core.files.kind(place.mark))
end

local folder, gone
before_each(function() folder, gone = run.folder() end)
after_each(function() getmetatable(gone).__close() end)

describe("a file that is read #plain", function()
  for _, row in ipairs(files.rows) do
    if row.checked and not row.runs then
      it("is never run: " .. row.title .. (row.kind == "learn" and " #thorough" or ""), function()
        assert(canaries[row.kind], "it has no canary")(new_place(folder))
      end)
    end
  end
end)

describe("the canary", function()
  it("leaves its mark where it is run", function()
    local place = new_place(folder)
    local commands = { { "search", "./canary.lua" }, { "canary.lua" }, { "-e", place.codes[1] }, { "-e", place.codes[4] } }
    local _, count = run_by(place, "other", { "" }, commands):gsub("other was run by gts ", "")
    assert.equal(#commands, count)
  end)
end)

describe("a file that is run", function()
  it("is a text: chunks that are compiled are refused", function()
    local place = new_place(folder)
    try(place, "f.lua", { place.codes[#place.codes] }, { "f.lua" }, { "search", "./f.lua" }, { "experiment", "./f.lua" },
      { "check", "./f.lua" }, { "course", "alphabeta", "--grade", "f.lua" })
  end)
end)

describe("the rows of files", function()
  it("have what tables are made of, and a kind once", function()
    local seen = {}
    for _, row in ipairs(files.rows) do
      assert.is_nil(seen[row.kind])
      seen[row.kind] = true
      for _, name in ipairs { "title", "by", "form" } do assert.is_string(row[name], row.kind) end
      assert.is_true((row.checked == nil) == (row.damaged == nil) and (row.checked == nil) == (row.from == nil), row.kind)
      assert.is_true(row.section == nil or row.ends ~= nil or row.runs, row.kind)
    end
  end)
end)
