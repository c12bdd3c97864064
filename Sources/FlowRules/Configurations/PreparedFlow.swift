import FlowLanguage
import FlowMachine
import KeywayCore

/// A machine made ready for taking many steps: deciders, guards and bodies are looked up by position.
///
/// A class, so that the many walks of a search share it without copying.
final class PreparedFlow: Sendable {
    /// What decides an event in a state.
    enum Decider {
        /// No row names the event, and no `other` row covers it.
        case nobody
        /// An `other` row, which claims that a callback or a reply cannot come, and rejects a command.
        case other
        /// The rows of the group at this position in `groups`.
        case rows(Int)
    }

    /// The rows that decide an event together, and the ways in which the event's fields can make a difference to them.
    struct RowGroup {
        var rows: [Row]
        /// The ways in which the fields make a difference, each with a value for every field of the event: all of them, or some of an
        /// `eventWithTooManyVariants`.
        var variants: [[Scalar]]
    }

    struct Row {
        /// The guard; nil for `otherwise`.
        var clause: Clause?
        var verdict: Machine.Row.Verdict
        var body: PreparedBody
    }

    struct Branch {
        /// The guard; nil for `otherwise`.
        var clause: Clause?
        var target: Machine.Target
        var body: PreparedBody
    }

    /// A choice as one event leads to it: its bodies may read that event's fields.
    struct ChoiceUse: Hashable {
        var choice: Int
        var event: Int
    }

    let machine: Machine
    /// The positions of the variables that make a difference to what can happen, ascending.
    let tracked: [Int]
    /// The same variables, with what of each makes a difference: its value, or only whether it is present.
    let tracking: TrackedVariables
    /// What decides each event in each live state, by the state and then by the event.
    let deciders: [[Decider]]
    let groups: [RowGroup]
    /// The branches of each choice, once for each event that leads to it.
    let branches: [ChoiceUse: [Branch]]
    /// The `enter` body of each scope.
    let enters: [PreparedBody?]
    /// For each state the scopes that contain it, from its own to the file's.
    let scopesAround: [[Int]]
    /// The timers of each scope, without the session's, which is the file's `within`.
    let timersOfScope: [[Int]]
    /// The numbers by which sets name sub-flows and lanes.
    let numbers: RunningNumbers
    /// For each scope, the `numbers` of its sub-flows and lanes.
    let runningOfScope: [[Int]]
    /// For each lane, the `numbers` of all lanes of its provider.
    let lanesBesideLane: [[Int]]
    /// For each sub-flow, the `numbers` of the parent's lanes of those providers whose lanes the sub-flow's flow has.
    let lanesOfChild: [[Int]]
    /// For each lane, the positions of the sub-flows whose flows have a lane of its provider.
    let childrenBesideLane: [[Int]]
    /// For each state the timers that it holds.
    let held: [Bits]
    /// An event that has too many variants to list; nil where there is none.
    let eventWithTooManyVariants: Int?

    init(_ machine: Machine) {
        self.machine = machine
        tracking = TrackedVariables(of: machine)
        tracked = tracking.all
        scopesAround = machine.states.indices.map { machine.scopes(around: $0) }
        let numbers = RunningNumbers(of: machine)
        self.numbers = numbers
        runningOfScope = machine.scopes.indices.map { scope in
            machine.children.indices.filter { machine.children[$0].scope == scope }.map { numbers.child($0) }
                + machine.lanes.indices.filter { machine.lanes[$0].scope == scope }.flatMap {
                    [numbers.asked($0), numbers.held($0)]
                }
        }
        lanesBesideLane = machine.lanes.map { machine.lanes(of: [$0.provider.text], by: numbers) }
        let providersOfChild = machine.children.map { $0.flow?.machine.providersOfLanes ?? [] }
        lanesOfChild = providersOfChild.map { machine.lanes(of: $0, by: numbers) }
        childrenBesideLane = machine.lanes.map { lane in
            providersOfChild.indices.filter { providersOfChild[$0].contains(lane.provider.text) }
        }
        enters = machine.scopes.map { scope in
            scope.enter.map { PreparedBody($0, fields: [], in: machine) }
        }
        var timersOfScope = machine.scopes.map { _ in [Int]() }
        for (timer, declared) in machine.timers.enumerated() where !declared.isSession {
            timersOfScope[declared.scope].append(timer)
        }
        self.timersOfScope = timersOfScope
        held = machine.states.map { state in
            var bits = Bits(count: machine.timers.count)
            for hold in state.holds { bits.insert(hold.timer) }
            return bits
        }
        let rows = PreparedRows(of: machine, tracking)
        deciders = rows.deciders
        groups = rows.groups
        branches = rows.branches
        eventWithTooManyVariants = rows.eventWithTooManyVariants
    }
}
