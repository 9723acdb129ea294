# Packages of gts: `make dist`, `make deb`, `make static`; `make packages-check` builds and tries them. A part of the Makefile.

DIST = gts-$(GTS_VERSION)
DIST_FOLDER = $(BUILD)/$(DIST)
DIST_ARCHIVE = $(BUILD)/$(DIST).tar.gz
# What belongs to the source: of a clone what git knows, of an unpacked archive all that is there.
DIST_FILES = $(if $(wildcard .git),git ls-files,find . -type f -not -path './build/*' -not -path './debian/*' \
  -not -name 'gts-*.rockspec' -o -path './rocks/*.rockspec' | sed 's|^\./||')
# The same source gives the same bytes, wherever and by whomever it is packed: files have the date of the version.
DIST_DATE = $(shell sed -n 's/^\#\# $(GTS_VERSION) - //p' CHANGELOG.md)
DIST_URL = file://$(DIST).tar.gz

.PHONY: dist deb static packages-check setup-dist setup-deb setup-static

setup-dist setup-deb setup-static:
	@sh .ci/setup $(@:setup-%=%)

# The source as an archive, with a rockspec that installs from it: build/gts-1.0.0.tar.gz, and the rockspec beside it.
dist: setup-dist
	@rm -rf $(DIST_FOLDER) && mkdir -p $(DIST_FOLDER)
	@$(DIST_FILES) | LC_ALL=C sort | tar -c -T - | tar -x -C $(DIST_FOLDER)
	@$(MAKE) -s --no-print-directory rockspec VERSION=$(GTS_VERSION) URL=$(DIST_URL) >/dev/null
	@cp $(BUILD)/$(DIST)-1.rockspec $(DIST_FOLDER)
	@tar -C $(BUILD) --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime='$(DIST_DATE) 00:00 UTC' \
	  -c $(DIST) | gzip -9n >$(DIST_ARCHIVE)
	@rm -rf $(DIST_FOLDER)
	@echo "$(DIST_ARCHIVE)"
