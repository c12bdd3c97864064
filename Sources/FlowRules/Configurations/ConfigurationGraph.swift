import FlowMachine
import KeywayCore

/// Every configuration that a run can come to, and the steps between (rule 7a).
///
/// At any moment may come: any command, any callback that a decoder makes, fresh or stale, a callback that no decoder
/// row reads, a restart, any reply of an open effect, any timer that is armed and not held, the grant of any lane that
/// is asked for, and any final of a sub-flow that runs.
///
/// The graph is no `TransitionSystem` of FlowSearch, for two reasons. A flow that is checked may have any number of
/// timers and effects, and a `Configuration` of FlowSearch is packed into 128 bits. And this search expands a
/// configuration again when it finds a way there on which fewer variables have values. Whether a variable that no guard asks about has
/// one is no part of the configuration, for it decides no step: it only says whether a body uses a value that may be absent.
struct ConfigurationGraph {
    /// A step from one configuration to another, or to itself.
    struct Step {
        /// The position, among the graph's `configurations`, of the one that the step leads to.
        var target: Int32
        /// The position, among the machine's events, of the event by which the step is made.
        var event: Int32
        /// The position, among the graph's `touched`, of what the step started, stopped or answered.
        var touched: Int32
    }

    /// The last step of a shortest way from the beginning to a configuration, by which the search found it first.
    struct Arrival {
        /// The position of the configuration before the step.
        var from: Int
        var event: Int
    }

    /// Where the search first met a fault, such as a value that may be absent.
    struct FirstOccurrence {
        /// The configuration in which the event comes; 0 where the run begins.
        var configuration: Int
        /// The event's position in the machine; nil where the run begins.
        var event: Int?
        /// The event's values.
        var fields: [Scalar]
    }

    let flow: PreparedFlow
    /// Whether every configuration and every step is here.
    ///
    /// Else the search has given up past its limit, or has tried some values of many: what is here can happen, and more can.
    var isWhole = true
    /// The configurations, nearest to the beginning first.
    var configurations: [PreparedConfiguration] = []
    /// How each configuration was found first; nil for each in which a run begins.
    var arrivals: [Arrival?] = []
    /// For each configuration, the variables that are present on every way to it.
    var presence: [Bits] = []
    /// The steps from each configuration.
    var steps: [[Step]] = []
    /// What steps started, stopped or answered, each combination once.
    var touched: [Touched] = []
    /// For each fault, where the search first met it.
    var faults: [Fault: FirstOccurrence] = [:]
    /// The cells of replies, timers, grants of lanes and finals of sub-flows that can come.
    var possible: Set<Cell> = []
    /// The cells of timers, grants and finals of sub-flows that can come and that nothing decides.
    var undecided: Set<Cell> = []

    var machine: Machine { flow.machine }
    var stepCount: Int { steps.reduce(0) { $0 + $1.count } }

    /// The names of the events on a shortest way to the configuration.
    func way(to configuration: Int) -> [String] {
        var names: [String] = []
        var current = configuration
        while let arrival = arrivals[current] {
            names.append(machine.events[arrival.event].name)
            current = arrival.from
        }
        return names.reversed()
    }

    /// How a run gets to the configuration, and through `event` behind it if one is given: `at the beginning`, `after 'start', 'pending'`.
    func words(for configuration: Int, then event: Int? = nil) -> String {
        let names = (way(to: configuration) + (event.map { [machine.events[$0].name] } ?? [])).map { "'\($0)'" }
        guard !names.isEmpty else { return "at the beginning" }
        guard names.count > 12 else { return "after " + names.joined(separator: ", ") }
        return "after \(names.count) steps, the last being " + names.suffix(6).joined(separator: ", ")
    }
}
