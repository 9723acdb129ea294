--- The files of the course: see gts.facts.files.

return {
  files = {
    {
      kind = "exercise", title = "answers to exercises", by = "a student", form = "Lua", most = 1 << 20, runs = true,
      from = "anyone: they run in the sandbox", checked = "text, not a binary chunk", damaged = "graded as wrong",
    },
    {
      kind = "progress", title = "progress in the course", by = "`gts course`", form = "text", most = 10 << 10, from =
        "the folder of state of the user", checked = "every line", damaged = "lines that are not understood are left out",
    },
  },
}
