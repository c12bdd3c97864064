#pragma once

#include <stdint.h>

/// One event of the workload as it arrives: what every contestant reads.
typedef struct {
    /// Milliseconds since the run began.
    uint32_t time;
    /// The order that the event answers: 16 * (sequence of the step that gave it + 1) + its index in that step.
    /// UINT32_MAX where the event answers none.
    uint32_t answers;
    /// Its place in the batch.
    uint32_t run;
    /// Its position among the flow's events.
    uint32_t event;
} RawEvent;

/// How many there are of each; the table has room for as many.
enum {
    flat_events = 16,
    /// Combinations of guard bits: one bit for each counter, set where the counter is below its bound.
    flat_guards = 4,
    flat_states = 8,
    flat_counters = 2,
    flat_effects = 2,
    flat_timers = 3,
    /// A run has a slot for each effect, for its open order, then one for each timer; into the last slot writes a step that
    /// orders or sets nothing, and nobody reads it.
    flat_slots = 6
};

/// What one state, event and combination of guard bits lead to.
typedef struct {
    uint8_t disposition;
    uint8_t next;
    /// Bits of the effects that are ordered.
    uint8_t effects;
    /// Bits of the slots whose order or timer stays, and of those in which one begins.
    uint8_t kept, begun;
    /// In the lower four bits the slot of the effect that is ordered, in the upper four that of the timer that is set:
    /// no row of the flow orders two effects or sets two timers.
    uint8_t slots;
    /// Two bits for each counter: whether it keeps its value (else it becomes 0), and whether 1 is added.
    uint8_t counters;
    /// How many attempts the step begins.
    uint8_t attempts;
} FlatEntry;

/// A run, with what decides its next steps and when its orders and timers end; other values of it are left out.
typedef struct {
    /// When the order or timer of each slot ends, in milliseconds.
    uint32_t ends[flat_slots];
    /// Which step began the order or timer of each slot, numbered as `RawEvent.answers` is: a reply finds its order by it,
    /// and of two timers that end together the one with the lesser number fires first.
    uint32_t origins[flat_slots];
    uint32_t sequence;
    uint8_t state;
    /// Bits of the slots whose order is open or whose timer is set.
    uint8_t alive;
    uint8_t counters[flat_counters];
    uint8_t attempt;
} FlatRun;

/// What the steps need besides the entries.
typedef struct {
    /// How long an order or timer of each slot lasts, in milliseconds.
    uint32_t durations[flat_slots];
    /// A counter's guard asks whether the counter is below this.
    uint8_t bounds[flat_counters];
    /// 0xFF where the event is a reply, else 0.
    uint8_t is_reply[flat_events];
    /// The column of the table for replies to an order that is not open.
    uint8_t stale_event;
} FlatConstants;

/// Decides the events one after the other, and returns the checksum with their steps added to the one given.
///
/// `entries` has one for each state, event and combination of guard bits, in this order.
uint64_t flat_reduce(
    const FlatEntry *entries, const FlatConstants *constants, FlatRun *runs, const RawEvent *events, uint64_t count,
    uint64_t checksum);
