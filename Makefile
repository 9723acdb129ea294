# gts: game-tree search. The two commands of the README are `make run` and `make test`; both set up what is missing.

PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
LUADIR = $(PREFIX)/share/lua/5.4
LIBDIR = $(PREFIX)/lib/lua/5.4

CC = cc
CFLAGS = -O2 -g
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Werror
LUA_INCDIR = /usr/include/lua5.4
LUA_CFLAGS = -isystem $(LUA_INCDIR)
# The program carries its own Lua; -Wl,-E lets C modules find it there.
LUA_LIBS = -Wl,-E -Wl,-Bstatic -llua5.4 -Wl,-Bdynamic -lm -ldl
EDIT_LIBS = -ledit
DIGEST_LIBS = -lb2
BUILD = build
SANITIZE =

# Files are compiled side by side, in short lines; V=1 shows the commands.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif
V = 0
QUIET_0 = @
QUIET = $(QUIET_$(V))

# For `make check`: the leaks that are not ours.
export LSAN_OPTIONS = print_suppressions=0:suppressions=$(CURDIR)/.ci/leaks

BASE_CFLAGS = -std=c11 -D_GNU_SOURCE -fvisibility=hidden -fPIC -MMD -MP -Isrc $(LUA_CFLAGS) $(WARNINGS) $(SANITIZE)

