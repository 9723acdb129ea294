--- The course: lessons on game-tree search, exercises and their grading.

return {
  interface = 1,
  needs = { "lab" },
  commands = { { name = "course", module = "gts.course.command", after = "games" } },
  facts = { { name = "course", module = "gts.course.files" } },
  pages = { { name = "teaching", kind = "howto", after = "visualize" } },
  synonyms = { { "teaching", "lessons", "exercises", "students" } },
  tabs = { { name = "learn", module = "gts.course.tab", after = "compare", commands = { "course" } } },
  functions = {
    --- A lesson of the course on game-tree search, at the prompt or wherever lines can be typed: see `gts help teaching`.
    -- @function course
    -- @tparam[opt] integer|string lesson 1 to 9, or its name; without it the lessons are listed
    -- @tparam[opt] table given
    -- @treturn table the number of questions `asked` and answered `right`; without a lesson, a text
    -- @raise that there is no such lesson; what is wrong with an option
    { name = "course", module = "gts.course.terminal", options = "gts.CourseOptions",
      parameters = { lesson = "integer|string" }, returns = { "table|string" } },
  },
}
