#include "CAllocationCount.h"

#if defined(__GLIBC__) || defined(__linux__)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

// The functions below count and then call glibc's own. Because the program defines them, the linker takes them in place of
// glibc's, also for the libraries that the program loads.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Atomic int64_t count;

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
    note();
    return __libc_calloc(items, size);
}

void *realloc(void *block, size_t size) {
    note();
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    note();
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

int64_t allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
int64_t live_bytes(void) {
    struct mallinfo2 now = mallinfo2();
    return (int64_t)(now.uordblks + now.hblkhd);
}
#else
int64_t live_bytes(void) { return -1; }
#endif

#else

int64_t live_bytes(void) { return -1; }

int64_t allocation_count(void) { return -1; }

#endif
