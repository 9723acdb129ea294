--- What strangers can hand to gts as files, for spec/support/inputs.lua: a target for each kind of file that is read (see
-- gts.facts.files). Whatever the bytes are, a file is refused by name or read, in time; digests and checksums are put right, so
-- that what stands behind them is tried, too.
--
--    games          saved games and matches      moves         games as lists of moves
--    books          opening books                weights       files of weights
--    jobs           files of jobs                descriptions  game descriptions, translated to Lua
--    tunings        states of gts.tune           experiments   results of experiments
--    learnings      states of gts.learn          progress      progress in the course
--    evaluations    learnt evaluations
--    databases      about, plan and parts of a finished database, and of one that is begun
--
-- The first byte of an input says of which kind it is where there are several, or whether sums are put right.

local book = require "gts.book.book"
local book_games = require "gts.book.games"
local core = require "gts.core"
local description = require "gts.gdl.file"
local experiment_file = require "gts.experiments.experiment_file"
local gts = require "gts"
local learn = require "gts.learn.choice"
local played = require "gts.play.played"
local plan = require "gts.learn.plan"
local progress = require "gts.course.progress"
local race = require "spec.support.race"
local reading = require "gts.facts.reading"
local self_play = require "gts.learn.self_play"
local saved = require "gts.play.saved"
local state = require "gts.train.state"
local sums = require "spec.support.sums"

local of_files = {}

local SESSIONS = 20             -- games of a file that are replayed

-- A text with the digest of its lines, whatever its last line was.
local function sealed(text) return reading.with_digest(text:match "^(.*\n)digest [^\n]*\n?$" or text) end

