#pragma once
#include <stddef.h>
#include <stdint.h>

// What no log in a file can be faster than: a file full of zeros, over which each batch is written with one call and flushed
// with another.

// Makes the file, full of zeros (`size` bytes, rounded up to whole MiB) and flushed; returns its descriptor, -1 where that fails.
int raw_file(const char *path, size_t size);

// Writes a batch at the offset and flushes it; 0 where both succeed.
int raw_append(int file, const void *bytes, size_t count, uint64_t offset);

void raw_close(int file);
