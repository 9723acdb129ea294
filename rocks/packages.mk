# Packages of gts: `make dist`, `make deb`, `make static`; `make packages-check` builds and tries them, `make static-check` the last. A part of the Makefile.

DIST = gts-$(GTS_VERSION)
DIST_FOLDER = $(BUILD)/$(DIST)
DIST_ARCHIVE = $(BUILD)/$(DIST).tar.gz
# What belongs to the source: of a clone what git knows, of an unpacked archive all that is there.
DIST_FOUND = find . \( -type f -o -type l \) -not -path './build/*' -not -path './debian/*' -not -path './.git/*' \
  \( -not -name 'gts-*.rockspec' -o -path './rocks/*.rockspec' \) | sed 's|^\./||'
DIST_FILES = { $(if $(wildcard .git),git ls-files 2>/dev/null || ){ $(DIST_FOUND); }; }
DIST_LIST = $(BUILD)/dist-files
# The same source gives the same bytes, wherever and by whomever it is packed: files have the date of the version.
DIST_DATE = $(shell sed -n 's/^\#\# $(GTS_VERSION) - //p' CHANGELOG.md)
DIST_URL = file://$(DIST).tar.gz

.PHONY: dist packages deb static static-x86_64 static-aarch64 static-program packages-check static-check release setup-dist setup-deb setup-static

setup-dist setup-deb setup-static:
	@sh .ci/setup $(@:setup-%=%)

# The source as an archive, with a rockspec that installs from it: build/gts-2.0.0.tar.gz, and the rockspec beside it.
dist: setup-dist
	@rm -rf $(DIST_FOLDER) && mkdir -p $(DIST_FOLDER)
	@[ ! -d .git ] || git diff --quiet HEAD 2>/dev/null || echo "what is not committed is packed, too" >&2
	@$(DIST_FILES) | LC_ALL=C sort >$(DIST_LIST)
	@tar -c -f $(DIST_LIST).tar --verbatim-files-from -T $(DIST_LIST) && tar -x -f $(DIST_LIST).tar -C $(DIST_FOLDER)
	@rm $(DIST_LIST) $(DIST_LIST).tar
	@$(MAKE) -s --no-print-directory rockspec VERSION=$(GTS_VERSION) URL=$(DIST_URL) >/dev/null
	@cp $(BUILD)/$(DIST)-1.rockspec $(DIST_FOLDER)
	@tar -C $(BUILD) --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime='$(DIST_DATE) 00:00 UTC' \
	  -c $(DIST) | gzip -9n >$(DIST_ARCHIVE)
	@rm -rf $(DIST_FOLDER)
	@echo "$(DIST_ARCHIVE)"

# Packages for Debian and its kin, made of that archive, and looked at by lintian: build/deb/gts-search_2.0.0-1_amd64.deb, and beside
# it those for MPI, for programs in C and for Python. The name gts belongs to other sources in Debian. HOMEPAGE and VCS say where the
# source is published, if it is. (Nobody has asked for the packages there, as lintian would have it.)
HOMEPAGE =
VCS =
DEB = $(BUILD)/deb
DEB_FOLDER = $(DEB)/gts-search-$(GTS_VERSION)

