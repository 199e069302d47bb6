#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How many blocks of memory this thread has asked for so far; -1 where that cannot be counted.
long allocation_count(void);

#endif
