--- Opening books: made of games, databases and searches, and used by gts.best and players.

return {
  interface = 1,
  commands = { { name = "book", module = "gts.book.command", after = "levels" } },
  pages = { { name = "book", kind = "howto", after = "engines" } },
  synonyms = { { "book", "opening book", "opening", "drop-out expansion", "lincke", "opening theory" } },
  advisers = { { name = "book", module = "gts.book.book" } },
  facts = { { name = "book", module = "gts.book.facts" } },
  functions = {
    --- Opens an opening book, or makes it, and adds to it. `book` is then an option of gts.best, gts.play and players of
    -- gts.match. See `gts help book`.
    -- @function book
    -- @tparam table|string game
    -- @tparam string|table given the file of a book; or options: file (read if it is there, and written), games (a match, a saved
    -- game or a text with the moves of one on each line; or a list of lists of moves), database (a folder), merge (another book),
    -- plies (16: first moves that enter the book), positions (how many are expanded by searches), nodes, time and depth (of each
    -- search; 100000 nodes), progress (a function of how many pieces of work are done, and of how many; false stops)
    -- @treturn table the book: moves(position, player), a list of the moves that it knows; stats(), its counts; save(file); the
    -- fields positions, stopped, wrong; tostring shows it, gts.draw draws its tree
    -- @raise what is wrong with the game, a file or an option; errors of the rules
    { name = "book", module = "gts.book.make", options = "gts.BookOptions", parameters = { given = "string|gts.BookOptions" },
      returns = { "gts.Book" } },
  },
}
