import FlowMachine
import KeywayCore

/// A sub-flow, as its parent needs it to know how the sub-flow ends by its deadlines alone.
struct SilentChild {
    /// Its flow, with those of its own sub-flows.
    let system: FlowSystem
    /// Which of its parent's sub-flows it is, by its position.
    let child: Int
    /// For each final of which the parent hears, how the parent hears of it.
    let endings: [Int: LegEnding]

    /// How the parent hears of the ends of a leg that begins with this command, with each end itself; and whether no end is missing that
    /// comes sooner than `DeadlineEnd.shortestWait`. A leg that is told first what a source has retained may end in another way.
    func ends(
        beginningWith command: Int, _ arguments: [Value?], choosing chosen: [Int: Value]
    ) -> (told: [(input: FlowInput, end: DeadlineEnd)], isWhole: Bool) {
        let ends = system.deadlineEnds(beginningWith: command, arguments, choosing: chosen)
        let told = ends.all.compactMap { end in
            endings[end.state].map { (input: $0.input(from: end.kept, of: child), end: end) }
        }
        let retains = system.machine.sources.contains { $0.source.rows.contains(where: \.isRetained) }
        return (told, ends.isWhole && !retains)
    }
}
