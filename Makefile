# gts: game-tree search. The two commands of the README are `make run` and `make test`; both set up what is missing.

PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
LUADIR = $(PREFIX)/share/lua/5.4
LIBDIR = $(PREFIX)/lib/lua/5.4
SHAREDDIR = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions

CC = cc
CFLAGS = -O2 -g
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Werror
LUA_INCDIR = /usr/include/lua5.4
LUA_CFLAGS = -isystem $(LUA_INCDIR)
# The program carries its own Lua; -Wl,-E lets C modules find it there.
LUA_LIBS = -Wl,-E -Wl,-Bstatic -llua5.4 -Wl,-Bdynamic -lm -ldl
SHARED_LUA_LIBS = -llua5.4
EDIT_LIBS = -ledit
DIGEST_LIBS = -lb2
# A program that carries libb2 starts sooner than one that loads it, and what that needs.
DIGEST_ARCHIVE := $(filter /%,$(shell $(CC) -print-file-name=libb2.a 2>/dev/null))
PROGRAM_DIGEST_LIBS = $(or $(DIGEST_ARCHIVE),$(DIGEST_LIBS))
# Optional: without libseccomp the workers of confined searches have no filter of system calls, and say so.
SECCOMP_LIBS := $(shell printf '\043include <seccomp.h>\nint main (void) { return !seccomp_init(0); }\n' | \
  $(CC) -xc - -o /dev/null -lseccomp 2>/dev/null && echo -lseccomp)
SECCOMP_CFLAGS = $(if $(SECCOMP_LIBS),-DHAVE_SECCOMP)
# Optional: without libtcc, or where a long has not 64 bits, gts carries no C compiler.
TCC_LIBS := $(shell printf '\043include <libtcc.h>\n_Static_assert(sizeof(long) == 8, "");\nint main (void) { return tcc_new() == 0; }\n' | \
  $(CC) -xc - -o /dev/null -ltcc -ldl -lpthread 2>/dev/null && echo -ltcc -ldl -lpthread)
# Optional: without libzstd databases are not compressed.
ZSTD_LIBS := $(shell printf '\043include <zstd.h>\nint main (void) { return ZSTD_versionNumber() == 0; }\n' | \
  $(CC) -xc - -o /dev/null -lzstd 2>/dev/null && echo -lzstd)
ZSTD_CFLAGS = $(if $(ZSTD_LIBS),-DHAVE_ZSTD)
ZSTD_ARCHIVE := $(if $(ZSTD_LIBS),$(filter /%,$(shell $(CC) -print-file-name=libzstd.a 2>/dev/null)))
PROGRAM_ZSTD_LIBS = $(or $(ZSTD_ARCHIVE),$(ZSTD_LIBS))
BUILD = build
.DEFAULT_GOAL = all
SANITIZE =
GTS_VERSION := $(shell sed -n 's/^.define GTS_VERSION "\(.*\)"/\1/p' src/base/version.h)

# Files are compiled side by side, in short lines; V=1 shows the commands.
PROCESSORS := $(shell nproc 2>/dev/null || echo 1)
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(PROCESSORS)
endif
V = 0
QUIET_0 = @
QUIET = $(QUIET_$(V))

# For `make check`: the leaks that are not ours.
export LSAN_OPTIONS = print_suppressions=0:suppressions='$(CURDIR)/.ci/leaks'

# Faults are to end the program before they are used. (Sanitizers see more, and -D_FORTIFY_SOURCE needs an optimizing compiler.)
HARDENED = $(if $(SANITIZE)$(filter -O0,$(CFLAGS)),,-fstack-protector-strong -D_FORTIFY_SOURCE=2)
override LDFLAGS += -Wl,-z,relro,-z,now
# The same source gives the same bytes, wherever it lies.
BASE_CFLAGS = -std=c11 -D_GNU_SOURCE -fvisibility=hidden -fPIC '-ffile-prefix-map=$(CURDIR)=.' -MMD -MP -Isrc $(LUA_CFLAGS) $(WARNINGS) \
  $(HARDENED) $(SANITIZE)

