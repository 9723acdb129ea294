--- Game descriptions (GDL): read, checked, grounded, laid out in bits, translated to Lua.

return {
  interface = 1,
  commands = { { name = "gdl", module = "gts.gdl.command", after = "native" } },
  files = { { name = "kif", module = "gts.gdl.file" }, { name = "gdl", module = "gts.gdl.file" } },
  facts = { { name = "gdl", module = "gts.gdl.files" } },
  pages = { { name = "gdl", kind = "howto", after = "check" } },
  synonyms = { { "gdl", "game description language", "general game playing", "ggp", "kif", "game descriptions" } },
}
