/*
** Strings of compiled rules. A string is a Constant: one that is known to the unit, or one that rules make, cut from the heap of the
** call as records are, and of the kind `kind_of_made_texts`. Strings of fewer than two bytes are always constants of the
** unit, so that they are equal only where they are identical.
**
** This header is part only of units that make strings, or need more of them than length and identity. It stands behind `constants`:
** the array of their constants.
*/
#ifndef GTS_TEXTS_H
#define GTS_TEXTS_H

#include <string.h>

#include "native/records.h"

#define LONGEST_TEXT (INT64_C(1) << 20)
#define DIGITS 24               /* of an integer, with its sign, and more */

static inline int64_t text_of_byte (unsigned char byte) { return (int64_t)(intptr_t)(constants + CONSTANT_OF_BYTE + byte); }

static inline int64_t text_empty (void) { return (int64_t)(intptr_t)(constants + EMPTY_CONSTANT); }

static inline int64_t text_length (int64_t value) { return record_text(value)->length; }

static inline bool text_equal (int64_t a, int64_t b) {
  if (a == b) return true;
  const Constant *x = record_text(a), *y = record_text(b);
  return x->length == y->length && x->length > 1 && memcmp(x->text, y->text, (size_t)x->length) == 0;
}

static inline bool value_equal (Tag ta, int64_t ia, double da, Tag tb, int64_t ib, double db) {
  return ta == T_STR && tb == T_STR ? text_equal(ia, ib) : raw_equal(ta, ia, da, tb, ib, db);
}

/* Part of a string that is made. */
typedef struct TextPart {
  const char *bytes;
  int64_t length;
  char digits[DIGITS];
} TextPart;

static inline void part_text (TextPart *part, int64_t value) {
  const Constant *text = record_text(value);
  part->bytes = text->text;
  part->length = text->length;
}

/* An integer in decimal, at least `width` bytes of it, with zeros or blanks before it. `width` is less than DIGITS. */
static inline void part_number (TextPart *part, int64_t n, int width, bool zeros) {
  char *at = part->digits + DIGITS;
  uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
  do *--at = (char)('0' + rest % 10); while ((rest /= 10) != 0);
  while (zeros && at > part->digits + DIGITS - width + (n < 0)) *--at = '0';
  if (n < 0) *--at = '-';
  while (at > part->digits + DIGITS - width) *--at = ' ';
  part->bytes = at;
  part->length = part->digits + DIGITS - at;
}

static inline void part_integer (TextPart *part, int64_t n) {
  if ((uint64_t)n < 10) {
    part->digits[0] = (char)('0' + n);
    part->bytes = part->digits;
    part->length = 1;
  } else part_number(part, n, 0, false);
}

static inline void part_byte (TextPart *part, int64_t n) {
  part->digits[0] = (char)n;
  part->bytes = part->digits;
  part->length = 1;
}

/* A value that Lua would join to a string. False: it would not, or it is a float, whose digits Lua knows. */
static inline bool part_value (TextPart *part, Tag tag, int64_t value) {
  if (tag == T_STR) part_text(part, value);
  else if (tag == T_INT) part_integer(part, value);
  else return false;
  return true;
}

static inline char *text_put (char *to, const char *bytes, int64_t length) {
  if (length == 1) *to = *bytes;
  else memcpy(to, bytes, (size_t)length);
  return to + length;
}

/* A string of `length` bytes, at least two, that are still to be written; NULL if it is too long, or memory is short. */
static inline Constant *text_new (Records *records, int64_t length) {
  if (length > LONGEST_TEXT) return NULL;
  void *block = records_take(records, text_size(length));
  return block ? text_in(block, &kind_of_made_texts, length) : NULL;
}

/* So many parts, one behind the other: a string, or 0 if there can be none. */
static inline int64_t text_join (Records *records, const TextPart *part, int count) {
  int64_t length = 0;
  const char *only = NULL;
  for (int i = 0; i < count; i++) {
    length += part[i].length;
    if (part[i].length != 0) only = part[i].bytes;
  }
  if (length == 0) return text_empty();
  if (length == 1) return text_of_byte((unsigned char)*only);
  Constant *made = text_new(records, length);
  if (made == NULL) return 0;
  char *to = text_bytes(made);
  for (int i = 0; i < count; i++) to = text_put(to, part[i].bytes, part[i].length);
  return (int64_t)(intptr_t)made;
}

/* Where `i` is in a string of `length` bytes, as Lua has it: from the end if it is negative. */
static inline int64_t text_begin (int64_t i, int64_t length) {
  if (i > 0) return i;
  return i == 0 || i < -length ? 1 : length + i + 1;
}

static inline int64_t text_end (int64_t j, int64_t length) {
  if (j > length) return length;
  if (j >= 0) return j;
  return j < -length ? 0 : length + j + 1;
}