# By layers, as in lua/gts/manual/reference/architecture.md: the engine knows no Lua, the binding is its Lua module, the program
# has both and a terminal.
ENGINE = $(sort $(wildcard src/base/*.c src/trees/*.c src/search/*.c src/algo/*.c src/algo/*/*.c src/algo/*/*/*.c src/group/*.c src/solve/*.c))
BINDING = $(sort $(wildcard src/system/*.c src/rules/*.c src/unit/*.c src/learn/*.c src/call/*.c))
PROGRAM_SOURCES = $(sort $(wildcard src/program/*.c))
WORKER_SOURCES = $(sort $(wildcard src/worker/*.c))
TCC_SOURCES = src/tcc/main.c
objects_of = $(1:src/%.c=$(BUILD)/obj/%.o)
BINDING_OBJECTS = $(call objects_of,$(BINDING)) $(BUILD)/obj/texts.o $(BUILD)/obj/shipped.o
PROGRAM_OBJECTS = $(call objects_of,$(PROGRAM_SOURCES))
WORKER_OBJECTS = $(call objects_of,$(WORKER_SOURCES))
LIBRARY = $(BUILD)/libengine.a
# What is installed of lua/: the modules, the pages of the manual, and what gts new hands out; and the texts that modules read.
LUA_PAGES = $(wildcard lua/gts/manual/*/*.md lua/gts/*/manual/*.md)
LUA_TEXTS = $(filter-out $(LUA_PAGES),$(wildcard lua/gts/*/*/*.md lua/gts/*/manual/*/*.md))
LUA_FILES = $(sort $(wildcard lua/gts/*.lua lua/gts/manual/*.md lua/gts/*/*.lua lua/gts/*/*/*.lua lua/gts/*/*/*.md lua/gts/*/manual/*/*.md \
  lua/gts/*/*.html lua/gts/*/*.css lua/gts/*/*.js lua/gts/program/skeleton/*))
PROGRAM = $(BUILD)/gts
MODULE = $(BUILD)/lib/gts/core.so
# What runs the rules of confined searches stands beside the module that starts it.
WORKER = $(BUILD)/lib/gts/worker
# The Lua modules, compiled: the program loads them from there as long as their texts are the same. See src/program/main.c.
MODULES = $(BUILD)/lib/gts/modules
# The C compiler that gts carries, a separate program: libtcc is under the LGPL, and its faults are not to be ours.
TCC = $(if $(TCC_LIBS),$(BUILD)/lib/gts/tcc)
# What only specs need: an allocator that refuses, the engine in a program of C, native code in a worker's
# jail, a host of several threads, many threads at one table, and the program with a system that fails.
SPEC_PARTS = $(BUILD)/spec/refuse.so $(BUILD)/spec/engine $(BUILD)/spec/jail $(BUILD)/spec/threads \
  $(BUILD)/spec/stress $(BUILD)/spec/faults
# Extensions with files in C, which each have a part of this file: modules for Lua, what else is built, and goals that install and
# remove that.
EXTENDING =
EXTENDED =
INSTALLED =
UNINSTALLED =
# The learner of the extension learn is a part of the engine, where that is there.
LEARN = $(if $(wildcard src/learn),-DHAVE_LEARN)
BASE_CFLAGS += $(LEARN)
include $(sort $(wildcard src/*/extension.mk))

LUA54 = lua5.4
# The module for JSON, which the page and the static program carry.
DKJSON = $(shell $(LUA54) -e 'io.write(package.searchpath("dkjson", package.path) or "")' 2>/dev/null)
# All specs, in two processes for each processor; see there. SPECS='spec/algo spec/...' runs some.
RUNNER = $(LUA54) spec/support/runner.lua
SPECS = spec
SPEC_ENV = LUA_PATH='lua/?.lua;lua/?/init.lua;;' LUA_CPATH='$(BUILD)/lib/?.so;$(BUILD)/spec/?.so;;' GTS='$(PROGRAM)'

.PHONY: always all module install-module parts version tables run test long quick try flaky browser lint check check-specs check-threads check-inputs mutants extension-check foreign gdl league bench doc site site-files readability rockspec install uninstall clean fuzz fuzz-rules \
  setup-run setup-test setup-browser setup-lint setup-doc setup-fuzz setup-page setup-foreign

all: $(PROGRAM) $(MODULE) $(WORKER) $(TCC) $(EXTENDING) $(MODULES) $(EXTENDED)
	@:

version:
	@echo $(GTS_VERSION)

# The module for Lua by itself, which needs no line editor and no Lua to be linked: what LuaRocks installs.
module: $(MODULE) $(TCC)
	@:

# With what the specs need.
parts: all $(SPEC_PARTS)
	@:

$(LIBRARY): $(call objects_of,$(ENGINE))
	@echo "  ar $@"
	@rm -f $@
	$(QUIET)$(AR) rcs $@ $^