# By layers, as in lua/gts/manual/source.md: the engine knows no Lua, the binding is its Lua module, the program has the two and a terminal.
ENGINE = $(sort $(wildcard src/base/*.c src/trees/*.c src/search/*.c src/algo/*.c src/algo/*/*.c))
BINDING = $(sort $(wildcard src/binding/*.c))
PROGRAM_SOURCES = $(sort $(wildcard src/program/*.c))
objects_of = $(1:src/%.c=$(BUILD)/obj/%.o)
BINDING_OBJECTS = $(call objects_of,$(BINDING)) $(BUILD)/obj/texts.o
PROGRAM_OBJECTS = $(call objects_of,$(PROGRAM_SOURCES))
LIBRARY = $(BUILD)/libengine.a
# What is installed of lua/: the modules, and the pages of the manual.
LUA_FILES = $(sort $(wildcard lua/gts/*.lua lua/gts/*/*.lua lua/gts/manual/*.md))
PROGRAM = $(BUILD)/gts
MODULE = $(BUILD)/lib/gts/core.so
# What only specs need: an allocator that refuses, and the engine in a program of C.
SPEC_PARTS = $(BUILD)/spec/refuse.so $(BUILD)/spec/engine

LUA54 = lua5.4
# Plain busted may run another Lua: name it.
BUSTED = $(LUA54) "$$(command -v busted)" --ignore-lua
SPEC_ENV = LUA_PATH='lua/?.lua;lua/?/init.lua;;' LUA_CPATH='$(BUILD)/lib/?.so;$(BUILD)/spec/?.so;;' GTS='$(PROGRAM)'

.PHONY: all run test lint check fuzz-rules bench doc rockspec install uninstall clean setup-run setup-test setup-lint setup-doc

all: $(PROGRAM) $(MODULE)
	@:

$(LIBRARY): $(call objects_of,$(ENGINE))
	@echo "  ar $@"
	@rm -f $@
	$(QUIET)$(AR) rcs $@ $^

$(PROGRAM): $(PROGRAM_OBJECTS) $(BINDING_OBJECTS) $(LIBRARY)
	@echo "  link $@"
	$(QUIET)$(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(LUA_LIBS) $(EDIT_LIBS) $(DIGEST_LIBS) -lpthread

$(MODULE): $(BINDING_OBJECTS) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  link $@"
	$(QUIET)$(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -shared -o $@ $^ $(DIGEST_LIBS) -lm -lpthread

$(BUILD)/obj/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) -c -o $@ $<

# The texts that units of compiled rules are made of are put in as they are, by the assembler.
TEXTS = $(sort $(wildcard src/base/*.h src/game/*.h src/native/*.h src/search/*.h src/search/option.c src/algo/window/*.[ch]))

$(BUILD)/texts.c: $(TEXTS) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "binding/texts.h"'; n=0; rows=; \
	  for file in $(TEXTS:src/%=%); do \
	    n=$$((n + 1)); echo "TEXT($$n, \"$$file\")"; rows="$$rows {\"$$file\", text_$$n},"; \
	  done; \
	  echo "const Text texts[] = {$$rows {0, 0}};"; } >$@

$(BUILD)/obj/texts.o: $(BUILD)/texts.c
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/spec/refuse.so: spec/support/refuse.c Makefile
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) $(LDFLAGS) -shared -o $@ $<

$(BUILD)/spec/engine: spec/support/engine.c $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(QUIET)$(CC) $(filter-out -isystem $(LUA_INCDIR),$(BASE_CFLAGS)) $(CFLAGS) $(LDFLAGS) -o $@ $< $(LIBRARY) -lm -lpthread

-include $(patsubst %.o,%.d,$(call objects_of,$(ENGINE) $(BINDING) $(PROGRAM_SOURCES)))

setup-run setup-test setup-lint setup-doc:
	@sh .ci/setup $(@:setup-%=%)

# The main job: two games searched, and on a terminal a prompt.
run: setup-run
	@$(MAKE) --no-print-directory all
	@$(PROGRAM) demo

test: setup-test
	@$(MAKE) --no-print-directory all $(SPEC_PARTS)
	$(SPEC_ENV) $(BUSTED) --pattern=_spec spec

lint: setup-lint
	@$(MAKE) --no-print-directory all
	$(LUA54) .ci/layering.lua
	luacheck lua games spec .ci
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --error-exitcode=1 --inline-suppr -Isrc src spec/support
	shellcheck .ci/run .ci/setup

# All specs with the address and undefined-behaviour sanitizers, leaks included, run by the program itself.
CHECK = build/check
check: setup-test
	@$(MAKE) --no-print-directory all $(SPEC_PARTS:$(BUILD)/%=$(CHECK)/%) BUILD=$(CHECK) CFLAGS='-O1 -g' \
	  SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'
	GTS_SPEC_SHARE=0.1 UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=detect_leaks=1 \
	  LUA_CPATH='$(CHECK)/lib/?.so;$(CHECK)/spec/?.so;;' GTS=$(CHECK)/gts $(CHECK)/gts spec/support/busted.lua --pattern=_spec spec

# Compiled rules against Lua on random programs, with each compiler that is there: make fuzz-rules [COUNT=...] [SEED=...]. A fault is
# printed with its seed, as small as it can be made. A part of it runs with the specs.
COUNT = 10000
SEED = $(shell date +%s)

fuzz-rules: all
	@for cc in gcc clang tcc; do \
	  if command -v $$cc >/dev/null; then \
	    echo "$$cc: $(COUNT) from seed $(SEED)"; \
	    CC=$$cc $(PROGRAM) spec/support/fuzz.lua $(COUNT) $(SEED) || exit 1; \
	  fi; \
	done

# The doc comments of the Lua modules as pages: build/doc/index.html.
doc: setup-doc
	ldoc --fatalwarnings -q -c .ci/config.ld -d $(BUILD)/doc lua/gts

# A rockspec that can be published: make rockspec URL=https://.../gts-1.0.0.tar.gz VERSION=1.0.0, or URL=git+https://.../gts.git for
# the development version (scm). A repository is fetched at the tag v<version>.
VERSION = scm
REVISION = 1
URL =
ROCKSPEC = $(BUILD)/gts-$(VERSION)-$(REVISION).rockspec

rockspec:
	@[ -n "$(URL)" ] || { echo "state where the source will be: make rockspec URL=... [VERSION=...]" >&2; exit 2; }
	@mkdir -p $(BUILD)
	@tag=; case '$(URL) $(VERSION)' in git*' scm') ;; git*) tag=' tag = "v$(VERSION)",';; esac; \
	  sed -e '1d' -e 's|@VERSION@|$(VERSION)|' -e 's|@REVISION@|$(REVISION)|' -e 's|@URL@|$(URL)|' -e "s|@TAG@|$$tag|" \
	    rocks/gts.rockspec.in >$(ROCKSPEC)
	@echo "$(ROCKSPEC)"

bench: setup-test
	@$(MAKE) --no-print-directory all
	@$(PROGRAM) spec/support/bench.lua

install: all
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR)/gts $(sort $(dir $(LUA_FILES:lua/%=$(DESTDIR)$(LUADIR)/%))) \
	  $(DESTDIR)$(LUADIR)/gts/games
	install -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)/gts
	install -m 755 $(MODULE) $(DESTDIR)$(LIBDIR)/gts/core.so
	for file in $(LUA_FILES:lua/%=%); do install -m 644 lua/$$file $(DESTDIR)$(LUADIR)/$$file || exit 1; done
	install -m 644 games/*.lua $(DESTDIR)$(LUADIR)/gts/games

uninstall:
	rm -rf $(DESTDIR)$(BINDIR)/gts $(DESTDIR)$(LIBDIR)/gts $(DESTDIR)$(LUADIR)/gts

clean:
	rm -rf build
