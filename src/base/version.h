/* The version of gts, in this one place: the Makefile, the packages and the manual take it from here. */
#pragma once

#define GTS_VERSION "2.0.0"
