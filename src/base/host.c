#include "base/host.h"

#include <stdarg.h>
#include <stdio.h>

void host_lack (Host *host, const char *format, ...) {
  char text[HOST_TEXT], *to = host->lack ? host->lack : text;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(to, HOST_TEXT, format, arguments);
  va_end(arguments);
  if (host->lack) host->leave(host, STOP_MEMORY);
  host->fail(host, "%s", text);
  __builtin_unreachable();
}
