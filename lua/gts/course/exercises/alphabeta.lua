return require "gts.course.exercises.written"("Exercise 3: alpha-beta as a program", "alphabeta")
