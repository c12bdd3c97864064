import FlowMachine
import KeywayCore

/// The short loops in which a run goes round by itself at the pace of a timer: polls, as a rule.
struct PacedLoops {
    /// One loop, how long a turn of it takes, and how long the run may stay in it.
    struct Loop {
        /// The steps in their order; the first one is that of the timer.
        var steps: [(from: Int, step: ConfigurationGraph.Step)]
        /// How many records that change the run each turn makes.
        var changes: Int
        /// How long a turn takes at least, in milliseconds: its timers alone count, as if answers came at once.
        var turn: Int64
        /// How long the run may stay in the loop, in milliseconds.
        var stay: Int64

        /// How many records that change the run one stay makes at most.
        var greatestChanges: Int64 {
            let (product, overflows) = (stay / turn).multipliedReportingOverflow(by: Int64(changes))
            return overflows ? .max : product
        }
    }

    /// Polls are short: longer loops are not looked for.
    private static let greatestLength = 8
    /// How many configurations are tried of those that have the same state and the same timers.
    private static let greatestTries = 8

    private let graph: ConfigurationGraph
    private let loops: Loops
    /// How long each timer may run; nil where the flow does not say it.
    private let durations: [ClosedRange<Int64>?]

    init(of graph: ConfigurationGraph) {
        self.graph = graph
        loops = Loops(of: graph, throughUserWaits: true)
        durations = graph.machine.timers.indices.map { graph.machine.declaredDurations(of: $0) }
    }

    /// The loop at the pace of this timer in which one stay makes the most records; nil where there is none.
    func busiest(pacedBy timer: Int) -> Loop? {
        struct Situation: Hashable {
            var state: Int
            var armed: Bits
        }
        let event = graph.machine.timers[timer].event
        var tries: [Situation: Int] = [:]
        var busiest: Loop?
        for position in graph.configurations.indices {
            guard let first = loops.ownSteps[position].first(where: { Int($0.event) == event }) else { continue }
            let situation = Situation(
                state: graph.configurations[position].state, armed: graph.configurations[position].armed)
            if tries[situation, default: 0] >= Self.greatestTries { continue }
            tries[situation, default: 0] += 1
            guard let loop = loop(from: position, by: first) else { continue }
            tries[situation] = Self.greatestTries
            if loop.greatestChanges > busiest?.greatestChanges ?? 0 { busiest = loop }
        }
        return busiest
    }

    /// A shortest loop that begins with this step; nil where there is none, where the flow does not say how long a turn takes, or where
    /// nothing ends the run's stay in the loop.
    private func loop(from start: Int, by first: ConfigurationGraph.Step) -> Loop? {
        guard let steps = steps(from: start, by: first) else { return nil }
        var turn: Int64 = 0
        for (_, step) in steps {
            guard let timer = graph.machine.timers.firstIndex(where: { $0.event == Int(step.event) }) else { continue }
            guard let least = durations[timer]?.lowerBound else { return nil }
            turn += least
        }
        guard turn > 0, let stay = greatestStay(in: steps) else { return nil }
        return Loop(steps: steps, changes: steps.count { changesRun($0.from, $0.step) }, turn: turn, stay: stay)
    }

    /// The steps of a shortest loop that begins with this step; nil where there is none of at most `greatestLength` steps.
    private func steps(
        from start: Int, by first: ConfigurationGraph.Step
    ) -> [(from: Int, step: ConfigurationGraph.Step)]? {
        var ways: [Int: [(from: Int, step: ConfigurationGraph.Step)]] = [Int(first.target): [(start, first)]]
        var level = [Int(first.target)]
        if level == [start] { return [(start, first)] }
        for _ in 1..<Self.greatestLength {
            var next: [Int] = []
            for position in level {
                guard let way = ways[position] else { continue }
                for step in loops.ownSteps[position] {
                    let target = Int(step.target)
                    if target == start { return way + [(position, step)] }
                    if ways[target] != nil { continue }
                    ways[target] = way + [(position, step)]
                    next.append(target)
                }
            }
            level = next
        }
        return nil
    }

    /// How long the run stays in the loop at most: until the first deadline of a timer, an effect or the session that no step of the loop
    /// sets anew; nil where there is none.
    private func greatestStay(in steps: [(from: Int, step: ConfigurationGraph.Step)]) -> Int64? {
        let machine = graph.machine
        let deadlines = loops.deadlines(of: steps.map(\.from), steps: steps)
        let timers = machine.timers.indices.filter { machine.timers[$0].isSession || deadlines.timers.contains($0) }
        let effects = machine.effects.indices.filter { deadlines.effects.contains($0) }
        return
            (timers.compactMap { durations[$0]?.upperBound }
            + effects.compactMap { machine.effects[$0].signature.replies?.within }).min()
    }

    /// Whether the step's record may count among those that change the run: one of the rows that can decide the event changes it.
    private func changesRun(_ position: Int, _ step: ConfigurationGraph.Step) -> Bool {
        let flow = graph.flow
        guard case .rows(let group) = flow.deciders[graph.configurations[position].state][Int(step.event)] else {
            return false
        }
        return flow.groups[group].rows.contains { row in
            switch row.verdict {
            case .move: true
            case .stay: !row.body.assignments.isEmpty || !row.body.orders.isEmpty
            case .ignore, .reject, .late: false
            }
        }
    }
}
