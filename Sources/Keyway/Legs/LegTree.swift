/// A root run with the legs of its sub-flows, decided together: pure, total and deterministic.
///
/// What an event brings to other legs is *owed*: whoever drives the run lets it be decided at once, each with a record of
/// its own, before anything else comes. A driver and a replay both go through here.
public struct LegTree: Sendable {
    /// The root first, then the others in the order in which they began.
    public private(set) var legs: [Leg]
    private var owed: [Owed] = []

    /// What a step of one leg means for another.
    private enum Owed {
        case begin(child: Int, of: Int, command: Int, arguments: [Value?])
        /// The command that a leg begins with.
        case command(Int, arguments: [Value?], to: Int)
        /// The scope of the leg was left.
        case cancel(leg: Int)
        /// The leg reached a final.
        case final(leg: Int)
    }

    /// Begins the root run.
    public static func beginning(with reducer: any Reducer, at now: Instant) -> (tree: LegTree, step: LegStep) {
        let begun = reducer.beginning(at: now, sequence: 0)
        let root = Leg(reducer: reducer, parent: nil, name: nil, run: begun.run, isAttached: false)
        var tree = LegTree(root: root)
        let step = LegStep(leg: 0, content: .began(begun), run: begun.run)
        tree.note(step)
        return (tree, step)
    }

    private init(root: Leg) {
        legs = [root]
    }

    /// The run that the app began; it is there from the beginning.
    public var root: Leg { legs[0] }

    /// Whether nothing is owed.
    public var isSettled: Bool { owed.isEmpty }

    /// The leg that waits for its first command and nothing before it; until then it hears what its sources retained.
    public var beginningLeg: Int? {
        guard case .command(_, arguments: _, to: let leg)? = owed.first, !legs[leg].isEnded else { return nil }
        return leg
    }

    /// Decides an event of a leg; what it brings to others is owed then.
    public mutating func decide(_ event: Event, in leg: Int, at now: Instant, sequence: UInt64) -> LegStep {
        let (before, wasEnded) = (legs[leg].run, legs[leg].isEnded)
        let step = legs[leg].reducer.reduce(&legs[leg].run, event, at: now, sequence: sequence)
        let told = LegStep(leg: leg, content: .decided(event, step), before: before, run: legs[leg].run)
        note(told)
        if !wasEnded, legs[leg].isEnded, legs[leg].isAttached { owed.append(.final(leg: leg)) }
        return told
    }

    /// Decides the next thing that is owed; nil when nothing is.
    public mutating func decideOwed(at now: Instant, sequence: UInt64) -> LegStep? {
        while !owed.isEmpty {
            switch owed.removeFirst() {
            case .begin(let child, let parent, let command, let arguments):
                // Its beginning comes first, with all that this brings.
                owed.insert(.command(command, arguments: arguments, to: legs.count), at: 0)
                return begin(child, of: parent, at: now, sequence: sequence)
            case .command(let command, let arguments, let leg):
                // The run came to its end, or a retained word to the leg's, before its first command.
                guard !legs[leg].isEnded else { continue }
                return decide(Event(command, fields: arguments), in: leg, at: now, sequence: sequence)
            case .cancel(let leg):
                guard !legs[leg].isEnded, let cancel = cancel(of: leg) else { continue }
                return decide(cancel, in: leg, at: now, sequence: sequence)
            case .final(let leg):
                guard let (event, parent) = ending(of: leg) else { continue }
                legs[leg].isAttached = false
                return decide(event, in: parent, at: now, sequence: sequence)
            }
        }
        return nil
    }

    private mutating func begin(_ child: Int, of parent: Int, at now: Instant, sequence: UInt64) -> LegStep {
        let signature = legs[parent].table.children[child]
        let name = legs[parent].name.map { "\($0).\(signature.name)" } ?? signature.name
        let reducer = signature.table
        let begun = reducer.beginning(at: now, sequence: sequence)
        legs.append(
            Leg(
                reducer: reducer, parent: .init(leg: parent, child: child), name: name, run: begun.run, isAttached: true
            ))
        let step = LegStep(leg: legs.count - 1, content: .began(begun), run: begun.run)
        note(step)
        return step
    }

    /// Notes what a step means for sub-flows: it comes before everything that was owed, so that no leg outlives its scope.
    private mutating func note(_ step: LegStep) {
        var next: [Owed] = []
        for change in step.scopeChanges {
            switch change {
            case .begins(let child, let command, let arguments):
                next.append(.begin(child: child, of: step.leg, command: command, arguments: arguments))
            case .leaves(let child):
                guard let leg = attachedLeg(of: child, in: step.leg) else { continue }
                legs[leg].isAttached = false
                next.append(.cancel(leg: leg))
            case .asks, .frees: break
            }
        }
        if !next.isEmpty { owed.insert(contentsOf: next, at: 0) }
    }

    private func attachedLeg(of child: Int, in parent: Int) -> Int? {
        legs.lastIndex { $0.isAttached && $0.parent == .init(leg: parent, child: child) }
    }

    private func cancel(of leg: Int) -> Event? {
        guard let parent = legs[leg].parent else { return nil }
        let child = legs[parent.leg].table.children[parent.child]
        return Event(child.cancel, fields: child.table.events[child.cancel].fields.map { _ in nil })
    }

    /// The event that tells the leg's final, and whom; nil where its parent listens no longer.
    private func ending(of leg: Int) -> (event: Event, parent: Int)? {
        guard let parent = legs[leg].parent, legs[leg].isAttached else { return nil }
        let endings = legs[parent.leg].table.children[parent.child].endings
        let final = legs[leg].run.state
        return endings.first { $0.final == final }.map { (Event($0.event), parent.leg) }
    }
}
