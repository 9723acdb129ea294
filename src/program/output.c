#include "program/output.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <lauxlib.h>

/* The length of the UTF-8 sequence that the text begins with, and its character; 0 if it begins with none (RFC 3629, section 4). */
static size_t decode (const unsigned char *text, size_t size, uint32_t *character) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t length = text[0] < 0x80 ? 1 : text[0] < 0xC2 ? 0 : text[0] < 0xE0 ? 2 : text[0] < 0xF0 ? 3 : text[0] < 0xF5 ? 4 : 0;
  if (length == 0 || length > size) return 0;
  uint32_t code = length == 1 ? text[0] : text[0] & (0x7Fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xC0) != 0x80) return 0;
    code = code << 6 | (text[i] & 0x3F);
  }
  if (code < least[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return 0;
  *character = code;
  return length;
}

/* Does a terminal obey the character, or show others differently for it? Separators, marks, embeddings, overrides and isolates. */
static bool is_obeyed (uint32_t c) {
  if (c < 0x20) return c != '\n' && c != '\t';
  return (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

void output_write (FILE *out, const char *bytes, size_t size) {
  const unsigned char *text = (const unsigned char *)bytes;
  size_t said = 0, length;
  for (size_t at = 0; at < size; at += length) {
    uint32_t character = text[at];
    length = decode(text + at, size - at, &character);
    if (length > 0 && !is_obeyed(character)) continue;
    fwrite(text + said, 1, at - said, out);
    bool digit = at + 1 < size && text[at + 1] >= '0' && text[at + 1] <= '9';
    if (length > 1) fprintf(out, "\\u{%X}", (unsigned)character);
    else fprintf(out, digit ? "\\%03u" : "\\%u", (unsigned)character);
    if (length == 0) length = 1;
    said = at + length;
  }
  fwrite(text + said, 1, size - said, out);
}

int output_call (lua_State *L) {
  static const char *const streams[] = {"output", "errors", NULL};
  size_t size;
  bool errors = luaL_checkoption(L, 1, NULL, streams) == 1;
  const char *text = luaL_checklstring(L, 2, &size);
  output_write(errors ? stderr : stdout, text, size);
  return 0;
}

/* Warnings come in pieces; a message that is one piece and begins with @ is for us. */

static bool warnings_on = true, in_warning;

static void on_warning (void *unused, const char *piece, int more) {
  (void)unused;
  if (!in_warning && !more && piece[0] == '@') {
    if (strcmp(piece, "@on") == 0) warnings_on = true;
    else if (strcmp(piece, "@off") == 0) warnings_on = false;
    return;
  }
  if (warnings_on) {
    if (!in_warning) output_write(stderr, "Lua warning: ", strlen("Lua warning: "));
    output_write(stderr, piece, strlen(piece));
    if (!more) output_write(stderr, "\n", 1);
  }
  in_warning = more;
}

void output_warnings (lua_State *L) { lua_setwarnf(L, on_warning, NULL); }
