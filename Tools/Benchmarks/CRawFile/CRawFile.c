#define _GNU_SOURCE
#include "CRawFile.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int raw_file(const char *path, size_t size) {
    const size_t step = 1 << 20;
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    char *zeros = calloc(1, step);
    if (file < 0 || !zeros) return -1;
    // Bytes are written and not only reserved, so that a later flush has only the batch to write.
    for (size_t done = 0; done < size; done += step) {
        if (pwrite(file, zeros, step, (off_t)done) != (ssize_t)step) return -1;
    }
    free(zeros);
    return fsync(file) == 0 ? file : -1;
}

int raw_append(int file, const void *bytes, size_t count, uint64_t offset) {
    if (pwrite(file, bytes, count, (off_t)offset) != (ssize_t)count) return -1;
#ifdef __APPLE__
    return fcntl(file, F_FULLFSYNC);
#else
    return fdatasync(file);
#endif
}

void raw_close(int file) { close(file); }
