import FlowMachine
import FlowSearch
import KeywayCore

/// The loops in which a run can go round by itself, without a command or a provider's word.
///
/// They are made of steps by timers, replies, grants of lanes and ends of sub-flows, between states that do not say `waits for user`; with
/// `throughUserWaits` between any states. The timer of `within`, which ends the whole run, is no part of a loop.
struct Loops {
    let graph: ConfigurationGraph
    /// For each configuration, the steps by which the run goes on by itself.
    let ownSteps: [[ConfigurationGraph.Step]]

    /// - Parameter throughUserWaits: whether a loop may also go through states that say `waits for user`.
    init(of graph: ConfigurationGraph, throughUserWaits: Bool = false) {
        self.graph = graph
        let machine = graph.machine
        let mayBeInLoop = graph.configurations.map {
            !machine.states[$0.state].isFinal && (throughUserWaits || !machine.states[$0.state].waitsForUser)
        }
        let session = Set(machine.timers.filter(\.isSession).map(\.event))
        let isOwnEvent = machine.events.indices.map { event in
            switch machine.events[event].signature.origin {
            case .reply, .lane, .child: true
            case .timer: !session.contains(event)
            default: false
            }
        }
        ownSteps = graph.steps.enumerated().map { position, steps in
            guard mayBeInLoop[position] else { return [] }
            return steps.filter { mayBeInLoop[Int($0.target)] && isOwnEvent[Int($0.event)] }
        }
    }

    /// The sets of configurations in which a run can go round for ever.
    ///
    /// Each is a largest set of configurations of which each leads to each other one by such steps, or the part of one in which the
    /// timers that end all other loops are held.
    var withoutDeadline: [[Int]] {
        components(among: Array(graph.configurations.indices)).flatMap { withoutDeadline(in: $0) }
    }

    /// The sets of configurations, among these that all lead to each other, in which a run can go round for ever.
    private func withoutDeadline(in members: [Int]) -> [[Int]] {
        let deadlines = deadlines(of: members, steps: members.flatMap { from in ownSteps[from].map { (from, $0) } })
        guard !deadlines.isNone else { return [members] }
        guard deadlines.areTimersAlone else { return [] }
        // A loop that lies wholly in states which hold all of these timers is ended by none of them.
        let holding = members.filter { member in
            var firing = deadlines.timers
            firing.subtract(graph.flow.held[graph.configurations[member].state])
            return firing.isEmpty
        }
        return components(among: holding).flatMap { withoutDeadline(in: $0) }
    }

    /// The largest sets of these configurations of which each leads to each other one by steps that stay among them.
    private func components(among members: [Int]) -> [[Int]] {
        let places = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($0.element, $0.offset) })
        return ComponentFinder.components(count: members.count) { place, targets in
            targets += ownSteps[members[place]].compactMap { step in
                places[Int(step.target)].map { UInt32(truncatingIfNeeded: $0) }
            }
        }
        .map { component in component.map { members[$0] } }
    }

    /// What brings a run out of a loop at last.
    struct Deadlines {
        var timers: Bits
        var effects: Bits
        /// Whether a sub-flow is one.
        var hasChild: Bool

        var isNone: Bool { timers.isEmpty && areTimersAlone }
        var areTimersAlone: Bool { effects.isEmpty && !hasChild }
    }

    /// The timers, open effects and sub-flows that run in all of these configurations and that no step between them sets, ends or begins
    /// anew: the timer fires, the effect answers or the sub-flow ends at last, and brings the run out of the loop.
    ///
    /// A timer that only some of the states hold is one of them.
    func deadlines(
        of members: [Int], steps: [(from: Int, step: ConfigurationGraph.Step)]
    ) -> Deadlines {
        let inside = Set(members)
        let first = members[0]
        var timers = graph.configurations[first].armed
        var effects = graph.configurations[first].open
        var running = graph.configurations[first].running
        // A timer that is held in all of these configurations never fires there.
        var held = graph.flow.held[graph.configurations[first].state]
        for member in members {
            timers.formIntersection(graph.configurations[member].armed)
            effects.formIntersection(graph.configurations[member].open)
            running.formIntersection(graph.configurations[member].running)
            held.formIntersection(graph.flow.held[graph.configurations[member].state])
        }
        timers.subtract(held)
        for (_, step) in steps where inside.contains(Int(step.target)) {
            timers.subtract(graph.touched[Int(step.touched)].timers)
            effects.subtract(graph.touched[Int(step.touched)].effects)
            running.subtract(graph.touched[Int(step.touched)].running)
        }
        // `running` has lanes as well, and a lane that a run holds or waits for may never bring an event.
        return Deadlines(
            timers: timers, effects: effects,
            hasChild: graph.flow.numbers.children.contains { running.contains($0) })
    }

    /// A short loop without a deadline; nil where none is found.
    ///
    /// There may be none although the whole set has no deadline: each short loop has a deadline, but not all loops have the same one.
    ///
    /// From each configuration that is tried, only one shortest way back is looked at.
    func shortestWithoutDeadline(in members: [Int]) -> [(from: Int, step: ConfigurationGraph.Step)]? {
        let inside = Set(members)
        var best: [(from: Int, step: ConfigurationGraph.Step)]?
        // So many starts are enough to find a readable way; which way is printed is no part of the proof.
        let starts = max(1, min(200, 400_000 / max(1, members.count)))
        for start in members.sorted().prefix(starts) {
            guard let cycle = cycle(through: start, within: inside) else { continue }
            if cycle.count < best?.count ?? .max, deadlines(of: cycle.map(\.from), steps: cycle).isNone {
                best = cycle
            }
        }
        return best
    }

    /// A shortest way from the configuration back to it that stays inside; nil where there is none.
    private func cycle(through start: Int, within inside: Set<Int>) -> [(from: Int, step: ConfigurationGraph.Step)]? {
        var cameBy: [Int: (from: Int, step: ConfigurationGraph.Step)] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let position = queue[next]
            next += 1
            for step in ownSteps[position] where inside.contains(Int(step.target)) {
                let target = Int(step.target)
                guard cameBy[target] == nil else { continue }
                // The start has no entry until a step leads back to it, which closes the cycle.
                cameBy[target] = (position, step)
                guard target != start else { return unwound(from: start, cameBy) }
                queue.append(target)
            }
        }
        return nil
    }

    /// The steps of the cycle in their order; they are found backwards, from the start by the step that reached each configuration.
    private func unwound(
        from start: Int, _ cameBy: [Int: (from: Int, step: ConfigurationGraph.Step)]
    ) -> [(from: Int, step: ConfigurationGraph.Step)] {
        var cycle: [(from: Int, step: ConfigurationGraph.Step)] = []
        var position = start
        while let arrival = cameBy[position] {
            cycle.append(arrival)
            position = arrival.from
            if position == start { break }
        }
        return cycle.reversed()
    }
}
