return require "gts.course.exercises.written"("Exercise 2: minimax as a program", "minimax")
