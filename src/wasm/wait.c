/* base/wait.h where there is one thread: nothing else could change the word. */
#include "base/wait.h"

bool wait_on (const uint32_t *word, uint32_t value, double seconds) {
  (void)word;
  (void)value;
  (void)seconds;
  return true;
}

void wait_wake (const uint32_t *word) { (void)word; }

int wait_processors (void) { return 1; }
