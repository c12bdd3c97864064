import FlowMachine
import KeywayCore

/// Everything that can happen to a run, with the steps between: any command, any callback that a decoder makes, any
/// reply of an open effect and any timer that is armed and not held, at any moment (rule 7a).
///
/// It is no `TransitionSystem` of FlowSearch, for two reasons. A flow that is checked may have any number of timers and effects, and a
/// `Configuration` of FlowSearch is packed into 128 bits. And this search goes over a configuration again when it finds a way there on
/// which fewer variables are present: what is absent on some way decides no step, only what a body uses without proof.
struct ConfigurationGraph {
    struct Step {
        var target: Int32
        var event: Int32
        /// Which of `touched`.
        var touched: Int32
    }

    /// How a configuration was found first, on a shortest way.
    struct Arrival {
        var from: Int
        var event: Int
    }

    /// Where a fault shows first.
    struct Witness {
        var configuration: Int
        /// Nil where the run begins.
        var event: Int?
        var fields: [Scalar]
    }

    let flow: PreparedFlow
    var configurations: [PreparedConfiguration] = []
    var arrivals: [Arrival?] = []
    /// For each configuration, the variables that are present on every way to it.
    var presence: [Bits] = []
    var steps: [[Step]] = []
    var touched: [Touched] = []
    var faults: [Fault: Witness] = [:]
    /// The replies, timers, grants and endings of sub-flows that came, and where.
    var possible: Set<Cell> = []
    /// The timers, grants and endings that can come where nothing decides them.
    var undecided: Set<Cell> = []

    var machine: Machine { flow.machine }
    var stepCount: Int { steps.reduce(0) { $0 + $1.count } }

    /// The names of the events on a shortest way there.
    func way(to configuration: Int) -> [String] {
        var names: [String] = []
        var current = configuration
        while let arrival = arrivals[current] {
            names.append(machine.events[arrival.event].name)
            current = arrival.from
        }
        return names.reversed()
    }

    /// `at the beginning`, `after 'start', 'pending'`
    func words(for configuration: Int, then event: Int? = nil) -> String {
        let names = (way(to: configuration) + (event.map { [machine.events[$0].name] } ?? [])).map { "'\($0)'" }
        guard !names.isEmpty else { return "at the beginning" }
        guard names.count > 12 else { return "after " + names.joined(separator: ", ") }
        return "after \(names.count) steps, the last being " + names.suffix(6).joined(separator: ", ")
    }
}
