--- The files of game descriptions: see gts.facts.files.

return {
  files = {
    {
      kind = "description", title = "a game description (GDL)", by = "its author", form = "text", most = 16 << 20, from =
        "anyone", checked = "syntax, with limits of depth, rules and terms; the rules that it is translated to, in random games",
      damaged = "refused, with line and column",
    },
  },
}
