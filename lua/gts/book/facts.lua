--- The fields of what books return, and their file: see gts.facts.class and gts.facts.files.

local classes, class, list = require "gts.facts.class"()

class("gts.Result", nil, nil, {
  { "book", "gts.BookAnswer?", "of `gts.best` with a book that has answered: [its entry](#an-answer-of-a-book). All counts "
      .. "are then 0; `depth` belongs to the searches of the book", worker = false,
    since = "1.1", after = "why" },
})

class("gts.Book", nil, "An opening book.", {
  { "moves", "fun(self: gts.Book, position?: any, player?: gts.Player): gts.BookMoves", "its moves" },
  { "stats", "fun(self: gts.Book): table", "positions, expanded, proved, games" },
  { "save", "fun(self: gts.Book, file?: string): boolean?, string?", "writes it; default: to the file that it is from" },
  { "positions", "integer", "number of positions" },
  { "game", "gts.Game", "the game" },
  { "file", "string?", "its file" },
  { "stopped", "string?", "why the work ended early: `\"interrupted\"`, `\"progress\"`, `\"solved\"`: nothing is left to "
    .. "expand" },
  { "repeated", "integer?", "number of games that were not added, because the book had them" },
  { "wrong", "string?", "which game could not be added, and why" },
})

list("gts.BookMoves", "gts.BookMove", "Moves of an opening book",
  "What `moves(position)` of a `gts.book` returns: a list of the moves that lead to positions of the book.", {
  { "player", "gts.Player?", "the player to move; nil: the position is not in the book" },
  { "all", "boolean?", "the book has a value for every move" },
  { "plays", "string?", "the name of the move that the book plays; nil: none" },
})

class("gts.BookMove", "A move of an opening book", "A move that leads to a position of a book.", {
  { "move", "gts.Move", "the move" },
  { "name", "string", "the move as text" },
  { "number", "integer", "its number among all moves" },
  { "position", "gts.Position", "the position after it" },
  { "value", "number?", "the value of that position, backed up from the positions behind it; nil: only games are known" },
  { "lower", "number", "proved lower bound on the value" },
  { "upper", "number", "proved upper bound on the value" },
  { "proved", "boolean", "they are equal" },
  { "depth", "integer?", "of a value that is not proved: the plies that searches have looked ahead from that position" },
  { "distance", "integer?", "plies from there to the end, where a win is proved, and how soon" },
  { "games", "integer", "number of games through that position" },
  { "won", "integer", "of these, won by MAX" },
  { "drawn", "integer", "of these, drawn, not ended, or lost on time" },
  { "lost", "integer", "of these, lost by MAX" },
  { "share", "number?", "points a game of the player to move" },
  { "plays", "boolean", "the book plays this move" },
})

class("gts.BookAnswer", "An answer of a book", "The entry of a move in an opening book.", {
  { "by", "\"value\"|\"games\"", "why it plays this move: the values of all moves are known; or only games" },
  { "games", "integer", "number of games in the book that reached the position behind the move" },
  { "won", "integer", "of these, won by MAX" },
  { "drawn", "integer", "of these, drawn, not ended, or lost on time" },
  { "lost", "integer", "of these, lost by MAX" },
  { "share", "number?", "points a game of the player to move, from 0 to 1; nil without games" },
})

local files = {
  {
    kind = "book", title = "an opening book", section = "Opening books", by = "`gts.book` with a `file`", form = "text", ends =
      "a hash of all before", format = 1, most = 256 << 20, from = "anyone", checked = "a hash of the content; every line; the "
      .. "fingerprint of the game", damaged = "refused",
  },
}

return { classes = classes, files = files }
