package import KeywayCore
package import KeywayPacked

extension PackedFlow {
    /// What one event does to one run when packed runs decide it; nil where they leave it to the table.
    package func step(
        _ run: RunState, _ event: Event, at now: Instant, sequence: UInt64
    ) -> (step: Step, run: RunState)? {
        var runs = PackedRuns(of: table, from: Instant(milliseconds: 0))
        guard let generated = try? Decided.Event(position: event.position, values: event.fields),
            let packed = generated.packed, sequence > 0, runs.append(run, after: sequence - 1)
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
    /// Whether both runs are the same but for texts and durations, of which packed runs know only the presence.
    package func isPackedLike(_ other: RunState) -> Bool {
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
