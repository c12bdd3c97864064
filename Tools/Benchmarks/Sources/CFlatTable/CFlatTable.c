#include "CFlatTable.h"

// Straight-line code but for the answers to effects: the shape that is hardest to beat.
static inline uint64_t step(
    const FlatEntry *entries, const FlatConstants *constants, FlatRun *run, RawEvent event, uint64_t checksum) {
    uint32_t column = event.event;
    if (constants->is_reply[column]) {
        uint32_t is_open = 0;
        for (int effect = 0; effect < flat_effects; effect++) {
            uint32_t answers = run->open[effect] == event.answers;
            is_open |= answers;
            run->open[effect] = answers ? UINT32_MAX : run->open[effect];
        }
        column = is_open ? column : constants->stale_event;
    }
    uint32_t guards = 0;
    for (int counter = 0; counter < flat_counters; counter++)
        guards |= (uint32_t)(run->counters[counter] < constants->bounds[counter]) << counter;
    FlatEntry entry = entries[(run->state * flat_events + column) * flat_guards + guards];
    for (int counter = 0; counter < flat_counters; counter++) {
        uint8_t change = entry.counters >> (2 * counter);
        run->counters[counter] = run->counters[counter] * (change & 1) + (change >> 1 & 1);
    }
    for (int timer = 0; timer < flat_timers; timer++) {
        uint32_t kept = entry.timers >> timer & 1 ? 0 : run->deadlines[timer];
        uint32_t is_set = entry.timers >> (flat_timers + timer) & 1;
        run->deadlines[timer] = is_set ? event.time + constants->durations[timer] : kept;
        run->turns[timer] = is_set ? run->settings + (entry.turns >> (2 * timer) & 3) : run->turns[timer];
    }
    run->settings += __builtin_popcount(entry.timers >> flat_timers);
    run->sequence += 1;
    for (int effect = 0; effect < flat_effects; effect++) {
        uint32_t is_ordered = entry.effects >> effect & 1;
        run->open[effect] = is_ordered ? run->sequence * 4 : run->open[effect];
        run->limits[effect] = is_ordered ? event.time + constants->limits[effect] : run->limits[effect];
    }
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
