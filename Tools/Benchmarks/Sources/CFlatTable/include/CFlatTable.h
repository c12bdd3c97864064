#pragma once

#include <stdint.h>

/// One event of the workload as it arrives: what every contestant reads.
typedef struct {
    /// Milliseconds since the run began.
    uint32_t time;
    /// The order that a reply answers, as four times its sequence and its index; nothing has UINT32_MAX.
    uint32_t answers;
    uint32_t run;
    uint32_t event;
} RawEvent;

enum { flat_events = 16, flat_guards = 4, flat_states = 8, flat_timers = 3, flat_effects = 2, flat_counters = 2 };

/// What one state, event and combination of guard bits lead to.
typedef struct {
    uint8_t disposition;
    uint8_t next;
    /// Bits of the effects that are ordered; no row of the workload orders more than one.
    uint8_t effects;
    /// Bits of the timers that end, and above them of those that are set.
    uint8_t timers;
    /// For each counter two bits: what it keeps (0 or 1 times itself), and what is added.
    uint8_t counters;
    uint8_t attempts;
    /// For each timer two bits: which of those that the step sets it is.
    uint8_t turns;
    uint8_t unused;
} FlatEntry;

/// A run as far as steering and timing need it.
typedef struct {
    /// 0 where the timer is not set.
    uint32_t deadlines[flat_timers];
    /// The order that is open for each effect, as `RawEvent.answers`; UINT32_MAX for none.
    uint32_t open[flat_effects];
    /// When the open effects' own answers come.
    uint32_t limits[flat_effects];
    uint32_t sequence;
    /// For each timer its turn among all settings of the run: of two with one deadline the first goes first.
    uint8_t turns[flat_timers];
    uint8_t settings;
    uint8_t state;
    uint8_t counters[flat_counters];
    uint8_t attempt;
} FlatRun;

/// What the steps need besides the entries.
typedef struct {
    uint32_t durations[flat_timers];
    uint32_t limits[flat_effects];
    /// The counters' upper bounds, which the guards ask for.
    uint8_t bounds[flat_counters];
    /// Whether the event answers an order.
    uint8_t is_reply[flat_events];
    /// The column of answers to what is not open.
    uint8_t stale_event;
} FlatConstants;

/// Takes the events through the entries of states by events by guards, and returns the checksum, begun with the one given.
uint64_t flat_reduce(
    const FlatEntry *entries, const FlatConstants *constants, FlatRun *runs, const RawEvent *events, uint64_t count,
    uint64_t checksum);
