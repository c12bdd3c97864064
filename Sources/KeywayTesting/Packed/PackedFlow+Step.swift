package import KeywayCore
package import KeywayPacked

extension PackedFlow {
    /// What comes of one event of one run, by the flow's own words and guards; nil where it is left to the table.
    package func step(
        _ run: RunState, _ event: Event, at now: Instant, sequence: UInt64
    ) -> (step: Step, run: RunState)? {
        var runs = PackedRuns(of: table, from: Instant(milliseconds: 0))
        guard let word = try? Decided.Event(position: event.position, values: event.fields), let packed = word.packed,
            sequence > 0, runs.append(run, after: sequence - 1)
        else { return nil }
        let isCallback = Decided.table.events[event.position].origin == .callback
        let answering = packed.answering(event.answers)
        let arriving = isCallback && event.stamp == .stale ? answering.stale : answering
        var told: Step?
        reduce([PackedArrival(arriving, to: 0, at: now)], into: &runs) {
            $0
        } tell: {
            told = $1
        }
        guard let told, let run = runs.state(of: 0, keeping: run.values) else { return nil }
        return (told, run)
    }
}

extension RunState {
    /// Whether it is the same but for texts and durations, of which a packed run knows only whether they are present.
    package func isPacked(as other: RunState) -> Bool {
        func bare(_ run: RunState) -> RunState {
            var run = run
            run.values = run.values.map { value in
                switch value {
                case .text?, .duration?: .withheld
                default: value
                }
            }
            return run
        }
        return bare(self) == bare(other)
    }
}
