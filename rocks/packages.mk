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

# Packages for Debian and its kin, made of that archive, and looked at by lintian: build/deb/gts-search_1.0.0-1_amd64.deb, and one
# for MPI beside it. The name gts belongs to other sources in Debian.
DEB = $(BUILD)/deb
DEB_FOLDER = $(DEB)/gts-search-$(GTS_VERSION)

deb: setup-deb dist
	@rm -rf $(DEB) && mkdir -p $(DEB_FOLDER)
	@cp $(DIST_ARCHIVE) $(DEB)/gts-search_$(GTS_VERSION).orig.tar.gz
	@tar -xzf $(DIST_ARCHIVE) -C $(DEB_FOLDER) --strip-components=1
	@cp -r $(DEB_FOLDER)/rocks/debian $(DEB_FOLDER)/debian
	@cd $(DEB_FOLDER) && LC_ALL=C.UTF-8 env -u MAKELEVEL -u MAKEFLAGS -u MFLAGS dpkg-buildpackage -us -uc -b >../log 2>&1 || { tail -n 30 ../log >&2; exit 1; }
	lintian --fail-on error,warning $(DEB)/*.changes
	@ls $(DEB)/*.deb
