--- gts for programs in C and for packages of other languages: src/library, which calls gts.library.library; rocks/library.

return {
  interface = 1,
  pages = {
    { name = "c-library", kind = "howto", after = "embedding" }, { name = "python", kind = "howto", after = "c-library" },
  },
  synonyms = {
    { "python", "notebook", "jupyter", "numpy", "pandas", "ctypes", "type hints", "mypy", "pip", "wheel" },
    { "c-library", "c api", "c++", "library", "libgts" },
  },
}
