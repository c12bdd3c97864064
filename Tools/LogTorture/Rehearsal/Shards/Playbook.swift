/// The measured scripts packed into two arrays, of steps and of statements: a rehearsal reads them hundreds of millions of times.
struct Playbook: Sendable {
    /// A step of a script, as in `Script.Step`, but with its statements in the other array.
    struct Step: Sendable {
        var kind: Script.Kind
        /// Whether this is the last step of its script.
        var isLast: Bool
        var isLookedAt: Bool
        var place: UInt8
        /// How many of the statements are asked for the step itself.
        var own: UInt8
        var watches: UInt16
        var pause: Int64
        /// `.max` where nobody looks.
        var promise: Int64
        var statements: Statements
    }

    /// The part of the array of statements that belongs to one step, or to one kind of look.
    struct Statements: Sendable {
        /// The position of the first of them in `Playbook.statements`.
        var first: Int32
        var count: Int32
    }

    /// The steps of all scripts, one script after the other.
    private(set) var steps: [Step] = []
    /// The first step of each script.
    private(set) var begins: [UInt32] = []
    /// The statements of all steps, then those of the three kinds of look below.
    private(set) var statements: [StatementKind] = []
    /// What a look asks, as in `MeasuredPolicy`; so also for the two below.
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

    /// Puts the statements behind those that are there, and returns their place.
    private mutating func add(_ kinds: [StatementKind]) -> Statements {
        statements += kinds
        return Statements(first: Int32(statements.count - kinds.count), count: Int32(kinds.count))
    }
}
