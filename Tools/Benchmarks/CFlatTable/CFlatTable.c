#include "CFlatTable.h"

// Decides one event: no branches, and one load of the table for each event, so nothing that decides the same can be much faster.
static inline uint64_t step(
    const FlatEntry *entries, const FlatConstants *constants, FlatRun *run, RawEvent event, uint64_t checksum) {
    uint8_t is_reply = constants->is_reply[event.event];
    uint8_t closed = 0;
    for (int effect = 0; effect < flat_effects; effect++)
        closed |= (run->origins[effect] == event.answers) << effect;
    closed &= run->alive & is_reply;
    // A select and no jump: whether a reply is stale follows no pattern, so a processor would often guess a jump wrong.
    uint32_t is_stale = (is_reply != 0) & (closed == 0);
    uint32_t column = __builtin_unpredictable(is_stale) ? constants->stale_event : event.event;
    uint32_t guards = 0;
    for (int counter = 0; counter < flat_counters; counter++)
        guards |= (uint32_t)(run->counters[counter] < constants->bounds[counter]) << counter;
    FlatEntry entry = entries[(run->state * flat_events + column) * flat_guards + guards];
    for (int counter = 0; counter < flat_counters; counter++) {
        uint8_t change = entry.counters >> (2 * counter);
        run->counters[counter] = run->counters[counter] * (change & 1) + (change >> 1 & 1);
    }
    uint32_t origin = (++run->sequence + 1) * 16;
    // The two halves of `slots`: the effect that was ordered, and the timer that was set.
    for (uint8_t slots = entry.slots, half = 0; half < 2; half++, slots >>= 4) {
        run->ends[slots & 15] = event.time + constants->durations[slots & 15];
        run->origins[slots & 15] = origin;
    }
    run->alive = (run->alive & ~closed & entry.kept) | entry.begun;
    run->attempt += entry.attempts;
    run->state = entry.next;
    uint32_t word = entry.disposition | entry.next << 8 | (uint32_t)entry.effects << 16;
    return (checksum << 5 | checksum >> 59) ^ word;
}

uint64_t flat_reduce(
    const FlatEntry *entries, const FlatConstants *constants, FlatRun *runs, const RawEvent *events, uint64_t count,
    uint64_t checksum) {
    for (uint64_t index = 0; index < count; index++)
        checksum = step(entries, constants, &runs[events[index].run], events[index], checksum);
    return checksum;
}
