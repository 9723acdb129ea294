--- The fields of rules, in order of their checks: these, `gts help rules` and the annotations for editors are made of the rows.
--
-- A row has `name`; `kind`, see gts.base.schema; `required`; `type`, as the Lua language server writes it, where the kind does
-- not say it; `shown`, how the manual shows it; `need`, whether it must be there; and `text`, what it is, in Markdown. A row
-- without `text` is described with another field. `about` has a function whose answer about a position or move is no position:
-- "search" or "people" asks it; `of_move`, one that is about a move. Rules that are made of others have it, too
-- (rules/mutable.lua, rules/staged.lua). `digest`: values depend on the field; its place among those in rules/fingerprint.lua.

local schema = require "gts.base.schema"
local versions = require "gts.facts.versions"

local rules = {}

local function is_number(value) return type(value) == "number" and value == value end

local native = schema.any_of {
  schema.with_alternatives(schema.flag, { "true", "false" }), schema.with_alternatives(schema.one_of {
    "auto" }, { "'auto'" }),
}

local OF_POSITION = "fun(position: any, ...): "

rules.rows = {
  { name = "name", kind = schema.text, required = true, shown = "`name`", need = "required", text = "a string" },
  { name = "start", kind = schema.any "a position", required = true, shown = "`start`", need = "required",
    text = "the first position" },
  { name = "successors", kind = schema.callable, type = "fun(position: any): any[]|function, ...", shown = "`successors(p)`",
    need = "required, or another form",
    text = "a list of positions and a list of their moves (default: 1, 2, ...); or an iterator for `for move, q in "
      .. "rules.successors(p)`. None: `p` is terminal" },
  { name = "next", kind = schema.callable, type = "fun(position: any, ...): ...", shown = "`next(p, move)`", need = "or this",
    text = "like Lua's own `next`: given nil, the first move and its position; given a move, the one after it; at the end nil" },
  { name = "legal", kind = schema.callable, type = OF_POSITION .. "integer, ...", shown = "`legal(p)`, `play(p, move)`",
    need = "or these two",
    text = "[the moves as a set of bits](#moves-as-bits), and the position after a move: the fastest form for boards" },
  { name = "moves", kind = schema.callable, type = "fun(board: any): any[]",
    shown = "`moves(board)`, `play(board, move)`, `undo(board, move, taken)`", need = "or these three",
    text = "[one board](#one-board), on which moves are played and taken back" },
  { name = "play", kind = schema.callable, type = "fun(position: any, ...): ..." },
  { name = "undo", kind = schema.callable, type = "fun(board: any, move: any, taken: any)" },
  { name = "words", kind = schema.whole(1, 16), shown = "`words`",
    text = "integers of a position, 1 to 16 (default 1), with `next`, or `legal` and `play`: `next(a, b, move)` "
      .. "returns `move, a2, b2`. As one value: the list `{a, b}`" },
  { name = "evaluate", kind = schema.callable, about = "search", required = true, type = OF_POSITION .. "number",
    shown = "`evaluate(p)`", need = "required",
    text = "a finite number: the true value of a terminal, else an estimate" },
  { name = "player", kind = schema.callable, about = "search", type = OF_POSITION .. "gts.Player", shown = "`player(p)`",
    text = "`\"max\"` or `\"min\"`; without it they alternate, and MAX moves at the searched position. A player may move twice "
      .. "in a row" },
  { name = "terminal", kind = schema.callable, about = "search", type = OF_POSITION .. "boolean", shown = "`terminal(p)`",
    text = "true: `p` is evaluated, without successors" },
  { name = "bounds", kind = schema.callable, about = "search", type = OF_POSITION .. "number, number", shown = "`bounds(p)`",
    text = "`lower, upper`: bounds of the value of `p`, which save searching" },
  { name = "range", kind = schema.range("a list {smallest, largest} of two numbers", is_number),
    shown = "`range`", text = "`{smallest, largest}` value of the game: bounds for every position, and what a win is" },
  { name = "cycle", kind = schema.finite, shown = "`cycle`",
    text = "the value of a position that repeats one on its path, with the same player to move: the game ends there. With "
      .. "`score` it is [added](#additive-scores) to the score" },
  { name = "repeats", kind = schema.whole(2, 100), type = "integer", shown = "`repeats`",
    text = "occurrences of a position that end the game with `cycle`: 2 by default, 3 for threefold [repetition](#repetition)" },
  { name = "key", kind = schema.any_of { schema.callable, schema.none }, about = "search", shown = "`key(p)`",
    type = "boolean|" .. OF_POSITION .. "integer|string",
    text = "an integer or string for [tables](../reference/transposition-tables.md): equal keys mean equal values if the same "
      .. "player is to move. By default gts [makes keys](#keys), with `false` none" },
  { name = "symmetries", kind = schema.any "a table", type = "gts.Symmetries", shown = "`symmetries`",
    text = "mirror images, turns and colour reversals that keep the value: [symmetries](#symmetries)" },
  { name = "tier", digest = 3, kind = schema.callable, about = "search", type = OF_POSITION .. "integer", shown = "`tier(p)`",
    text = "the stage of the game, an integer that no move decreases (stones on the board, pieces captured): "
      .. "[`gts.solve`](../howto/solving.md) works stage by stage" },
  { name = "index", digest = 7, kind = schema.any "a table", type = "gts.Index", shown = "`index`",
    text = "numbers of the positions of each tier, for [`gts.solve`](../howto/solving.md): [an index](#an-index-of-positions)" },
  { name = "score", digest = 1, kind = schema.callable, about = "search", type = OF_POSITION .. "integer", shown = "`score(p)`",
    text = "an integer, the points settled in a game that [adds up](#additive-scores): the value of `p` is this plus what can "
      .. "still come, on which alone `key(p)` may depend" },
  { name = "rank", digest = 2, of_move = true, kind = schema.callable, about = "search", type = OF_POSITION .. "integer",
    shown = "`rank(p, move)`", text = "how promising a move is, an integer, the greater the sooner: the "
      .. "[order](../reference/transposition-tables.md) `\"rules\"`, and the order of a set of moves" },
  { name = "noisy", digest = 4, of_move = true, kind = schema.callable, about = "search", type = OF_POSITION .. "boolean",
    shown = "`noisy(p, move)`",
    text = "true: the move is not [quiet](#noisy-moves) (a capture, a promotion). Without it every move is quiet" },
  { name = "noisy_first", digest = 5, kind = schema.flag, shown = "`noisy_first`",
    text = "true: noisy moves precede quiet ones in the order of successors" },
  { name = "pass", digest = 6, kind = schema.callable, type = OF_POSITION .. "any, ...", shown = "`pass(p)`",
    text = "the position in which the player to move has [passed](#passing), or nil: for the null moves of selective searches" },
  { name = "random", kind = schema.callable, type = OF_POSITION .. "integer, ...", shown = "`random(p, r)`",
    text = "a [random move](#random-moves) and its position, from the random integer `r`, or nil: for faster playouts" },
  { name = "turned", kind = schema.callable, type = OF_POSITION .. "any, ...", shown = "`turned(p)`",
    text = "`p` with the other player to move, or nil: for the [variants](games.md#variants) `passes` and `handicap`. Default: "
      .. "`pass`" },
  { name = "parts", kind = schema.callable, type = OF_POSITION .. "any[]", shown = "`parts(p)`",
    text = "the list of the [independent parts](#parts) of `p`, each a position with the same player to move, in games that a "
      .. "player who cannot move loses" },
  { name = "weights", kind = schema.numbers, type = "table<string, number>", shown = "`weights`",
    text = "numbers that the rules read, by name: [`gts tune`](../../tune/manual/tune.md) improves them, the option `weights` "
      .. "of any game replaces them" },
  { name = "features", kind = schema.callable, about = "search", type = OF_POSITION .. "number[]", shown = "`features(p)`",
    text = "a list of equally many numbers for each position, to which [`gts learn`](../../learn/manual/learn.md) gives weights, "
      .. "instead of patterns of the board" },
  { name = "show", kind = schema.callable, about = "people", type = OF_POSITION .. "string", shown = "`show(p)`",
    text = "a text for people; default: the text of the board" },
  -- Of other kinds it is the rules' own: see gts.game.
  { name = "board", kind = schema.any "a function", about = "people", type = OF_POSITION .. "gts.Board", shown = "`board(p)`",
    text = "the position as a [board to click on](#graphical-boards)" },
  { name = "write", kind = schema.callable, about = "people", type = OF_POSITION .. "string", shown = "`write(p)`, `read(text)`",
    text = "a position as a text for machines, and back; nil and why, if it is none. Numbers, strings and lists of integers "
      .. "need none" },
  { name = "read", kind = schema.callable, type = "fun(text: string): any, ..." },
  { name = "move_name", kind = schema.callable, type = "fun(move: any): string", shown = "`move_name(move)`",
    text = "the name of a move, as text; without it `tostring(move)`" },
  { name = "version", kind = schema.text, shown = "`version`",
    text = "a string that identifies these rules, for a [table](../reference/transposition-tables.md) in a file, if gts cannot "
      .. "compute it" },
  { name = "protocol", kind = versions.protocol, shown = "`protocol`",
    text = "the least [version](../reference/formats.md#versions) of rules' fields that they need, as `\"1.0\"`; an older gts "
      .. "refuses them" },
  { name = "native", kind = native, shown = "`native`",
    text = "the default of searches: `true` compiled, `false` in Lua, `\"auto\"` (default) as they allow" },
}

--- The names of the functions that are about a position or a move, by who asks them.
rules.about = { search = {}, people = {} }

--- Which functions are about a move: name -> true.
rules.of_move = {}

--- The names of fields that fingerprints take where rules have them.
rules.digest = {}

local by_name = {}
for _, row in ipairs(rules.rows) do
  by_name[row.name] = row
  if row.about then table.insert(rules.about[row.about], row.name) end
  rules.of_move[row.name] = row.of_move
  if row.digest then rules.digest[row.digest] = row.name end
end

--- The row of a field.
function rules.row(name) return by_name[name] end

return rules
