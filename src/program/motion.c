#include "program/motion.h"

static const char *line_begin (const char *from, const char *at) {
  while (at > from && at[-1] != '\n') at--;
  return at;
}

static const char *line_end (const char *at, const char *to) {
  while (at < to && *at != '\n') at++;
  return at;
}

/* The characters, of one or more bytes, from one place to another. */
static int characters (const char *from, const char *to) {
  int count = 0;
  for (; from < to; from++) count += ((unsigned char)*from & 0xC0) != 0x80;
  return count;
}

static unsigned char move_to (EditLine *line, const LineInfo *info, const char *to) {
  int by = to < info->cursor ? -characters(to, info->cursor) : characters(info->cursor, to);
  el_cursor(line, by);
  return CC_CURSOR;
}

unsigned char motion_begin (EditLine *line, int key) {
  const LineInfo *info = el_line(line);
  (void)key;
  return move_to(line, info, line_begin(info->buffer, info->cursor));
}

unsigned char motion_end (EditLine *line, int key) {
  const LineInfo *info = el_line(line);
  (void)key;
  return move_to(line, info, line_end(info->cursor, info->lastchar));
}

/* To a line that begins at `to`, in the column that the cursor is in, or as near to it as there is text. */
static unsigned char go_to_line (EditLine *line, const LineInfo *info, const char *to) {
  int column = characters(line_begin(info->buffer, info->cursor), info->cursor);
  const char *end = line_end(to, info->lastchar);
  while (to < end && column-- > 0)
    do to++; while (to < end && ((unsigned char)*to & 0xC0) == 0x80);
  return move_to(line, info, to);
}

unsigned char motion_up (EditLine *line, int key) {
  const LineInfo *info = el_line(line);
  const char *begin = line_begin(info->buffer, info->cursor);
  (void)key;
  if (begin > info->buffer) return go_to_line(line, info, line_begin(info->buffer, begin - 1));
  el_push(line, KEY_EARLIER);
  return CC_NORM;
}

unsigned char motion_down (EditLine *line, int key) {
  const LineInfo *info = el_line(line);
  const char *end = line_end(info->cursor, info->lastchar);
  (void)key;
  if (end < info->lastchar) return go_to_line(line, info, end + 1);
  el_push(line, KEY_LATER);
  return CC_NORM;
}
