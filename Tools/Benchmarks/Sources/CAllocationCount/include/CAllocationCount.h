#pragma once

#include <stdint.h>

/// How many blocks of memory the process has asked for so far, or -1 where that is not counted.
int64_t allocation_count(void);
