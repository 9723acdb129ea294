# gts.http, for gts serve: a server on the loopback address, by libmicrohttpd.
# Optional: without libmicrohttpd it is not there, and `gts serve` says so. A separate module: what it needs takes a while to load. A
# part of the Makefile.

HTTP_LIBS := $(shell printf '\043include <microhttpd.h>\nint main (void) { return MHD_get_version() == 0; }\n' | \
  $(CC) -xc - -o /dev/null -lmicrohttpd 2>/dev/null && echo -lmicrohttpd)
HTTP_OBJECTS = $(call objects_of,$(wildcard src/page/*.c))
# For the static program: see rocks/packages.mk.
HTTP_ARCHIVE = $(filter /%,$(shell $(CC) -print-file-name=libmicrohttpd.a 2>/dev/null))
EXTENDING += $(if $(HTTP_LIBS),$(BUILD)/lib/gts/http.so)

$(BUILD)/lib/gts/http.so: $(HTTP_OBJECTS) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  link $@"
	$(QUIET)$(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -shared -o $@ $^ $(HTTP_LIBS) -lm

-include $(HTTP_OBJECTS:.o=.d)
