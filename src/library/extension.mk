# libgts-search: gts for programs in C, and for packages of other languages (rocks/library).
# A part of the Makefile.

SHARED_SOURCES = $(sort $(wildcard src/library/*.c))
# The number is that of the binary interface.
SHARED_ABI = 1
SHARED = $(BUILD)/libgts-search.so.$(SHARED_ABI)
EXTENDED += $(SHARED)
SPEC_PARTS += $(BUILD)/spec/library $(BUILD)/python/gts_search/results.py $(BUILD)/spec/cases.json
INSTALLED += install-library
UNINSTALLED += uninstall-library

$(SHARED): $(call objects_of,$(SHARED_SOURCES)) $(BINDING_OBJECTS) $(LIBRARY) src/library/exports
	@echo "  link $@"
	$(QUIET)$(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -shared -Wl,-soname,$(@F) -Wl,--version-script=src/library/exports -Wl,-z,defs -o $@ \
	  $(filter %.o %.a,$^) $(SHARED_LUA_LIBS) $(DIGEST_LIBS) $(ZSTD_LIBS) -lm -ldl -lpthread
	@ln -sf $(@F) $(BUILD)/libgts-search.so

$(BUILD)/spec/library: spec/library/library.c $(SHARED) Makefile
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(QUIET)$(CC) $(filter-out -isystem $(LUA_INCDIR),$(BASE_CFLAGS)) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -o $@ $< $(SHARED) \
	  -Wl,-rpath,'$$ORIGIN/..' -lpthread

# The package of Python as it is used from here: with the library beside it.
$(BUILD)/python/gts_search/results.py: $(wildcard rocks/library/gts_search/*.py) $(MODULES) $(SHARED)
	@mkdir -p $(@D)
	@cp $(filter-out %/results.py,$(wildcard rocks/library/gts_search/*.py)) $(@D)
	@$(PROGRAM) types python >$@.new && mv $@.new $@

# What all bindings are tried with.
$(BUILD)/spec/cases.json: spec/library/cases.lua spec/support/trees.lua
	@mkdir -p $(@D)
	@$(LUA54) -e 'io.write(require("dkjson").encode(dofile "spec/library/cases.lua"))' >$@.new && mv $@.new $@

# A wheel with the library inside, and the source that pip builds it from.
.PHONY: wheel install-library uninstall-library
wheel: setup-run
	@/usr/bin/python3 rocks/library/backend.py $(BUILD)/wheel

install-library: all
	install -d $(DESTDIR)$(SHAREDDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)/gts-search
	install -m 644 $(SHARED) $(DESTDIR)$(SHAREDDIR)
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(SHAREDDIR)/libgts-search.so
	install -m 644 src/library/search.h $(DESTDIR)$(INCLUDEDIR)/gts-search
	sed -e 's|@LIBDIR@|$(SHAREDDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(GTS_VERSION)|' rocks/library/gts-search.pc.in \
	  >$(DESTDIR)$(SHAREDDIR)/pkgconfig/gts-search.pc

uninstall-library:
	rm -rf $(DESTDIR)$(SHAREDDIR)/libgts-search.so* $(DESTDIR)$(SHAREDDIR)/pkgconfig/gts-search.pc

-include $(patsubst %.o,%.d,$(call objects_of,$(SHARED_SOURCES)))
