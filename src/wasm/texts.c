/* unit/texts.h where nothing is compiled: no texts. */
#include "unit/texts.h"

const Text texts[] = {{0, 0}};
