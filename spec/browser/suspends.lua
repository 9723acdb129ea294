-- The page that runs gts by itself, in a browser that can suspend a program at work.

assert(loadfile("spec/support/suspending.lua", "t", _ENV))("that suspends", "")
