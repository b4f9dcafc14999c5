/// Atomic operations on 64-bit words in memory that Swift allocated.
///
/// Swift's own atomics require iOS 18. These are C11's, and are inlined into the Swift code that calls them.

#ifndef CTOGGLEATOMICS_H
#define CTOGGLEATOMICS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// A 64-bit word that is only accessed by the functions below.
typedef struct ct_atomic_word {
    _Atomic(uint64_t) value;
} ct_atomic_word;

static inline uint64_t ct_load_relaxed(const ct_atomic_word *word) {
    return atomic_load_explicit(&word->value, memory_order_relaxed);
}

static inline uint64_t ct_load_acquire(const ct_atomic_word *word) {
    return atomic_load_explicit(&word->value, memory_order_acquire);
}

static inline uint64_t ct_load_seq_cst(const ct_atomic_word *word) {
    return atomic_load_explicit(&word->value, memory_order_seq_cst);
}

static inline void ct_store_relaxed(ct_atomic_word *word, uint64_t value) {
    atomic_store_explicit(&word->value, value, memory_order_relaxed);
}

static inline void ct_store_release(ct_atomic_word *word, uint64_t value) {
    atomic_store_explicit(&word->value, value, memory_order_release);
}

static inline void ct_store_seq_cst(ct_atomic_word *word, uint64_t value) {
    atomic_store_explicit(&word->value, value, memory_order_seq_cst);
}

static inline uint64_t ct_exchange_seq_cst(ct_atomic_word *word, uint64_t value) {
    return atomic_exchange_explicit(&word->value, value, memory_order_seq_cst);
}

/// Stores a value if the word equals `*expected`; otherwise writes the word's value to `*expected`.
static inline bool ct_compare_exchange_seq_cst(ct_atomic_word *word, uint64_t *expected, uint64_t value) {
    return atomic_compare_exchange_strong_explicit(
        &word->value, expected, value, memory_order_seq_cst, memory_order_seq_cst);
}

#endif
