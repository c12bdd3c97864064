import FlowLanguage
import FlowMachine
import Keyway

/// A machine made ready for taking many steps: deciders, guards and bodies are looked up by position.
struct PreparedFlow {
    enum Decider {
        case nobody
        case claim
        case rows(Int)
    }

    /// The rows that decide an event together, and every way in which the event's fields can make a difference to them.
    struct RowGroup {
        var scope: Int
        var rows: [Row]
        var variants: [[Scalar]]
    }

    struct Row {
        /// Nil for `otherwise`.
        var clause: Clause?
        var verdict: Machine.Row.Verdict
        var body: PreparedBody
    }

    struct Branch {
        var clause: Clause?
        var target: Machine.Target
        var body: PreparedBody
    }

    struct ChoiceUse: Hashable {
        var choice: Int
        var event: Int
    }

    let machine: Machine
    let tracked: [Int]
    let tracking: TrackedVariables
    /// For each live state, each event.
    private(set) var deciders: [[Decider]] = []
    private(set) var groups: [RowGroup] = []
    private(set) var branches: [ChoiceUse: [Branch]] = [:]
    private(set) var enters: [PreparedBody?] = []
    let scopesAround: [[Int]]
    /// The timers of each scope, without the session's.
    private(set) var timersOfScope: [[Int]] = []
    private(set) var held: [Bits] = []
    /// Whether some event has too many variants to list.
    private(set) var hasTooManyVariants = false

    init(_ machine: Machine) {
        self.machine = machine
        tracking = TrackedVariables(of: machine)
        tracked = tracking.all
        scopesAround = machine.states.indices.map { machine.scopes(around: $0) }
        enters = machine.scopes.map { scope in
            scope.enter.map { PreparedBody($0, fields: [], in: machine) }
        }
        timersOfScope = machine.scopes.indices.map { scope in
            machine.timers.indices.filter { machine.timers[$0].scope == scope && !machine.timers[$0].isSession }
        }
        held = machine.states.map { state in
            var bits = Bits(count: machine.timers.count)
            for hold in state.holds { bits.insert(hold.timer) }
            return bits
        }
        prepareRows()
    }

    private mutating func prepareRows() {
        var groupOfRow: [Int: Int] = [:]
        for group in machine.rowGroups {
            let fields = machine.events[group.event].signature.fields
            let rows = group.rows.map { position -> Row in
                let row = machine.rows[position]
                prepareChoices(from: row.verdict, for: group.event)
                return Row(
                    clause: Clause(row.condition, fields: fields), verdict: row.verdict,
                    body: PreparedBody(row.body, fields: fields, in: machine))
            }
            for row in group.rows { groupOfRow[row] = groups.count }
            let variants = fieldVariants(of: rows, event: group.event)
            if variants == nil { hasTooManyVariants = true }
            groups.append(RowGroup(scope: group.scope, rows: rows, variants: variants ?? []))
        }
        deciders = machine.liveStates.map { state in
            machine.events.indices.map { event in
                switch machine.decider(of: event, in: state) {
                case .nobody: .nobody
                case .claim: .claim
                case .rows(let rows, _): rows.first.flatMap { groupOfRow[$0] }.map { .rows($0) } ?? .nobody
                }
            }
        }
    }

    private mutating func prepareChoices(from verdict: Machine.Row.Verdict, for event: Int) {
        guard case .move(let target) = verdict else { return }
        let fields = machine.events[event].signature.fields
        var open = [target]
        while let target = open.popLast() {
            guard case .choice(let choice) = target else { continue }
            let use = ChoiceUse(choice: choice, event: event)
            guard branches[use] == nil else { continue }
            branches[use] = machine.choices[choice].branches.map {
                Branch(
                    clause: Clause($0.condition, fields: []), target: $0.target,
                    body: PreparedBody($0.body, fields: fields, in: machine))
            }
            open += machine.choices[choice].branches.map(\.target)
        }
    }

    /// Every body that the rows can run with the event's fields in sight.
    func bodies(of rows: [Row], event: Int) -> [PreparedBody] {
        var bodies = rows.map(\.body)
        var seen: Set<Machine.Target> = []
        var open = rows.compactMap { if case .move(let target) = $0.verdict { target } else { nil } }
        while let target = open.popLast() {
            guard case .choice(let choice) = target, seen.insert(target).inserted else { continue }
            for branch in branches[ChoiceUse(choice: choice, event: event)] ?? [] {
                bodies.append(branch.body)
                open.append(branch.target)
            }
        }
        return bodies
    }
}
