# The package of JavaScript, build/npm/gts-search-2.0.0.tgz: gts in WebAssembly (src/wasm/extension.mk), what it reads, and the modules
# around it. A part of the Makefile.

NPM = $(BUILD)/npm
NPM_PACKAGE = $(NPM)/package
NPM_ARCHIVE = $(NPM)/gts-search-$(GTS_VERSION).tgz
# All that gts has but the program, its page, and the compiler of rules. Its help and the manual are there.
NPM_LUA = $(filter-out lua/gts/program/% lua/gts/page/% lua/gts/wasm/% lua/gts/manual/% lua/gts/compile/% $(NPM_TERMINAL),$(filter %.lua,$(LUA_FILES)) $(LUA_TEXTS)) \
  $(patsubst %,lua/gts/program/%.lua,arguments commands docs find functions guard help manual outcome output page usage) $(LUA_PAGES) \
  $(patsubst %,lua/gts/compile/%.lua,builtins columns frozen groups inner refusal values) lua/gts/page/extension.lua lua/gts/wasm/extension.lua
NPM_TERMINAL = lua/gts/show/roff.lua lua/gts/engines/% $(COMMANDS) lua/gts/%/tab.lua lua/gts/train/training.lua $(patsubst %,lua/gts/course/%.lua,extension grader terminal) lua/gts/review/reporter.lua
NPM_GAMES = $(wildcard games/*.lua games/*/*.evaluation)
NPM_FILES = $(patsubst %,$(NPM_PACKAGE)/%,$(notdir $(wildcard rocks/wasm/*.js)) glue.js gts.wasm gts.data index.d.ts types.d.ts package.json README.md LICENSE)

.PHONY: npm page-and-npm
npm: setup-page
	@$(MAKE) --no-print-directory $(NPM_ARCHIVE)
	@echo "$(NPM_ARCHIVE)"

# By one make: two would each compile all that both need.
page-and-npm: $(PAGE)/gts.html $(NPM_FILES) $(BUILD)/spec/cases.json

$(NPM_ARCHIVE): $(NPM_FILES)
	@tar -C $(NPM) --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime='$(DIST_DATE) 00:00 UTC' \
	  -c package | gzip -9n >$@.new && mv $@.new $@

$(NPM_PACKAGE)/%.js: rocks/wasm/%.js
	@mkdir -p $(@D)
	@cp $< $@

# The script of emscripten as a module. In node it would read files by itself: there it finds no process, and is given all.
$(NPM_PACKAGE)/glue.js: $(NPM)/gts.js rocks/wasm/npm.mk
	@mkdir -p $(@D)
	@{ echo 'const process = undefined;'; cat $<; echo 'export default gts;'; } >$@.new && mv $@.new $@

$(NPM_PACKAGE)/gts.wasm: $(NPM)/gts.js
	@mkdir -p $(@D)
	@cp $(NPM)/gts.wasm $@

$(NPM_PACKAGE)/gts.data: $(PROGRAM) $(MODULES) $(NPM_LUA) $(NPM_GAMES) src/wasm/pack.lua rocks/wasm/npm.mk
	@mkdir -p $(@D)
	@echo "  pack $@"
	$(QUIET)$(PROGRAM) src/wasm/pack.lua $(foreach file,$(NPM_LUA) $(NPM_GAMES),/$(file)=$(file)) \
	  /lua/dkjson.lua=$(DKJSON) >$@.new && mv $@.new $@

# The types of results and options are made from their rows.
$(NPM_PACKAGE)/types.d.ts: $(MODULES) $(PROGRAM)
	@mkdir -p $(@D)
	@$(PROGRAM) types typescript >$@.new && mv $@.new $@

$(NPM_PACKAGE)/index.d.ts: rocks/wasm/index.d.ts
	@mkdir -p $(@D)
	@cp $< $@

$(NPM_PACKAGE)/package.json: rocks/wasm/package.json.in src/base/version.h
	@mkdir -p $(@D)
	@sed 's|@VERSION@|$(GTS_VERSION)|' $< >$@

$(NPM_PACKAGE)/README.md: rocks/wasm/README.md
	@mkdir -p $(@D)
	@cp $< $@

$(NPM_PACKAGE)/LICENSE: LICENSE
	@mkdir -p $(@D)
	@cp $< $@