/* string.sub. It shares the bytes of `value`. 0: memory is short. */
static inline int64_t text_sub (Records *records, int64_t value, int64_t i, int64_t j) {
  const Constant *text = record_text(value);
  const int64_t first = text_begin(i, text->length), last = text_end(j, text->length);
  if (first > last) return text_empty();
  if (first == last) return text_of_byte((unsigned char)text->text[first - 1]);
  if (first == 1 && last == text->length) return value;
  Constant *made = records_take(records, sizeof *made);
  if (made == NULL) return 0;
  *made = (Constant){&kind_of_made_texts, last - first + 1, text->text + first - 1};
  return (int64_t)(intptr_t)made;
}

/* string.byte of one byte: that, or -1 where there is none. */
static inline int64_t text_byte (int64_t value, int64_t i) {
  const Constant *text = record_text(value);
  const int64_t at = text_begin(i, text->length);
  /* In text:byte(i, j) an i before the first byte stands for it, and a j there for none; here both are `i`. */
  if (i < -text->length || i == 0 || at > text->length) return -1;
  return (unsigned char)text->text[at - 1];
}

/* string.rep, without a separator. 0: there can be none. */
static inline int64_t text_repeat (Records *records, int64_t value, int64_t n) {
  const Constant *text = record_text(value);
  if (n <= 0 || text->length == 0) return text_empty();
  if (n == 1) return value;
  if (n > LONGEST_TEXT || text->length > LONGEST_TEXT) return 0;
  Constant *made = text_new(records, n * text->length);
  if (made == NULL) return 0;
  char *to = text_bytes(made);
  while (n-- > 0) to = text_put(to, text->text, text->length);
  return (int64_t)(intptr_t)made;
}

/* A string whose bytes are others by a table. 0: memory is short. */
static inline int64_t text_map (Records *records, int64_t value, const unsigned char *changed) {
  const Constant *text = record_text(value);
  if (text->length < 2) return text->length == 0 ? value : text_of_byte(changed[(unsigned char)*text->text]);
  Constant *made = text_new(records, text->length);
  if (made == NULL) return 0;
  for (int64_t i = 0; i < text->length; i++) text_bytes(made)[i] = (char)changed[(unsigned char)text->text[i]];
  return (int64_t)(intptr_t)made;
}

/* string.find without patterns, from a place on: where it is found, from 1; 0: nowhere. */
static inline int64_t text_find (int64_t value, int64_t what, int64_t from) {
  const Constant *text = record_text(value), *part = record_text(what);
  const int64_t length = part->length, begin = text_begin(from, text->length);
  if (begin > text->length + 1) return 0;
  for (int64_t at = begin; at + length - 1 <= text->length; at++)
    if (length == 0 || (text->text[at - 1] == *part->text && memcmp(text->text + at - 1, part->text, (size_t)length) == 0)) return at;
  return 0;
}

/* string.find of one byte of a set, which has 256 bits. */
static inline int64_t text_find_set (int64_t value, const uint64_t *set, int64_t from) {
  const Constant *text = record_text(value);
  for (int64_t at = text_begin(from, text->length); at <= text->length; at++) {
    const unsigned char byte = (unsigned char)text->text[at - 1];
    if (set[byte / 64] >> byte % 64 & 1) return at;
  }
  return 0;
}

/* table.concat: `tag` is 0 where elements have tags of their own. 0: there can be none. */
static inline int64_t text_concat (Records *records, const Record *list, bool tagged, Tag tag, int64_t separator) {
  const int64_t n = list->word[LIST_SIZE], *cell = record_cells(list);
  const int step = tagged ? 2 : 1;
  int64_t length = n > 1 ? (n - 1) * text_length(separator) : 0;
  char byte = 0;
  TextPart part;
  for (int64_t i = 0; i < n; i++) {
    if (!part_value(&part, tagged ? (Tag)cell[i * step] : tag, cell[i * step + step - 1])) return 0;
    if (part.length == 1) byte = *part.bytes;
    length += part.length;
    if (length > LONGEST_TEXT) return 0;
  }
  if (length == 0) return text_empty();
  if (length == 1) return n == 1 || text_length(separator) == 0 ? text_of_byte((unsigned char)byte) : separator;
  Constant *made = text_new(records, length);
  if (made == NULL) return 0;
  char *to = text_bytes(made);
  for (int64_t i = 0; i < n; i++) {
    if (i > 0) to = text_put(to, record_text(separator)->text, text_length(separator));
    (void)part_value(&part, tagged ? (Tag)cell[i * step] : tag, cell[i * step + step - 1]);
    to = text_put(to, part.bytes, part.length);
  }
  return (int64_t)(intptr_t)made;
}

#endif
