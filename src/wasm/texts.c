/* binding/texts.h where nothing is compiled: no texts. */
#include "binding/texts.h"

const Text texts[] = {{0, 0}};