deb: setup-deb dist
	@rm -rf $(DEB) && mkdir -p $(DEB_FOLDER)
	@cp $(DIST_ARCHIVE) $(DEB)/gts-search_$(GTS_VERSION).orig.tar.gz
	@tar -xzf $(DIST_ARCHIVE) -C $(DEB_FOLDER) --strip-components=1
	@cp -r $(DEB_FOLDER)/rocks/debian $(DEB_FOLDER)/debian
	@cd $(DEB_FOLDER)/debian && $(if $(HOMEPAGE),sed -i 's|@HOMEPAGE@|$(HOMEPAGE)|',sed -i '/@HOMEPAGE@/d') control upstream/metadata watch
	@cd $(DEB_FOLDER)/debian && $(if $(VCS),sed -i 's|@VCS@|$(VCS)|',sed -i '/@VCS@/d') control upstream/metadata
	@cd $(DEB_FOLDER)/debian && $(if $(HOMEPAGE),:,rm -r watch upstream)
	@cd $(DEB_FOLDER) && LC_ALL=C.UTF-8 env -u MAKELEVEL -u MAKEFLAGS -u MFLAGS dpkg-buildpackage -us -uc -b >../log 2>&1 || { tail -n 30 ../log >&2; exit 1; }
	lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs $(DEB)/*.changes
	@ls $(DEB)/*.deb

# A program for any Linux on x86-64 or arm64 with nothing beside it, build/static/gts-2.0.0-x86_64: it carries its libraries, the Lua
# modules, the manual, the games, dkjson, and on x86-64 a C compiler, libtcc. The compiler for arm64 is of the package gcc-aarch64-linux-gnu;
# its libraries are fetched into build/static/aarch64/root, for the system has those of one architecture.
STATIC = $(BUILD)/static
STATIC_MACHINES = x86_64 $(if $(shell command -v aarch64-linux-gnu-gcc),aarch64)

static: setup-static all
	@for machine in $(STATIC_MACHINES); do $(MAKE) --no-print-directory static-$$machine || exit 1; done
	@case '$(STATIC_MACHINES)' in *aarch64*) ;; *) echo "not built for arm64: that needs gcc-aarch64-linux-gnu" ;; esac

STATIC_PROGRAM =
STATIC_GOAL = $(MAKE) --no-print-directory static-program STATIC_PROGRAM=$(STATIC)/$(DIST)-$(@:static-%=%) STATIC_MODULES=$(MODULES) \
  BUILD=$(STATIC)/$(@:static-%=%) MPICC= SECCOMP_LIBS=

static-x86_64: all
	+@$(STATIC_GOAL) STATIC_FROM=$(BUILD)/obj

static-aarch64: STATIC_ROOT = $(STATIC)/aarch64/root
static-aarch64:
	@sh .ci/foreign arm64 $(STATIC_ROOT) $(STATIC_PACKAGES)
	+@$(STATIC_GOAL) TCC_LIBS= CC='aarch64-linux-gnu-gcc -isystem $(STATIC_ROOT)/usr/include -isystem $(STATIC_ROOT)/usr/include/aarch64-linux-gnu -L$(STATIC_ROOT)/usr/lib/aarch64-linux-gnu' \
	  AR=aarch64-linux-gnu-ar NM=aarch64-linux-gnu-nm OBJCOPY=aarch64-linux-gnu-objcopy \
	  HTTP_ARCHIVE=$(STATIC_ROOT)/usr/lib/aarch64-linux-gnu/libmicrohttpd.a LUA_INCDIR=$(STATIC_ROOT)/usr/include/lua5.4

STATIC_PACKAGES = liblua5.4-dev libedit-dev libb2-dev libzstd-dev libmicrohttpd-dev libncurses-dev libbsd-dev libmd-dev
STATIC_WRAPPED = fopen fopen64 open openat stat dlopen dlsym dlclose dlerror dladdr getpwnam getpwuid
NM = nm
OBJCOPY = objcopy

# All packages of this version that can be made here, and their checksums: build/packages.
packages: dist wheel deb static
	@rm -rf $(BUILD)/packages && mkdir -p $(BUILD)/packages
	@cp $(DIST_ARCHIVE) $(BUILD)/$(DIST)-1.rockspec $(BUILD)/wheel/gts_search-$(GTS_VERSION)* $(DEB)/*.deb $(STATIC)/$(DIST)-* \
	  $(wildcard $(BUILD)/npm/*.tgz) $(BUILD)/packages
	@cd $(BUILD)/packages && LC_ALL=C sha256sum * >SHA256SUMS && cat SHA256SUMS

# All packages twice, in two folders: are they the same, and hardened? Those of this version, whose changes are dated.
release: setup-dist setup-deb setup-static
	@bash .ci/release

# Build the packages and try them, as far as this machine has the tools.
packages-check:
	@bash .ci/packages

static-check:
	@bash .ci/packages static

# What it carries: names, and where the files are.
CARRIED = $(foreach file,$(LUA_FILES),$(file:lua/%=%)=$(file)) $(foreach file,$(wildcard games/*.lua games/learnt/*.evaluation),gts/$(file)=$(file)) \
  $(if $(DKJSON),dkjson.lua=$(DKJSON)) modules=$(STATIC_MODULES)
STATIC_OBJECTS = $(BUILD)/obj/program/static/carried.o $(BUILD)/obj/program/static/alone.o $(BUILD)/obj/carried.o
TLS = $(shell $(NM) $(HTTP_ARCHIVE) 2>/dev/null | sed -n 's/^ *U \(gnutls_.*\)/\1/p' | sort -u)
# libtcc is there for the machine that we are on alone.
STATIC_TCC = $(if $(TCC_LIBS),$(BUILD)/obj/tcc/memory.o)
STATIC_LIBS = $(if $(STATIC_TCC),$(TCC_LIBS)) -llua5.4 -ledit -ltinfo -lbsd -lmd -lb2 $(ZSTD_LIBS) $(if $(HTTP_ARCHIVE),-lmicrohttpd $(TLS:%=-Wl,--defsym=%=no_tls)) -lm

$(BUILD)/carried.c: $(foreach pair,$(CARRIED),$(lastword $(subst =, ,$(pair)))) Makefile rocks/packages.mk
	@mkdir -p $(@D)
	@{ echo '#include "program/static/carried.h"'; n=0; rows=; \
	  for pair in $(CARRIED); do \
	    n=$$((n + 1)); echo "CARRY($$n, \"$${pair#*=}\")"; rows="$$rows {\"$${pair%%=*}\", carried_$$n, carried_end_$$n},"; \
	  done; \
	  echo "const Carried carried[] = {$$rows {0, 0, 0}};"; } >$@

$(BUILD)/obj/carried.o: $(BUILD)/carried.c
	@echo "  cc $<"
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) -c -o $@ $<

# Our own names are made local: the libraries have some of the same.
$(BUILD)/gts.o: $(PROGRAM_OBJECTS) $(BINDING_OBJECTS) $(if $(HTTP_ARCHIVE),$(HTTP_OBJECTS)) $(STATIC_TCC) $(LIBRARY)
	$(QUIET)$(CC) -r -nostdlib -o $@ $^
	$(QUIET)$(OBJCOPY) --keep-global-symbol=main $@

static-program: $(STATIC_PROGRAM)

ifneq ($(STATIC_PROGRAM),)
# Objects of files that do not ask for these definitions are those of `make all`, not compiled twice.
STATIC_OWN = $(call objects_of,$(shell grep -rlE 'GTS_STATIC|CARRIES_TCC|HAVE_HTTP|HAVE_SECCOMP' src))
STATIC_SHARED = $(filter-out $(STATIC_OWN),$(call objects_of,$(ENGINE) $(BINDING) $(PROGRAM_SOURCES)) $(HTTP_OBJECTS))
ifneq ($(STATIC_FROM),)
$(STATIC_SHARED): $(BUILD)/obj/%.o: $(STATIC_FROM)/%.o
	@mkdir -p $(@D)
	@cp $< $@
endif

BASE_CFLAGS += -DGTS_STATIC $(if $(HTTP_ARCHIVE),-DHAVE_HTTP) $(if $(STATIC_TCC),-DCARRIES_TCC)

$(STATIC_PROGRAM): $(BUILD)/gts.o $(STATIC_OBJECTS)
	@echo "  link $@"
	$(QUIET)$(CC) $(CFLAGS) $(LDFLAGS) -static -s $(STATIC_WRAPPED:%=-Wl,--wrap=%) -o $@ $^ $(STATIC_LIBS)
endif
