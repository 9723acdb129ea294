#pragma once

/* Gives up all capabilities, and what could bring new ones. Returns false if that cannot be had. */
int rights_drop (void);