$(PROGRAM): $(PROGRAM_OBJECTS) $(BINDING_OBJECTS) $(LIBRARY)
	@echo "  link $@"
	$(QUIET)$(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(LUA_LIBS) $(EDIT_LIBS) $(PROGRAM_DIGEST_LIBS) $(PROGRAM_ZSTD_LIBS) -lpthread

$(MODULE): $(BINDING_OBJECTS) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  link $@"
	$(QUIET)$(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -shared -o $@ $^ $(DIGEST_LIBS) $(ZSTD_LIBS) -lm -lpthread

$(WORKER): $(WORKER_OBJECTS) $(BINDING_OBJECTS) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  link $@"
	$(QUIET)$(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(LUA_LIBS) $(PROGRAM_DIGEST_LIBS) $(PROGRAM_ZSTD_LIBS) $(SECCOMP_LIBS) -lpthread

# What gts new hands out are no modules of gts.
COMPILED = $(filter-out lua/gts/program/skeleton/%,$(filter %.lua,$(LUA_FILES)))
$(MODULES): $(PROGRAM) $(COMPILED)
	@mkdir -p $(@D)
	@echo "  gts modules"
	$(QUIET)$(PROGRAM) modules $(COMPILED) >$@.$$$$ && mv $@.$$$$ $@

# The memory of compilers is limited: sanitizers have no room.
$(BUILD)/lib/gts/tcc $(call objects_of,$(TCC_SOURCES)): override SANITIZE =
$(BUILD)/lib/gts/tcc: $(call objects_of,$(TCC_SOURCES))
	@mkdir -p $(@D)
	@echo "  link $@"
	$(QUIET)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TCC_LIBS) -lm

# What `gts best` runs, with all rules. A copy by vectors of words that were just written one by one waits for these.
$(BUILD)/obj/algo/window/selective.o: CFLAGS = -O3 -fno-tree-vectorize -g

# Compiled anew when the library has come or gone.
$(BUILD)/obj/worker/filter.o: BASE_CFLAGS += $(SECCOMP_CFLAGS)
$(BUILD)/obj/worker/filter.o: $(BUILD)/with$(SECCOMP_LIBS)

# Compiled anew when the learner has come or gone.
$(BUILD)/obj/algo/list.o $(BUILD)/obj/call/module.o: $(BUILD)/learn$(LEARN)

$(BUILD)/learn $(BUILD)/learn-DHAVE_LEARN:
	@mkdir -p $(@D)
	@rm -f $(BUILD)/learn $(BUILD)/learn-DHAVE_LEARN
	@touch $@

# Debian has a folder of libraries for each architecture.
MULTIARCH := $(shell $(CC) -print-multiarch 2>/dev/null)
PLACED = $(BUILD)/obj/system/confined.o $(BUILD)/obj/program/main.o
$(PLACED): BASE_CFLAGS += $(if $(MULTIARCH),-DGTS_MULTIARCH='"$(MULTIARCH)"')

# What the module says of itself.
$(BUILD)/obj/call/module.o: BASE_CFLAGS += $(SECCOMP_CFLAGS)
$(BUILD)/obj/call/module.o: $(BUILD)/with$(SECCOMP_LIBS)

PACKED = $(BUILD)/obj/solve/part.o $(BUILD)/obj/solve/part_write.o $(BUILD)/obj/solve/directory.o $(BUILD)/obj/call/module.o
$(PACKED): BASE_CFLAGS += $(ZSTD_CFLAGS)
$(PACKED): $(BUILD)/packed$(ZSTD_LIBS)

$(BUILD)/packed $(BUILD)/packed-lzstd:
	@mkdir -p $(@D)
	@rm -f $(BUILD)/packed $(BUILD)/packed-lzstd
	@touch $@

$(BUILD)/with $(BUILD)/with-lseccomp:
	@mkdir -p $(@D)
	@rm -f $(BUILD)/with $(BUILD)/with-lseccomp
	@touch $@

$(BUILD)/obj/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) -c -o $@ $<

# The texts that units of compiled rules are made of are put in as they are, by the assembler.
TEXTS = $(sort $(wildcard src/base/*.h src/game/*.h src/native/*.h src/search/*.h src/algo/window/*.[ch] src/algo/window/native/*.h src/algo/learn/*.[ch]))

# What an algorithm of an extension includes.
HEADERS = $(filter %.h,$(TEXTS)) src/algo/extension.h

$(BUILD)/texts.c: $(TEXTS) Makefile $(BUILD)/learn$(LEARN)
	@mkdir -p $(@D)
	@{ echo '#include "unit/texts.h"'; n=0; rows=; \
	  for file in $(TEXTS:src/%=%); do \
	    n=$$((n + 1)); echo "TEXT($$n, \"$$file\")"; rows="$$rows {\"$$file\", text_$$n},"; \
	  done; \
	  echo "const Text texts[] = {$$rows {0, 0}};"; } >$@

# The games, commands and pages of the manual that come with gts, as core.shipped has them: lists of the names of files, of commands
# and pages in the order of the numbers in them. It is made anew where a name or a number changes.
SHIPPED = awk 'match($$0, form) { at = substr($$0, RSTART, RLENGTH); gsub(/[^0-9]/, "", at); \
  name = FILENAME; gsub(/.*\/|\.[a-z]*$$/, "", name); print at, name; nextfile }' form=
$(BUILD)/shipped.c: always
	@mkdir -p $(@D)
	@list () { echo "\"$$1\","; sort -n | sed 's/.* \(.*\)/\"\1\",/'; echo '0,'; }; \
	{ echo 'extern const char *const shipped[];'; echo 'const char *const shipped[] = {'; \
	  $(SHIPPED)'^' games/*.lua | list games; \
	  for group in usual other hidden; do $(SHIPPED)" $$group = [0-9]+" lua/gts/program/command/*.lua | list $$group; done; \
	  for kind in tutorial howto reference explanation; do $(SHIPPED)'^<!-- [0-9]+' lua/gts/manual/$$kind/*.md | list $$kind; done; \
	  echo '0};'; } >$@.$$$$; cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@

$(BUILD)/obj/texts.o $(BUILD)/obj/shipped.o: $(BUILD)/obj/%.o: $(BUILD)/%.c
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

# The program gts with a seam between it and the system: see spec/support/faults.c.
WRAPPED = clock_gettime open openat fdopen fread fwrite fflush fsync ftruncate renameat unlinkat mmap read poll ppoll luaL_newstate luaL_openlibs
$(BUILD)/spec/faults: spec/support/faults.c $(PROGRAM_OBJECTS) $(BINDING_OBJECTS) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  link $@"
	$(QUIET)$(CC) $(filter-out -MMD -MP,$(BASE_CFLAGS)) $(CFLAGS) $(LDFLAGS) $(WRAPPED:%=-Wl,--wrap=%) -o $@ $^ \
	  $(LUA_LIBS) $(EDIT_LIBS) $(DIGEST_LIBS) $(ZSTD_LIBS) -lpthread

$(BUILD)/spec/stress: spec/support/stress.c $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(QUIET)$(CC) $(filter-out -isystem $(LUA_INCDIR),$(BASE_CFLAGS)) $(CFLAGS) $(LDFLAGS) -o $@ $< $(LIBRARY) -lm -lpthread

$(BUILD)/spec/threads: spec/support/threads.c Makefile
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $< $(LUA_LIBS) -lpthread

$(BUILD)/spec/jail: spec/support/jail.c $(filter-out %/main.o,$(WORKER_OBJECTS)) Makefile
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(QUIET)$(CC) $(filter-out -isystem $(LUA_INCDIR),$(BASE_CFLAGS)) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -o $@ \
	  $(filter %.c %.o,$^) $(SECCOMP_LIBS) -lm -lpthread

-include $(patsubst %.o,%.d,$(call objects_of,$(ENGINE) $(BINDING) $(PROGRAM_SOURCES) $(WORKER_SOURCES) $(TCC_SOURCES)))

setup-run setup-test setup-browser setup-lint setup-doc setup-fuzz setup-page setup-foreign:
	@sh .ci/setup $(@:setup-%=%)

# The main job: two games searched, and on a terminal a prompt.
run: setup-run
	@$(MAKE) --no-print-directory all
	@$(PROGRAM) demo

# SHARE of the random cases (`make check` tries twice as many), rules compiled by tcc where it is there, and
# neither what is slow by nature, what `make doc` and `make packages-check` are for, nor what takes more than half a second and has
# cheaper specs beside it (#thorough): `make long` is all of it. TAGS=doc runs only the specs of that tag, ONLY='some words' those in
# whose names the words stand, OPTIONS are more options of the runner.
SHARE = 0.025
WITHOUT = slow,doc,packages,thorough
QUICK_CC = $(shell command -v tcc || echo $(CC))
CHOSEN = $(if $(TAGS),--options --tags=$(TAGS)) $(if $(WITHOUT),--options --exclude-tags=$(WITHOUT)) $(if $(ONLY),--only "$$ONLY") $(OPTIONS)
test: setup-test
	@$(MAKE) --no-print-directory parts
	@CC=$(QUICK_CC) GTS_SPEC_SHARE=$(SHARE) $(SPEC_ENV) $(RUNNER) --goal test $(CHOSEN) --times $(BUILD)/spec/times $(SPECS)

long: WITHOUT =
long: setup-test
	@$(MAKE) --no-print-directory parts
	@$(SPEC_ENV) $(RUNNER) --goal long $(CHOSEN) --times $(BUILD)/spec/times $(SPECS)

# Lint, and the specs nearest to what has changed since the branch left BRANCH.
BRANCH = main
quick: setup-test
	@$(MAKE) --no-print-directory lint
	@specs=$$($(LUA54) spec/support/quick.lua $(BRANCH) 60 oracle framework facts rules tree reference mutants) && \
	  $(MAKE) --no-print-directory test SHARE=0.05 SPECS="$$specs"

# The same in 15 seconds: words and layering, and the nearest specs alone.
try: setup-test
	@$(MAKE) --no-print-directory parts
	@$(LUA54) .ci/layering.lua
	@$(LUA54) .ci/words.lua
	@specs=$$($(LUA54) spec/support/quick.lua $(BRANCH) 12) && [ -z "$$specs" ] || \
	  $(MAKE) --no-print-directory test SHARE=0.05 SPECS="$$specs"

# Is it the spec, or the machine? Runs SPEC, a file, COUNT times beside LOAD processes that are never idle, and says how often which
# spec has failed; ONLY='some words' runs one of its specs, OPTIONS='--options --shuffle' runs them in random order.
COUNT = 100
LOAD = 8
flaky:
	@[ -n "$(SPEC)" ] || { echo "state a file of specs: make flaky SPEC=spec/..." >&2; exit 2; }
	@$(MAKE) --no-print-directory test SPECS=$(SPEC) WITHOUT= OPTIONS='--count $(COUNT) --load $(LOAD) $(OPTIONS)'

# The pages of `gts serve` and `gts draw`, and that which runs gts by itself, in a headless Chromium. PICTURES=1 leaves pictures
# of it in build/browser.
browser: setup-browser
	@$(MAKE) --no-print-directory all
	@mkdir -p $(BUILD)/browser
	@if $(MAKE) --no-print-directory page-sources; then $(MAKE) --no-print-directory page-and-npm; \
	  else echo "no emscripten, or no sources of Lua: the specs of the page that runs gts and of JavaScript are not run"; fi
	@$(SPEC_ENV) $(RUNNER) --name '*.lua' --jobs $(PROCESSORS) --times $(BUILD)/browser/times spec/browser

# cppcheck looks at the source as it is compiled here with all libraries, and at what compiled rules include as a unit sees it. Without
# definitions it tries a dozen combinations of each file, most of them impossible, and takes three times as long.
CPPCHECK = cppcheck --quiet --std=c11 --enable=warning,performance,portability --error-exitcode=1 --inline-suppr -Isrc -j $(PROCESSORS)
CPPCHECK_BUILT = -D__GNUC__=12 -D__x86_64__ -D__linux__ -DHAVE_ZSTD -DHAVE_SECCOMP -DHAVE_HTTP
CPPCHECK_UNITS = -DGAME_CALLS -D__TINYC__ $(sort $(dir $(filter %.c,$(TEXTS))))

lint: setup-lint
	@$(MAKE) --no-print-directory all
	$(LUA54) .ci/layering.lua
	$(LUA54) .ci/doc/floors.lua --check
	$(LUA54) .ci/words.lua
	@mkdir -p $(BUILD)/cppcheck $(BUILD)/cppcheck-units
	luacheck --cache $(BUILD)/luacheck lua games spec .ci src
	$(CPPCHECK) --cppcheck-build-dir=$(BUILD)/cppcheck $(CPPCHECK_BUILT) src spec
	$(CPPCHECK) --cppcheck-build-dir=$(BUILD)/cppcheck-units $(CPPCHECK_UNITS)
	shellcheck .ci/run .ci/setup .ci/foreign .ci/sources .ci/packages .ci/release .ci/strangers rocks/debian/tests/program \
	  rocks/debian/tests/library rocks/debian/tests/python

# The specs with the address and undefined-behaviour sanitizers, leaks included, run by the program itself; then threads,
# then the fuzzers of inputs. The sanitizers look at our process: tcc compiles rules where it is there, but in the specs
# of compilers. Specs tagged #lua are left to `make test`: texts, statistics and rules that Lua alone makes, by way of C that
# other specs run. Those tagged #plain compare what such C gives, or wait for compilers: .ci/run leaves them to `make test`, too.
CHECK = build/check
UNCHECKED = lua
# The megabytes of freed memory that are kept from being used again; the default is 256, which costs a fifth of the time.
ASAN = detect_leaks=1:malloc_context_size=8:quarantine_size_mb=32
check: setup-test
	@$(MAKE) --no-print-directory check-specs
	@$(MAKE) --no-print-directory check-threads
	@$(MAKE) --no-print-directory check-inputs

# By -Og: compiled in three quarters of the time that -O1 takes, the specs take the same.
check-specs: SHARE = 0.05
check-specs: setup-test
	@$(MAKE) --no-print-directory parts BUILD=$(CHECK) CFLAGS='-Og -g1' \
	  SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'
	@GTS_SPEC_SHARE=$(SHARE) UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=$(ASAN) \
	  LUA_CPATH='$(CHECK)/lib/?.so;$(CHECK)/spec/?.so;;' GTS=$(CHECK)/gts $(RUNNER) --cc $(QUICK_CC) \
	  --busted '$(CHECK)/gts spec/support/busted.lua' --goal check-specs --options --exclude-tags=$(UNCHECKED) $(if $(ONLY),--only "$$ONLY") --times $(CHECK)/spec/times $(SPECS)

# Built by -O0: for some seconds of each, optimizing takes longer than it saves.
check-inputs:
	@if $(HAS_LIBFUZZER); then $(MAKE) --no-print-directory fuzz FUZZ=$(BUILD)/inputs FUZZ_CFLAGS='-O0 -g1' SECONDS=$(CHECK_SECONDS); \
	  else echo "no clang with libFuzzer: the fuzzers of inputs were not run"; fi

# A host of several threads, each of which searches and compiles, under the sanitizer that looks for races.
THREADS = build/threads
# Where the system puts things at addresses that the sanitizer does not expect, it is asked not to.
FIXED = $(shell setarch -R true 2>/dev/null && echo setarch -R)
check-threads: setup-test
	@$(MAKE) --no-print-directory $(THREADS)/spec/threads $(THREADS)/lib/gts/core.so BUILD=$(THREADS) CFLAGS='-O1 -g1' \
	  SANITIZE='-fsanitize=thread -fno-omit-frame-pointer'
	@cache=$$(mktemp -d) && trap 'rm -rf "$$cache"' EXIT && \
	  XDG_CACHE_HOME=$$cache TSAN_OPTIONS=halt_on_error=1 LUA_PATH='lua/?.lua;lua/?/init.lua' LUA_CPATH='$(THREADS)/lib/?.so' \
	  timeout 300 $(FIXED) $(THREADS)/spec/threads spec/support/threads.lua 4

# Fuzzers of what strangers can hand us, for SECONDS each, side by side: make fuzz [TARGETS='proofs trees'] [SECONDS=3600]. What
# they find interesting is kept under build/fuzz, what they find wrong in build/fuzz/TARGET-crash-...; see spec/support/inputs.lua.
FUZZ = build/fuzz
TARGETS = books bytecode databases descriptions evaluations experiments games jobs learnings moves options progress proofs tables trees tunings weights
SECONDS = 60
CHECK_SECONDS = 3
HAS_LIBFUZZER = echo 'int LLVMFuzzerTestOneInput (void); int LLVMFuzzerTestOneInput (void) { return 0; }' | \
  clang -xc - -fsanitize=fuzzer,address -o /dev/null 2>/dev/null
FUZZ_CFLAGS = -O1 -g1
FUZZ_SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all

fuzz: setup-fuzz
	@$(MAKE) --no-print-directory $(FUZZ)/inputs BUILD=$(FUZZ) CC=clang CFLAGS='$(FUZZ_CFLAGS)' \
	  SANITIZE='$(FUZZ_SANITIZE) -fsanitize=fuzzer-no-link'
	@echo "fuzzing $(TARGETS) for $(SECONDS) s each"
	@$(MAKE) --no-print-directory $(TARGETS:%=fuzzed-%)

fuzzed-%:
	@mkdir -p $(FUZZ)/corpus/$*
	@inputs=$$(mktemp -d "$$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)/gts-inputs-XXXXXX") && \
	  trap 'rm -rf "$$inputs"' EXIT && GTS_INPUTS=$$inputs LUA_PATH='lua/?.lua;lua/?/init.lua;./?.lua;;' \
	  $(FUZZ)/inputs $* -max_total_time=$(SECONDS) -max_len=2048 -timeout=60 -verbosity=0 -print_final_stats=1 \
	  -artifact_prefix=$(FUZZ)/$*- $(FUZZ)/corpus/$* spec/corpus/$* >$(FUZZ)/$*.log 2>&1 || { cat $(FUZZ)/$*.log; exit 1; }
	@sed -n 's/^stat::number_of_executed_units: */  inputs of $*: /p' $(FUZZ)/$*.log

$(FUZZ)/inputs: spec/support/inputs.c $(BINDING_OBJECTS) $(LIBRARY)
	@echo "  link $@"
	$(QUIET)$(CC) $(filter-out -MMD -MP,$(BASE_CFLAGS)) $(CFLAGS) -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ $(LUA_LIBS) $(DIGEST_LIBS) $(ZSTD_LIBS) -lpthread

# Compiled rules against Lua on random programs, with each compiler that is there: make fuzz-rules [COUNT=...] [TABLES=...] [SEED=...]. A fault is
# printed with its seed, as small as it can be made. A part of it runs with the specs.
COUNT = 10000
# Games whose positions are tables; each is a unit of its own, by -O3, and takes half a second or more.
TABLES = 1000
SEED = $(shell date +%s)

fuzz-rules: all
	@cache=$$(mktemp -d) && trap 'rm -rf "$$cache"' EXIT && export XDG_CACHE_HOME="$$cache" && for cc in gcc clang tcc; do \
	  if command -v $$cc >/dev/null; then \
	    echo "$$cc: $(COUNT) from seed $(SEED)"; \
	    CC=$$cc $(PROGRAM) spec/support/fuzz.lua $(COUNT) $(SEED) || exit 1; \
	    CC=$$cc $(PROGRAM) spec/support/fuzz_tables.lua $(TABLES) $(SEED) || exit 1; \
	    CC=$$cc $(PROGRAM) spec/support/fuzz.lua $(COUNT) $(SEED) -O1 86400 early || exit 1; \
	    CC=$$cc $(PROGRAM) spec/support/fuzz_tables.lua $(TABLES) $(SEED) -O1 86400 early || exit 1; \
	  fi; \
	done

# Mutation tests: puts faults into a copy of the source, one at a time, and runs the specs that must notice. All rows take about
# half an hour; MUTANTS="--only 1-5" runs some. Other options: spec/support/mutate.lua.
MUTANTS =
mutants: setup-test
	$(LUA54) spec/support/mutate.lua $(MUTANTS)

# Removes each extension in turn from a copy, builds what is left, and runs specs of the command line and the help; EXTENSIONS=course.
EXTENSIONS =
extension-check: parts
	+@CC=$(QUICK_CC) sh .ci/extensions $(EXTENSIONS)

# Our rules compared with those of other programs: paths of a few moves, and random games, move by move.
GAMES = 100
foreign: setup-foreign
	@$(MAKE) --no-print-directory all
	@sh .ci/strangers $(PROGRAM) $(BUILD)/strangers $(GAMES)

# Game descriptions of FOLDER: what is read and compiled, and positions compared with a plain interpreter; see there.
FOLDER = spec/gdl/games
gdl: SECONDS = 2
gdl: setup-test
	@$(MAKE) --no-print-directory all
	@$(PROGRAM) .ci/gdl_table.lua $(FOLDER) $(SECONDS)

# Matches against the programs of others that are there, kept in build/league under NAME (that of the commit); see .ci/league.lua. They take an hour.
league: GAMES = 40
league: TIME = 0.05
league: setup-test
	@$(MAKE) --no-print-directory all
	@$(PROGRAM) .ci/league.lua $(GAMES) $(TIME) "$(or $(NAME),$(shell git describe --always --dirty 2>/dev/null),unnamed)" $(PROGRAMS)

# The site, build/doc/index.html: home, the page that runs gts, games, learn, the manual, the doc comments of the Lua modules. It
# is plain files, to be opened or put on any server. SITE_GAMES, files of rules, have pages beside those of gts.
# `make doc` makes it without the page, if `make page` has not made that, and the pages for man, in build/man. Every link is followed,
# man's pages are held against the rules of mandoc and groff, and what the manual shows is run and drawn. `make readability` prints
# how hard each page of the manual is to read.
DOC = $(BUILD)/doc
MAN = $(BUILD)/man
TOPICS = options $(notdir $(basename $(LUA_PAGES)))
RELEASED = $(shell sed -n 's/^\#\# [0-9.]* - //p' CHANGELOG.md | head -n 1)
site: setup-doc page
	@$(MAKE) --no-print-directory site-files
	@echo "  site $(DOC)/index.html"

site-files: all
	@rm -rf $(DOC)
	@mkdir -p $(DOC)
	@sh .ci/doc/modules $(DOC)/modules
	@$(PROGRAM) .ci/doc/options.lua $(DOC)/modules/lua/gts/init.lua $(DOC)/modules/lua/gts/*/extension.lua
	cd $(DOC)/modules && ldoc --fatalwarnings -q -c .ci/doc/config.ld -d $(abspath $(DOC))/lua .
	@rm -rf $(DOC)/modules
	SITE_GAMES="$(SITE_GAMES)" $(PROGRAM) .ci/doc/site.lua $(DOC) $(wildcard $(BUILD)/page/gts.html)

doc: setup-doc
	@$(MAKE) --no-print-directory site-files
	@rm -rf $(MAN)
	@mkdir -p $(MAN)/man1 $(MAN)/man7
	$(PROGRAM) manpage --folder $(MAN) --date "$(RELEASED)"
	$(PROGRAM) .ci/doc/links.lua $(DOC) $(MAN)
	mandoc -T lint -W warning $(MAN)/man1/*.1 $(MAN)/man7/*.7
	@for page in $(MAN)/man?/*; do groff -man -Tutf8 -ww $$page >/dev/null || exit 1; done
	@$(MAKE) --no-print-directory test TAGS=doc WITHOUT= SPECS="$$(grep -rl '#doc' spec --include='*_spec.lua' | tr '\n' ' ')"

# Writes the reference tables of the manual, of the rows in lua/gts/facts.
tables: all
	@$(PROGRAM) .ci/doc/tables.lua
	@$(LUA54) .ci/doc/floors.lua

readability: setup-doc
	@$(MAKE) --no-print-directory all
	@$(PROGRAM) .ci/doc/readability.lua

# A rockspec that can be published: make rockspec URL=https://.../gts-2.0.0.tar.gz VERSION=2.0.0, or URL=git+https://.../gts.git for
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
	@$(PROGRAM) .ci/speed.lua
	@$(PROGRAM) .ci/bench.lua

MODULE_FOLDERS = $(DESTDIR)$(LIBDIR)/gts $(sort $(dir $(LUA_FILES:lua/%=$(DESTDIR)$(LUADIR)/%))) $(DESTDIR)$(LUADIR)/gts/games/learnt

install-module: module
	install -d $(MODULE_FOLDERS)
	install -m 755 $(MODULE) $(DESTDIR)$(LIBDIR)/gts/core.so
	$(if $(TCC),install -m 755 $(TCC) $(DESTDIR)$(LIBDIR)/gts/tcc)
	$(foreach folder,$(sort $(dir $(LUA_FILES:lua/%=%))),install -m 644 \
	  $(foreach file,$(LUA_FILES:lua/%=%),$(if $(filter $(folder),$(dir $(file))),lua/$(file))) $(DESTDIR)$(LUADIR)/$(folder) &&) :
	install -m 644 games/*.lua $(DESTDIR)$(LUADIR)/gts/games
	install -m 644 games/learnt/*.evaluation $(DESTDIR)$(LUADIR)/gts/games/learnt

install: all install-module $(INSTALLED)
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(MANDIR)/man7 $(DESTDIR)$(BASHDIR) $(DESTDIR)$(ZSHDIR)
	install -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)/gts
	install -m 755 $(WORKER) $(DESTDIR)$(LIBDIR)/gts/worker
	install -m 644 $(MODULES) $(DESTDIR)$(LIBDIR)/gts/modules
	$(if $(EXTENDING),install -m 755 $(EXTENDING) $(DESTDIR)$(LIBDIR)/gts)
	$(foreach file,$(HEADERS),install -D -m 644 $(file) $(DESTDIR)$(INCLUDEDIR)/gts-search/$(file:src/%=%) &&) :
	install -d $(DESTDIR)$(LUADIR)/gts/types
	$(PROGRAM) types >$(DESTDIR)$(LUADIR)/gts/types/gts.lua
	$(PROGRAM) types luacheck >$(DESTDIR)$(LUADIR)/gts/types/luacheckrc
	$(PROGRAM) manpage --folder $(DESTDIR)$(MANDIR) --date "$(RELEASED)"
	$(PROGRAM) completion bash >$(DESTDIR)$(BASHDIR)/gts
	$(PROGRAM) completion zsh >$(DESTDIR)$(ZSHDIR)/_gts

# Folders that `make install` may have made, and nobody else uses when they are empty.
EMPTIED = $(foreach folder,$(LIBDIR) $(LUADIR) $(BASHDIR) $(ZSHDIR),$(folder) $(dir $(folder))) $(MANDIR)/man1 $(MANDIR)/man7 $(SHAREDDIR)/pkgconfig

uninstall: $(UNINSTALLED)
	rm -rf $(DESTDIR)$(INCLUDEDIR)/gts-search $(DESTDIR)$(BINDIR)/gts $(DESTDIR)$(LIBDIR)/gts $(DESTDIR)$(LUADIR)/gts \
	  $(DESTDIR)$(MANDIR)/man1/gts.1 $(TOPICS:%=$(DESTDIR)$(MANDIR)/man7/gts-%.7) $(DESTDIR)$(BASHDIR)/gts $(DESTDIR)$(ZSHDIR)/_gts
	@for folder in $(EMPTIED); do rmdir $(DESTDIR)$$folder 2>/dev/null || true; done

# Packages: make dist, make deb, make static.
include rocks/packages.mk

clean:
	rm -rf build
