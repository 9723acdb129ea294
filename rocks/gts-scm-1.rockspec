rockspec_format = "3.0"
package = "gts"
version = "scm-1"
source = {
  url = "git+file://.",         -- for `luarocks make` in a checkout, which fetches nothing; to publish: `make rockspec`
}
description = {
  summary = "Game-tree search: rules of a game in Lua, the algorithms in C",
  detailed = [[
    Write the rules of a two-player game in thirty lines of Lua, and search it with the minimax family of algorithms at the
    speed of C. Installs the module gts for Lua 5.4 and its games; not the program gts. Digests by libb2.]],
  license = "MIT",
}
supported_platforms = { "linux" }
dependencies = {
  "lua ~> 5.4",
}
external_dependencies = {
  B2 = { header = "blake2.h" },
}
build = {
  type = "make",
  build_target = "module",
  install_target = "install-module",
  build_variables = {
    CC = "$(CC)",
    CFLAGS = "$(CFLAGS)",
    LUA_INCDIR = "$(LUA_INCDIR)",
  },
  install_variables = {
    PREFIX = "$(PREFIX)",
    LUADIR = "$(LUADIR)",
    LIBDIR = "$(LIBDIR)",
  },
}
test = {
  type = "command",
  command = "make test",
}
