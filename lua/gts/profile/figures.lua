--- The figures of gts.profile: rows, the texts of the report and its page, and the table of the manual are made of these.
--
-- A row has `name`; `group`, of figures.groups; `title`, what the report calls it; `unit`: "share" (shown in %), "moves",
-- "times", "count" (of anything) or "size" (a count that may be beyond all bounds, compared by its logarithm); `stage`, the part
-- of the work that finds it (see gts.profile.profile); `text`, the definition; `source`, where it comes from; and `untested`: two
-- of it are not tested against each other, for its interval says nothing of other levels, or of the choice of a move.

local figures = {}

--- The groups in the order in which they are shown: lists of name and title.
figures.groups = {
  { "balance", "Balance" }, { "length", "Length" }, { "choice", "Choice" }, { "drama", "Drama" }, { "skill", "Skill" },
  { "size", "Size" },
}

local BROWNE = "Browne 2008"
local THOMPSON = "Thompson 2000"
local ALTHOEFER = "Althöfer 2003"

--- What the sources are: lists of the name in rows, and the work.
figures.sources = {
  { ALTHOEFER, "I. Althöfer, \"Computer-aided game inventing\", Friedrich-Schiller-Universität Jena, 2003" },
  { "Allis 1994", "L. V. Allis, \"Searching for Solutions in Games and Artificial Intelligence\", thesis, Maastricht, 1994" },
  { BROWNE, "C. Browne, \"Automatic generation and evaluation of recombination games\", thesis, Queensland University of "
    .. "Technology, 2008" },
  { "Knuth 1975", "D. E. Knuth, \"Estimating the efficiency of backtrack programs\", Mathematics of Computation 29, 1975" },
  { "Simpson 1949", "E. H. Simpson, \"Measurement of diversity\", Nature 163, 1949" },
  { THOMPSON, "J. M. Thompson, \"Defining the abstract\", The Games Journal, 2000" },
}

--- The rows.
figures.rows = {
  { name = "best_play", group = "balance", title = "first player, best play", unit = "share", stage = "solve",
    text = "points of the first player if neither errs: 100 % a win, 50 % a draw, 0 % a loss. Only if the game is solved" },
  { name = "first", group = "balance", title = "first player", unit = "share", stage = "games", source = BROWNE,
    text = "points a game of the first player; a draw or a game cut off is half a point. 50 % is even" },
  { name = "draws", group = "balance", title = "draws", unit = "share", stage = "games", source = ALTHOEFER,
    text = "share of games that end by the rules and have no winner" },
  { name = "pie", group = "balance", title = "second player, with swap", unit = "share", stage = "start",
    untested = true,
    text = "points with the pie rule: the second player may swap sides after the first move. 50 % is fair. Half of the games "
      .. "choose, the others measure" },
  { name = "best_pie", group = "balance", title = "with swap, best play", unit = "share", stage = "start",
    text = "points of the second player with that rule if neither errs: 50 % if any first move draws, else 100 %. Only if all "
      .. "first moves are solved" },

  { name = "best_length", group = "length", title = "moves, best play", unit = "moves", stage = "solve",
    text = "moves of a game without errors in which the winner hurries and the loser delays. Only if the game is solved" },
  { name = "length", group = "length", title = "moves, mean", unit = "moves", stage = "games", source = BROWNE,
    text = "mean number of moves of a game, up to its end or cutoff" },
  { name = "short", group = "length", title = "moves, shortest tenth", unit = "moves", stage = "games", untested = true,
    text = "10 % quantile of the number of moves" },
  { name = "median", group = "length", title = "moves, median", unit = "moves", stage = "games", untested = true,
    text = "50 % quantile of the number of moves" },
  { name = "long", group = "length", title = "moves, longest tenth", unit = "moves", stage = "games", untested = true,
    text = "90 % quantile of the number of moves" },
  { name = "endless", group = "length", title = "games without end", unit = "share", stage = "games", source = BROWNE,
    text = "share of games cut off after `longest` moves" },

  { name = "branching", group = "choice", title = "legal moves", unit = "count", stage = "games",
    text = "mean number of legal moves, over the positions in which a move is made. `course` and the charts show it over the "
      .. "game" },
  { name = "forced", group = "choice", title = "forced moves", unit = "share", stage = "games",
    text = "share of these positions that have one legal move" },
  { name = "unused_cells", group = "choice", title = "cells hardly used", unit = "share", stage = "games", untested = true,
    text = "share of the usable cells that fewer than one game of twenty uses. The interval spans certain to possible cells "
      .. "(95 % each). Needs rules with a board" },
  { name = "unused_moves", group = "choice", title = "moves hardly used", unit = "share", stage = "games", untested = true,
    text = "share of legal moves, by name, that are played in fewer than one game of twenty; judged like cells. Only for up to "
      .. "300 names" },
  { name = "first_moves", group = "choice", title = "different first moves", unit = "count", stage = "start",
    text = "positions after one move, up to `rules.symmetries` and `rules.key`" },
  { name = "openings", group = "choice", title = "openings of two moves", unit = "count", stage = "start",
    text = "positions after two moves, up to `rules.symmetries` and `rules.key`" },
  { name = "variety", group = "choice", title = "openings in use", unit = "count", stage = "games", source = "Simpson 1949",
    text = "effective number of openings of two moves: 1 / the probability that two games have the same one" },

  { name = "lead_changes", group = "drama", title = "changes of the lead", unit = "times", stage = "games", source = BROWNE,
    text = "changes of the lead in a game. A side leads if searches of two successive moves, one of each player, prefer it, or "
      .. "one has proved it" },
  { name = "comebacks", group = "drama", title = "winner was behind", unit = "share", stage = "games",
    source = THOMPSON .. ", " .. BROWNE, text = "drama: share of won games in which the winner was behind at some time" },
  { name = "upsets", group = "drama", title = "favourite does not win", unit = "share", stage = "games", source = THOMPSON,
    text = "share of games with a leader after half of their moves that this side does not win" },
  { name = "decided", group = "drama", title = "decided after", unit = "share", stage = "games",
    source = THOMPSON .. ", " .. BROWNE, text = "decisiveness: the part of a won game's moves after which the winner leads to "
      .. "the end, in the mean" },

  { name = "beginner", group = "skill", title = "level 1 against random", unit = "share", stage = "ladder",
    text = "points of level 1 of `gts play` against random moves" },
  { name = "skill", group = "skill", title = "level against the one below", unit = "share", stage = "ladder",
    text = "mean points of levels 2 to 10 against the level below. 50 %: no skill, or level 1 plays perfectly. The field "
      .. "`ladder` and the charts have each match", source = THOMPSON .. " (depth)" },
  { name = "thinking", group = "skill", title = "twice the thinking", unit = "share", stage = "thinking", source = ALTHOEFER,
    text = "points of the player with twice the nodes or time against itself. 50 %: deeper search does not help" },

  { name = "positions", group = "size", title = "positions", unit = "size", stage = "positions", source = "Allis 1994",
    text = "reachable positions. If they are too many to count, the interval has no upper limit" },
  { name = "tree", group = "size", title = "nodes of the game tree", unit = "size", stage = "tree", source = "Knuth 1975",
    text = "nodes of the tree of all games: Knuth's estimate, with populations instead of single paths" },
}

local by_name = {}
for _, row in ipairs(figures.rows) do by_name[row.name] = row end

--- Returns the row of a figure.
function figures.of(name) return by_name[name] end

return figures
