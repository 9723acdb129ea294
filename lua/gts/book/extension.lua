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
    -- @tparam string|table given the file of a book, or options; games may also be a list of lists of moves
    -- @treturn table the book; tostring shows it, gts.draw draws its tree
    -- @raise what is wrong with the game, a file or an option; errors of the rules
    { name = "book", module = "gts.book.make", options = "gts.BookOptions", parameters = { given = "string|gts.BookOptions" },
      returns = { "gts.Book" } },
  },
}
