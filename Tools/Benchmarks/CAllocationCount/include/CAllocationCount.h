#pragma once

#include <stdint.h>

/// How many blocks of memory the process has asked for so far, or -1 where that is not counted.
int64_t allocation_count(void);

/// How many bytes of memory the process has in use now, or -1 where that is not known.
int64_t live_bytes(void);
