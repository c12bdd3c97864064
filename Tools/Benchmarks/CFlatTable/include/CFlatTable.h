#pragma once

#include <stdint.h>

/// One event of the workload as it arrives: what every contestant reads.
typedef struct {
    /// Milliseconds since the run began.
    uint32_t time;
    /// The order that a reply answers, as 16 times the sequence after its own, and its index; nothing has UINT32_MAX.
    uint32_t answers;
    uint32_t run;
    uint32_t event;
} RawEvent;

enum {
    flat_events = 16,
    flat_guards = 4,
    flat_states = 8,
    flat_counters = 2,
    flat_effects = 2,
    flat_timers = 3,
    /// One for each effect, then one for each timer, then one that nobody reads.
    flat_slots = 6
};

/// What one state, event and combination of guard bits lead to.
typedef struct {
    uint8_t disposition;
    uint8_t next;
    /// Bits of the effects that are ordered.
    uint8_t effects;
    /// Bits of the slots that do not end, and of those that begin.
    uint8_t kept, begun;
    /// The slot of the effect that is ordered, and above it of the timer that is set: no row has more of either.
    uint8_t slots;
    /// For each counter two bits: what it keeps (0 or 1 times itself), and what is added.
    uint8_t counters;
    uint8_t attempts;
} FlatEntry;

/// A run as far as steering and timing need it.
typedef struct {
    /// When what lives in a slot ends.
    uint32_t ends[flat_slots];
    /// What began it, as `RawEvent.answers`: an order is found by it, and of two timers with one end the lesser goes first.
    uint32_t origins[flat_slots];
    uint32_t sequence;
    uint8_t state;
    /// Bits of the slots in which something lives.
    uint8_t alive;
    uint8_t counters[flat_counters];
    uint8_t attempt;
} FlatRun;

/// What the steps need besides the entries.
typedef struct {
    uint32_t durations[flat_slots];
    /// The counters' upper bounds, which the guards ask for.
    uint8_t bounds[flat_counters];
    /// All ones where the event answers an order.
    uint8_t is_reply[flat_events];
    /// The column of answers to what is not open.
    uint8_t stale_event;
} FlatConstants;

/// Takes the events through the entries of states by events by guards, and returns the checksum, begun with the one given.
uint64_t flat_reduce(
    const FlatEntry *entries, const FlatConstants *constants, FlatRun *runs, const RawEvent *events, uint64_t count,
    uint64_t checksum);
