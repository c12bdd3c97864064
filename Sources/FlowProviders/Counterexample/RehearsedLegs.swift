import FlowMachine
import Keyway
import KeywayLog
import KeywayOrchestrator

/// The legs of a run that is rehearsed, which hear what their sources retained as a player tells it to them.
struct RehearsedLegs {
    private(set) var tree: LegTree
    private let run = RunID(high: 0, low: 0)
    private let sources = ProviderSources()
    /// Those of all legs that may ever begin.
    private let tables: [Table]
    /// What legs that have begun still hear before their first command.
    private var unheard: [Int: ArraySlice<RawValue>] = [:]
    private var sequence: UInt64 = 0

    /// Begins the root, with all that this brings.
    static func beginning(with table: Table, at now: Instant) -> (legs: RehearsedLegs, steps: [LegStep]) {
        let (tree, beginning) = LegTree.beginning(with: table, at: now)
        var legs = RehearsedLegs(tree: tree, tables: table.flows.map(\.table))
        return (legs, [beginning] + legs.decideOwed(at: now))
    }

    private init(tree: LegTree, tables: [Table]) {
        self.tree = tree
        self.tables = tables
    }

    /// A source says something to a leg, or to nobody: what is retained of it, legs that begin later hear.
    func note(_ callback: RawValue, heardBy leg: Int?) {
        sources.note(callback, as: tables, heardBy: leg.map { Listener(run: run, leg: $0) })
    }

    /// Decides an event of a leg, with all that this brings.
    mutating func decide(_ event: Event, in leg: Int, at now: Instant) -> [LegStep] {
        [tree.decide(event, in: leg, at: now, sequence: nextSequence())] + decideOwed(at: now)
    }

    private mutating func decideOwed(at now: Instant) -> [LegStep] {
        var steps: [LegStep] = []
        while true {
            if let leg = tree.beginningLeg, let word = nextWord(of: leg) {
                guard case .event(let event, let fields, _, _) = tree.legs[leg].table.decode(word) else { continue }
                let told = Event(event, fields: fields)
                steps.append(tree.decide(told, in: leg, at: now, sequence: nextSequence()))
            } else if let step = tree.decideOwed(at: now, sequence: nextSequence()) {
                steps.append(step)
            } else {
                return steps
            }
        }
    }

    private mutating func nextWord(of leg: Int) -> RawValue? {
        var words =
            unheard[leg] ?? sources.unheard(by: Listener(run: run, leg: leg), of: tree.legs[leg].table)[...]
        defer { unheard[leg] = words }
        return words.popFirst()
    }

    private mutating func nextSequence() -> UInt64 {
        sequence += 1
        return sequence
    }
}
