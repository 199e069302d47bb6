// Counts allocations by standing in front of glibc's own. Elsewhere nothing is counted.
#include "AllocationCounter.h"

#include <stddef.h>

#if defined(__linux__)
#include <features.h>  // It defines `__GLIBC__`; without it nothing would be counted.
#endif

#if defined(__linux__) && defined(__GLIBC__)
#include <errno.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static __thread long count;

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count++;
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count++;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

long allocation_count(void) { return count; }
#else
long allocation_count(void) { return -1; }
#endif
