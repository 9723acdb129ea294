# gts in WebAssembly, for the page and for JavaScript (rocks/wasm).
# The engine, its Lua module and Lua itself, compiled by emscripten, in one file with all that it needs. A part of the Makefile.

PAGE = $(BUILD)/page
EMCC = emcc
# emcc runs programs of Debian's node packages, also where node itself is another.
EM_ENV = NODE_PATH=/usr/share/nodejs$(if $(NODE_PATH),:$(NODE_PATH))
EM_CFLAGS = -O3 -sSUPPORT_LONGJMP=wasm
# Linked by -O2: by more the names of what is imported would be lost, and src/wasm/worker.js puts something in the place of one.
EM_LDFLAGS = -sMODULARIZE -sEXPORT_NAME=gts -sENVIRONMENT=worker,node -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 \
  -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=32MB -sTOTAL_STACK=768KB -sFORCE_FILESYSTEM \
  -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8,HEAP32,HEAPF64
# What of it JavaScript calls: the page; the package of JavaScript. The linker leaves out what neither needs.
PAGE_EXPORTS = _malloc,_free,_page_begin,_page_call
NPM_EXPORTS = _malloc,_free,_host_begin,_host_game,_gts_call,_gts_text,_gts_drop,_gts_error,_gts_fail,_gts_version

# The sources of Lua and libb2, as Debian has them: see the script. Nothing of them is kept in this repository.
PAGE_SOURCES = $(PAGE)/sources
PAGE_LUA = $(PAGE_SOURCES)/lua5.4/src
PAGE_DIGEST = $(PAGE_SOURCES)/libb2/src

# What a page has not, src/wasm has in its place, or says that it is not there.
PAGE_REPLACED = src/base/wait.c src/base/stack.c src/group/local.c src/system/interrupt.c src/call/watchdog.c src/system/confined.c \
  src/system/coprocess.c src/library/place.c
