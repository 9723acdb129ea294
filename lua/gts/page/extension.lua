--- The page: gts serve, and the tabs of the page, also of that which runs gts in a browser.

return {
  interface = 1,
  commands = { { name = "serve", module = "gts.page.serve", after = "play" } },
  pages = { { name = "browser", kind = "howto", after = "review", renamed = { "serve" } } },
  synonyms = { { "browser", "web", "gui", "http", "wasm", "webassembly" } },
  libraries = { { name = "libmicrohttpd", module = "gts.http" } },
  tabs = {             -- in this order; tabs of other extensions stand between them
    { name = "play", commands = { "play", "serve", "best" } },
    { name = "rules" },
    { name = "check", module = "gts.page.checking", commands = { "check" } },
    { name = "search", module = "gts.page.searching", commands = { "search", "analyze" } },
  },
}
