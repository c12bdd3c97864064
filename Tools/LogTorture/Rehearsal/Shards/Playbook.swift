/// All that was measured, one behind the other in two arrays: it is read hundreds of millions of times.
struct Playbook: Sendable {
    /// A step of a script, whose statements lie elsewhere.
    struct Step: Sendable {
        var kind: Script.Kind
        var isLast: Bool
        var isLookedAt: Bool
        var place: UInt8
        /// How many of its statements are the step itself.
        var own: UInt8
        var watches: UInt16
        var pause: Int64
        /// `.max` where nobody looks.
        var promise: Int64
        var statements: Statements
    }

    /// Where statements lie that come one after the other.
    struct Statements: Sendable {
        var first: Int32
        var count: Int32
    }

    private(set) var steps: [Step] = []
    /// The first step of each script.
    private(set) var begins: [UInt32] = []
    private(set) var statements: [StatementKind] = []
    private(set) var takingOver = Statements(first: 0, count: 0)
    private(set) var lateDeadline = Statements(first: 0, count: 0)
    private(set) var lookInVain = Statements(first: 0, count: 0)

    init(_ policy: MeasuredPolicy) {
        for script in policy.scripts {
            begins.append(UInt32(steps.count))
            for (number, step) in script.steps.enumerated() {
                steps.append(
                    Step(
                        kind: step.kind, isLast: number == script.steps.count - 1, isLookedAt: step.isLookedAt,
                        place: UInt8(step.place), own: UInt8(step.own), watches: UInt16(step.watches),
                        pause: step.pause,
                        promise: step.promise ?? .max, statements: add(step.statements)))
            }
        }
        takingOver = add(policy.takingOver)
        lateDeadline = add(policy.lateDeadline)
        lookInVain = add(policy.lookInVain)
    }

    private mutating func add(_ kinds: [StatementKind]) -> Statements {
        statements += kinds
        return Statements(first: Int32(statements.count - kinds.count), count: Int32(kinds.count))
    }
}
