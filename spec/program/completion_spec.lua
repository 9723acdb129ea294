-- Completion in the shells: what may stand where, and that bash and zsh come by it.

local candidates = require "gts.program.candidates"
local core = require "gts.core"
local commands = require "gts.program.commands"
local errors = require "spec.support.errors"
local games = require "gts.game"
local gts = require "gts"
local run = require "spec.support.run"
local Terminal = require "spec.support.terminal"
local words = require "gts.base.words"

local says = errors.says
local folder = run.program:match "^(.*)/"

-- The candidates at the end of a command line whose words are parted by spaces.
local function at(line)
  local before = {}
  for word in line:gmatch "[^ ]+" do before[#before + 1] = word end
  local current = line:find " $" and "" or table.remove(before) or ""
  local list = {}
  for i, candidate in ipairs(candidates.at(before, current)) do list[i] = candidate.word end
  return list
end

local function all_of(list, wanted)
  for _, word in ipairs(wanted) do assert.is_true(words.contains(list, word), word) end
end

describe("completion #lua", function()
  it("begins with commands and scripts", function()
    all_of(at "", commands.names)
    all_of(at "", { ":lua", "--help" })
    assert.is_false(words.contains(at "", "complete"))
    assert.same({ "search", ":lua" }, at "sea")
    assert.same({ ":files" }, at "./script.lua ")
  end)

  it("has the games where a game may stand", function()
    all_of(at "search ", games.shipped)
    assert.same({ "connect4", ":lua" }, at "best conn")
    assert.same({ "connect4", ":lua" }, at "best --depth 3 conn")
    assert.same({ "othello", ":lua" }, at "equivalent nim ot")
    assert.same({ "nim", ":lua" }, at "bench othello nim")
  end)

  it("has the options of the game, and their values", function()
    assert.same({ "size=" }, at "search othello si")
    assert.same({ "size=4", "size=6", "size=8" }, at "search othello size=")
    assert.same({ "misere=true" }, at "search nim misere=t")
    assert.same({ "rows=", "strong=" }, at "best connect4 columns=5 plain=true ")
    all_of(at "equivalent nim ", { "heaps=", "misere=", "othello" })
  end)

  it("has a tree where a game may stand, and its fields", function()
    assert.same({ "tree", ":lua" }, at "draw tre")
    assert.same({ "branching=" }, at "draw tree bra")
    assert.same({ "order=random" }, at "search tree branching=2 order=ra")
  end)

  it("does not run the file of a game", function()
    local place, gone <close> = run.folder()
    run.write(place .. "/rules.lua", ("local f = io.open('%s/ran', 'w') f:close() return {}"):format(place))
    at(("search %s/rules.lua "):format(place))
    assert.is_nil(io.open(place .. "/ran"))
  end)

  it("has the options of the command, each once, and their values", function()
    assert.same({ "--depth", "--deepen", "--descent" }, at "search nim --de")
    assert.same({ "--deepen", "--descent" }, at "search --depth 4 nim --de")
    all_of(at "search connect4 rows=1 columns=2 plain=true strong=false ", { "--depth", "--json" })
    local ids = {}
    for i, algorithm in ipairs(gts.algorithms) do ids[i] = algorithm.id end
    assert.same(ids, at "search nim --algorithm ")
    assert.same({ "--algorithm=memsss", "--algorithm=memdual" }, at "search nim --algorithm=mem")
    assert.same({ "hstar" }, at "search nim --select h")
    assert.same({ "--bounds=true" }, at "search nim --bounds=t")
    assert.same({ ":files" }, at "search nim --proof ")
    assert.same({ ":files" }, at "verify nim heaps={1} misere=false a")
    assert.same({}, at "search nim --depth ")
    assert.equal(#core.algorithms, #ids)
  end)

  it("has the topics of the help, the games and the commands", function()
    all_of(at "help ", { "rules", "connect4", "search", "commands" })
    all_of(at "help al", { "algorithms" })
    assert.is_false(words.contains(at "help al", "rules"))
    assert.same({ "bash" }, at "completion b")
  end)
end)

-- What bash makes of a line: its candidates.
local function bash(line)
  local script = ([==[
    source <('%s' completion bash)
    # As bash parts a line: at spaces, and around = and :
    parted=$(sed -e 's/[=:]/ & /g' <<<"$1")
    COMP_WORDS=($parted)
    [[ $1 == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _gts '%s' 2>/dev/null
    printf '%%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort
  ]==]):format(run.program, run.program)
  local place, gone <close> = run.folder()
  run.write(place .. "/try.sh", script)
  run.output(("mkdir '%s/here' '%s/here/sub'; touch '%s/here/a.lua' '%s/here/b.txt'"):format(place, place, place, place))
  return (run.output(("cd '%s/here' && bash --norc '%s/try.sh' '%s' 2>&1"):format(place, place, line)):gsub("\n", " "))
end

describe("bash #lua", function()
  it("gets commands and values", function()
    assert.equal("search", bash "gts sea")
    assert.equal("sss sss2", bash "gts search nim --algorithm ss")
  end)

  it("gets back only what is behind an =, where it parts words", function()
    assert.equal("sss sss2", bash "gts search nim --algorithm=ss")
    assert.equal("4 6 8", bash "gts best othello size=")
  end)

  it("completes files where they may stand", function()
    local list = " " .. bash "gts check " .. " "
    says(list, " a.lua ", " sub ", " nim ")
    assert.is_nil(list:find("b.txt", 1, true))
    assert.equal("a.lua b.txt sub", bash "gts verify nim misere=true heaps=1 ")
  end)

  it("does so on a terminal", function()
    local home, gone <close> = run.folder()
    local terminal = Terminal.start(("PATH='%s':$PATH PS1='# ' exec bash --norc --noprofile -i"):format(folder), home)
    terminal:expect "# "
    terminal:press "source <(gts completion bash)\r"
    terminal:expect "# "
    terminal:press "gts searc\tconn\tcolumns=4 rows=4 --algorithm=alphab\t --depth 2\r"
    terminal:expect "1 2 3 4\r\nmove"
    terminal:expect "with alphabeta"
    terminal:press "exit\r"
    terminal:close()
  end)
end)

describe("zsh #lua", function()
  it("gets them too, with what they are #thorough", function()
    local home, gone <close> = run.folder()
    local terminal = Terminal.start(("PATH='%s':$PATH PS1='# ' exec zsh -f -i"):format(folder), home)
    terminal:expect "# "
    terminal:press("autoload -Uz compinit && compinit -u -d ~/dump && source <(gts completion zsh)\r")
    terminal:expect "# "
    terminal:press "gts searc\tconn\tcolumns=4 rows=4 --algorithm alphab\t --depth 2\r"
    terminal:expect "1 2 3 4\r\nmove"
    terminal:expect "with alphabeta"
    terminal:press "gts best connect4 \t"
    terminal:expect "columns of the board"
    terminal:press "\21exit\r"                  -- takes the line away; Ctrl-C might end the list alone
    terminal:close()
  end)
end)

describe("gts completion #lua", function()
  it("has scripts for bash and zsh", function()
    for _, shell in ipairs { "bash", "zsh" } do
      says(run.gts { "completion", shell }, "_gts", "complete -- ")
    end
    local err = run.ends(2, { "completion", "fish" })
    says(err, "no completion for 'fish': there is one for bash and zsh")
    says(select(2, run.gts { "completion" }), "which shell: bash or zsh?")
  end)
end)
