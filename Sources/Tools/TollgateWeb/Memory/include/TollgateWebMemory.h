#pragma once
#include <stddef.h>
#include <stdint.h>

/// Memory for a number of bytes, aligned to 16; null where there is no more.
void *tollgate_allocate(size_t size);
/// Gives memory back; null is nothing.
void tollgate_free(void *memory);
