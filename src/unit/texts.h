/* The texts of the engine that units are made of, put into the program as they are: texts.c is made by the Makefile. */
#pragma once

typedef struct Text {
  const char *file;     /* below src/ */
  const char *text;
} Text;

/* Puts in the text of a file, under the name text_<number>. */
#define TEXT(number, file) \
  __asm__(".section .rodata\ntext_" #number ":\n.incbin \"src/" file "\"\n.byte 0\n.previous\n"); \
  extern const char text_##number[] __attribute__((visibility("hidden")));

/* Ended by a NULL file. */
extern const Text texts[];