PAGE_OURS = $(filter-out $(PAGE_REPLACED),$(ENGINE) $(BINDING) $(SHARED_SOURCES)) $(sort $(wildcard src/wasm/*.c))
LUA_PARTS = lapi lauxlib lbaselib lcode lcorolib lctype ldblib ldebug ldo ldump lfunc lgc linit liolib llex lmathlib lmem loadlib \
  lobject lopcodes loslib lparser lstate lstring lstrlib ltable ltablib ltm lundump lutf8lib lvm lzio
PAGE_OBJECTS = $(patsubst %.c,$(PAGE)/obj/%.o,$(notdir $(subst /,-,$(PAGE_OURS)))) $(LUA_PARTS:%=$(PAGE)/obj/lua-%.o) $(PAGE)/obj/blake2b.o \
  $(PAGE)/obj/shipped.o

$(PAGE_SOURCES)/done: .ci/sources
	@mkdir -p $(@D)
	@echo "  sources of Lua and libb2"
	$(QUIET)sh .ci/sources $(@D) lua5.4 libb2
	@touch $@

# What emcc calls to compile, and its options (by -Oz one more): emcc itself, a script, takes longer to start than most files do.
$(PAGE)/compiler: $(PAGE_SOURCES)/done src/wasm/extension.mk
	$(QUIET)folder=$$(em-config LLVM_ROOT) && flags=$$($(EM_ENV) $(EMCC) $(EM_CFLAGS) --cflags) && echo "$$folder/clang $$flags" >$@

EM_COMPILE = `cat $(PAGE)/compiler` -std=c11 -D_GNU_SOURCE $(LEARN) -isystem $(PAGE_SOURCES) -isystem $(PAGE_LUA) -isystem $(PAGE_DIGEST)

# What is not a search is compiled to be small.
PAGE_SMALL = src/trees/% src/algo/walk/% src/algo/learn/% src/algo/framework/% src/algo/proof/% src/algo/solution/% src/solve/% src/call/% src/learn/% src/system/% src/unit/% src/group/% src/wasm/%

define page_object
$(PAGE)/obj/$(notdir $(subst /,-,$(1:.c=.o))): $(1) $(PAGE)/compiler Makefile
	@mkdir -p $$(@D)
	@echo "  emcc $$<"
	$$(QUIET)$(EM_COMPILE) -MMD -MP -Isrc $(filter-out -Werror,$(WARNINGS)) -Werror $(if $(filter $(PAGE_SMALL),$(1)),-Oz -fno-inline-functions) -c -o $$@ $$<
endef
$(foreach file,$(PAGE_OURS),$(eval $(call page_object,$(file))))

define foreign_object
$(PAGE)/obj/$(1).o: $(PAGE)/compiler
	@mkdir -p $$(@D)
	@echo "  emcc $(notdir $(2))"
	$$(QUIET)$(EM_COMPILE) -c -o $$@ $(2)
endef
$(foreach part,$(LUA_PARTS),$(eval $(call foreign_object,lua-$(part),$(PAGE_LUA)/$(part).c)))
$(eval $(call foreign_object,blake2b,$(PAGE_DIGEST)/blake2b-ref.c -DSUFFIX=))
$(eval $(call foreign_object,shipped,$(BUILD)/shipped.c))
$(PAGE)/obj/shipped.o: $(BUILD)/shipped.c

$(PAGE)/gts.js: EM_EXPORTS = $(PAGE_EXPORTS)
$(BUILD)/npm/gts.js: EM_EXPORTS = $(NPM_EXPORTS)
$(PAGE)/gts.js $(BUILD)/npm/gts.js: $(PAGE_OBJECTS) src/wasm/imports.js
	@mkdir -p $(@D)
	@echo "  emcc $@"
	$(QUIET)$(EM_ENV) $(EMCC) $(EM_CFLAGS) -O2 $(EM_LDFLAGS) -sEXPORTED_FUNCTIONS=$(EM_EXPORTS) --js-library src/wasm/imports.js -o $@ $(PAGE_OBJECTS)

-include $(wildcard $(PAGE)/obj/*.d)

# What gts needs in the page: its modules, but for those of the program, of the compiler, of long work and of a terminal, and of
# extensions without a tab of the page; what modules read; the pages of algorithms; games; and dkjson.
COMMANDS = $(wildcard lua/gts/*/command.lua lua/gts/*/command/*.lua)
PAGE_EXTENSIONS = $(dir $(wildcard lua/gts/*/extension.lua))
PAGE_TABS = $(sort $(dir $(wildcard $(PAGE_EXTENSIONS:%=%*.html))))
PAGE_TERMINAL = $(patsubst %,%%,$(filter-out $(PAGE_TABS),$(PAGE_EXTENSIONS))) lua/gts/train/% lua/gts/compile/% $(COMMANDS) \
  $(patsubst %,lua/gts/course/%.lua,grader terminal handout) $(patsubst %,lua/gts/page/%.lua,serve text) lua/gts/show/roff.lua \
  lua/gts/review/reporter.lua \
  $(filter-out $(patsubst %,lua/gts/solve/%.lua,size portfolio result retrograde sums values),$(wildcard lua/gts/solve/*.lua)) $(patsubst %,lua/gts/%.lua,game/confine game/equivalent verify) \
  $(patsubst %,lua/gts/play/%.lua,play display commands lines ladder pondering)
PAGE_FILES = $(filter-out lua/gts/program/% $(PAGE_TERMINAL),$(filter %.lua,$(LUA_FILES)) $(LUA_TEXTS)) lua/gts/lab/stepping.html \
  $(filter lua/gts/manual/algorithm/%,$(LUA_FILES)) lua/gts/wasm/inside.lua
# Of the learnt evaluations those that win where nothing is compiled: the page is loaded whole before it plays.
PAGE_GAMES = $(wildcard games/*.lua) $(patsubst %,games/learnt/%.evaluation,ataxx clobber othello)

$(PAGE)/gts.html: $(PAGE)/gts.js $(PROGRAM) $(MODULES) $(LUA_FILES) $(PAGE_GAMES) $(wildcard src/wasm/*.js) src/wasm/first.json src/wasm/pack.lua
	@echo "  page $@"
	$(QUIET)$(PROGRAM) src/wasm/pack.lua $(PAGE)/gts.wasm $(PAGE)/gts.js $(foreach file,$(PAGE_FILES),/$(file)=$(file)) \
	  $(foreach file,$(PAGE_GAMES),/$(file)=$(file)) /lua/dkjson.lua=$(DKJSON) >$@.new && mv $@.new $@

# One file that runs gts in a browser: build/page/gts.html.
.PHONY: page page-sources
page: setup-page
	@$(MAKE) --no-print-directory $(PAGE)/gts.html

page-sources: setup-page
	@$(MAKE) --no-print-directory $(PAGE_SOURCES)/done

include rocks/wasm/npm.mk
