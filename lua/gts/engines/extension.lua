--- Other programs: as players, by UCI, UGI and GTP, and as those that play with the engine.

return {
  interface = 1,
  commands = {
    { name = "ugi", module = "gts.engines.ugi", after = "bench" }, { name = "gtp", module = "gts.engines.gtp", after = "ugi" },
  },
  pages = { { name = "engines", kind = "howto", after = "play" } },
  synonyms = {
    { "engines", "uci", "ugi", "gtp", "go text protocol", "protocol of engines", "fairy-stockfish", "quarry", "referee" },
  },
  players = {
    { name = "engine", module = "gts.engines.player",
      help = "a program that evaluates each move, with its own limits, such as engine:fairy-stockfish,time:0.5",
      as = "a program, as engine:./x,protocol:uci,time:1 (see 'gts help engines')" },
  },
}
