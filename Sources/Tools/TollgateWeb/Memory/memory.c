// What the Swift library expects of a system, where there is none.
//
// Memory is given out in sizes of four steps between each power of two and the next. What is given
// back is kept in a list for each size and given out again, so that whoever asks for the same again
// and again never grows the memory.
#include "TollgateWebMemory.h"

#define PAGE 65536
#define HEADER 16

typedef struct Block {
  size_t kind;
  struct Block *next;
} Block;

extern unsigned char __heap_base;
static Block *spare[128];
static uintptr_t next_free;

/// The kind for a size, and how many bytes that kind has.
static size_t kind_of(size_t size, size_t *whole) {
  if (size <= 64) {
    *whole = (size + 15) & ~(size_t)15;
    return *whole / 16;
  }
  size_t power = 31 - (size_t)__builtin_clz((unsigned)(size - 1));
  size_t step = ((size_t)1 << power) / 4;
  size_t steps = (size - 1 - ((size_t)1 << power)) / step + 1;
  *whole = ((size_t)1 << power) + steps * step;
  return (power - 6) * 4 + steps + 4;
}

void *tollgate_allocate(size_t size) {
  if (size == 0) size = 1;
  if (size > ((size_t)1 << 30)) return NULL;
  size_t whole;
  size_t kind = kind_of(size, &whole);
  Block *block = spare[kind];
  if (block) {
    spare[kind] = block->next;
    return (char *)block + HEADER;
  }
  if (!next_free) next_free = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t end = next_free + HEADER + whole;
  uintptr_t limit = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  if (end < next_free) return NULL;
  if (end > limit) {
    size_t pages = (end - limit + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
  }
  block = (Block *)next_free;
  next_free = end;
  block->kind = kind;
  return (char *)block + HEADER;
}

void tollgate_free(void *memory) {
  if (!memory) return;
  Block *block = (Block *)((char *)memory - HEADER);
  block->next = spare[block->kind];
  spare[block->kind] = block;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  // Nothing of Swift's asks for more than 16 here.
  if (alignment > HEADER) return 22;
  *memory = tollgate_allocate(size);
  return *memory ? 0 : 12;
}

void free(void *memory) { tollgate_free(memory); }

void *malloc(size_t size) { return tollgate_allocate(size); }

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < count; i++) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  unsigned char *x = to;
  const unsigned char *y = from;
#pragma clang loop vectorize(disable)
  while (count--) *x++ = *y++;
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  unsigned char *x = to;
  const unsigned char *y = from;
  if (x < y) {
    while (count--) *x++ = *y++;
  } else {
    while (count--) x[count] = y[count];
  }
  return to;
}

void *memset(void *to, int value, size_t count) {
  unsigned char *x = to;
  while (count--) *x++ = (unsigned char)value;
  return to;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

// Hashes are seeded with a constant: a module answers the same every time. A policy and a snapshot
// have ceilings on how many names they hold, so that colliding ones cost little.
void arc4random_buf(void *buffer, size_t count) {
  unsigned char *x = buffer;
  for (size_t i = 0; i < count; i++) x[i] = (unsigned char)(i * 37 + 11);
}

/// The 128 bits of a product, the lower half first.
void __multi3(uint64_t *result, uint64_t a_low, uint64_t a_high, uint64_t b_low, uint64_t b_high) {
  uint64_t mask = 0xFFFFFFFF;
  uint64_t p = (a_low & mask) * (b_low & mask);
  uint64_t q = (a_low >> 32) * (b_low & mask) + (p >> 32);
  uint64_t r = (a_low & mask) * (b_low >> 32) + (q & mask);
  result[0] = (p & mask) | (r << 32);
  result[1] = (a_low >> 32) * (b_low >> 32) + (q >> 32) + (r >> 32) + a_low * b_high
    + a_high * b_low;
}

uintptr_t __stack_chk_guard = 0x5EA1;
void __stack_chk_fail(void) { __builtin_trap(); }

/// The nearest whole number; a half goes away from zero.
double round(double value) {
  double whole = __builtin_trunc(value);
  if (__builtin_fabs(value - whole) < 0.5) return whole;
  return whole + __builtin_copysign(1, value);
}