-- Opens games, and replays them.
local function replay(check_message, list, wrong)
  if not list then return check_message(wrong) end
  if list.wrong then check_message(list.wrong) end
  for i = 1, math.min(list.count, SESSIONS) do
    local s, why = list.session(i)
    if why then check_message(why) end
    if s then assert(#s.played >= 0) end
  end
end

-- Jobs: the answers of a forged file may be false, and the value with them.

of_files.job_game = gts.game("nim", { heaps = { 1, 2, 2 } })

local function sealed_jobs(text)
  local is, number = text:match "\nfingerprint ([^\n]*)", 0
  return (text:gsub("[^\n]+", function(line)
    number = number + 1
    local above = number > 3 and is and line:match "^(.*) [^ ]*$"
    return above and ("%s %s"):format(above, core.hash(is .. " " .. above):sub(1, 16)) or line
  end))
end

-- Experiments.

of_files.experiment = { name = "tiny", version = "1", made = "0" }

-- Tuning and learning.

function of_files.tune_game() return race { x = 50, y = 20 } end

function of_files.tune_options(file, go)
  return { games = 8, players = { nodes = 5 }, plies = 2, test = 2, file = file, progress = go or function() return false end }
end

local learnt

-- Opens a state, and goes on with its courses.
function of_files.learn(name, go)
  if not learnt then
    local full = gts.game("breakthrough", { columns = 3, rows = 4 })
    local rules = { name = "small", words = 3, start = full.start, next = full.next, player = full.player, board = full.board,
      range = full.range, native = false, evaluate = full.evaluate }
    local of = gts.game(rules)
    learnt = { of = of, plan = assert(plan.make(of, { shapes = "1x1", seed = 1 })), all = { copies = 1, workers = 1,
      method = "td", depth = 1, lambda = 0.5, rate = 1, explore = 0, plies = 0, longest = 20, seed = 1 } }
  end
  local work = setmetatable({}, { __index = learnt })
  function work.tell() end
  function work.run(_, jobs, f, done)
    for i, job in ipairs(jobs) do done(i, f(job)) end
    return true
  end
  local wrong
  work.state, wrong = state.open("learn", name, { "game small" }, learn.forms)
  if not work.state then error(wrong, 0) end
  for _, key in ipairs { "", "_a" } do
    local course = self_play.course(work, learnt.plan, key)
    if go and key == "" then go(course) end
  end
end

-- Databases.

local nim = gts.game("nim", { heaps = { 2, 2 } })

--- The files of a small database, which is made in a folder: name -> bytes.
function of_files.database(folder)
  local r = gts.solve(nim, { by = "retrograde", folder = folder, native = false })
  r.database:close()
  local files = {}
  for _, name in ipairs { "about", "plan", "tier-0-max.gts", "tier-0-min.gts" } do
    files[name] = core.files.read(folder .. "/" .. name, 1 << 20)
  end
  return files
end

local whole

-- Asks a database all that can be asked.
local function ask(db)
  db:check()
  db:counts()
  assert(db:stats().positions >= 0)
  for _, move in ipairs(gts.moves(nim)) do
    db:value(move.position, "min")
    db:best(move.position, "min")
  end
end

-- Removes a folder, without another process where nothing unexpected is in it.
local function remove(folder)
  for _, name in ipairs { "about", "plan", "tier-0-max.gts", "tier-0-min.gts" } do os.remove(folder .. "/" .. name) end
  if core.files.kind(folder) and not os.remove(folder) then os.execute(("rm -rf '%s'"):format(folder)) end
end

local function check_database(help, number, bytes)
  local folder = ("%s/gts-database-%s"):format(help.folder, core.hash(bytes):sub(1, 16))
  remove(folder)
  if not whole then
    whole = of_files.database(folder)
    remove(folder)
  end
  core.files.folder(folder)
  local begun = number >= 4
  local names = { [0] = "about", "plan", "tier-0-max.gts", "tier-0-min.gts" }
  for name, text in pairs(whole) do core.files.write(folder .. "/" .. name, text) end
  if begun then core.files.write(folder .. "/about", sealed((whole.about:gsub("finished", "begun")))) end
  core.files.write(folder .. "/" .. names[number % 4], bytes)
  local ok, wrong
  if begun then
    ok, wrong = pcall(gts.solve, nim, { by = "retrograde", folder = folder, native = false, memory = 64 << 20 })
    if ok then wrong.database:close() end
  else
    ok, wrong = pcall(function()
      local db <close> = setmetatable({}, { __close = function(self) if self.db then self.db:close() end end })
      db.db = gts.database(folder, nim)
      ask(db.db)
    end)
  end
  remove(folder)
  if not ok then help.check_message(wrong) end
end

--- The targets.
-- @tparam table help with_file(bytes, f); check_message(text); folder, for files
-- @treturn table name -> function of bytes
function of_files.targets(help)
  local targets, check_message = {}, help.check_message

  -- A target whose `open` raises, or returns, what is wrong.
  local function reader(open)
    return function(name)
      local ok, good, wrong = pcall(open, name)
      if not ok then return check_message(good) end
      if not good and wrong then check_message(wrong) end
    end
  end

  function targets.games(bytes)
    help.with_file(bytes:sub(2), function(name)
      if bytes:byte(1) == 0 then reader(function(file) return saved.load(file, "tictactoe") end)(name) end
      local ok, list, wrong = pcall(played.read, name)
      if not ok then return check_message(list) end
      replay(check_message, list, wrong)
    end)
  end

  function targets.moves(bytes)
    help.with_file(bytes, function(name) replay(check_message, book_games.open(name, gts.game "tictactoe")) end)
  end

  function targets.books(bytes)
    local text = bytes:sub(2)
    if bytes:byte(1) == 1 then text = sealed(text) end
    help.with_file(text, reader(function(name)
      local of = gts.game "tictactoe"
      local b, wrong = book.open(name, of)
      if not b then return nil, wrong end
      for seed = 0, 3 do b:find(of, of.start, seed > 0 and seed or nil) end
      b:answer(of, of.start)
      return b:save(name) and tostring(b)
    end))
  end

  function targets.jobs(bytes)
    local text = bytes:sub(2)
    if bytes:byte(1) == 1 then text = sealed_jobs(text) end
    help.with_file(text, reader(function(name)
      local r = gts.solve(of_files.job_game, { by = "jobs", job_nodes = 2, file = name })
      assert(bytes:byte(1) == 1 or r.value == 1, "a false value")
      return r
    end))
  end

  function targets.experiments(bytes)
    help.with_file(bytes, reader(function(name) return experiment_file.open(name, of_files.experiment) end))
  end

  function targets.evaluations(bytes)
    help.with_file(sealed(bytes), reader(function(name)
      local of = gts.game("tictactoe", { evaluation = name, native = false })
      gts.search(of, { algorithm = "alphabeta", depth = 2, native = false, nodes = 1000 })
      return of
    end))
  end

  function targets.weights(bytes)
    help.with_file(bytes, reader(function(name) return gts.game(race { x = 50, y = 20 }, { weights = name }) end))
  end

  function targets.progress(bytes)
    local old = os.getenv
    local folder = help.folder .. "/gts-progress"
    if not core.files.kind(folder) then core.files.folder(folder) end
    if not core.files.kind(folder .. "/gts") then core.files.folder(folder .. "/gts") end
    core.files.write(folder .. "/gts/course", bytes)
    os.getenv = function(name) return name == "XDG_STATE_HOME" and folder or nil end      -- luacheck: ignore
    local ok, wrong = pcall(progress.load)
    os.getenv = old                                                                        -- luacheck: ignore
    if not ok then check_message(wrong) end
  end

  function targets.descriptions(bytes) help.with_file(bytes, reader(description.rules)) end

  function targets.tunings(bytes)
    local text = sealed(bytes)
    help.with_file("", function(name)
      core.files.write(name .. ".state", text)
      reader(function() return gts.tune(of_files.tune_game(), of_files.tune_options(name)) end)()
      os.remove(name .. ".state")
      os.remove(name .. ".test")
    end)
  end

  function targets.learnings(bytes) help.with_file(sealed(bytes), reader(of_files.learn)) end

  function targets.databases(bytes)
    local number, body = (bytes:byte(1) or 0) % 8, bytes:sub(2)
    body = number % 4 == 0 and sealed(body) or number % 4 == 1 and sums.plan(body) or sums.part(body)
    check_database(help, number, body)
  end

  return targets
end

return of_files
