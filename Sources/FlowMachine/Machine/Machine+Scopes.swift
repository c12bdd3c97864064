import FlowLanguage
package import KeywayCore

extension Machine {
    /// The scopes around a state or final, from the state's own to the file's.
    package func scopes(around state: Int) -> [Int] {
        var path: [Int] = []
        var scope: Int? = states[state].scope
        while let current = scope {
            path.append(current)
            scope = scopes[current].parent
        }
        return path
    }

    /// This scope and the scopes around it, from the innermost to the file's.
    package func scopes(from scope: Int) -> [Int] {
        var path: [Int] = []
        var next: Int? = scope
        while let current = next {
            path.append(current)
            next = scopes[current].parent
        }
        return path
    }

    /// The scopes that a move between two states leaves, from the state's own outwards. The state's own scope is always one of
    /// them, also on a move to the same state (rule 11). Not for a move to a final, which ends everything that runs.
    package func scopesLeft(from state: Int, to destination: Int) -> [Int] {
        let remaining = scopesAroundBoth(state, destination)
        return scopes(around: state).filter { !remaining.contains($0) }
    }

    /// The scopes that a move between two states enters, from the outermost inwards. The destination's own scope is always one of
    /// them; a final enters none.
    package func scopesEntered(from state: Int, to destination: Int) -> [Int] {
        if states[destination].isFinal { return [] }
        let remaining = scopesAroundBoth(state, destination)
        return scopes(around: destination).filter { !remaining.contains($0) }.reversed()
    }

    /// The scopes that a move between the two states neither leaves nor enters.
    private func scopesAroundBoth(_ state: Int, _ destination: Int) -> Set<Int> {
        Set(scopes(around: state).dropFirst()).intersection(scopes(around: destination).dropFirst())
    }

    /// Who decides what an event means in a state.
    package enum Decider: Sendable {
        /// The rows of the innermost scope that names the event.
        case rows([Int], scope: Int)
        /// The `other` row of this scope: no scope names the event, and this is the innermost that covers it.
        case other(Scope.OtherRow, scope: Int)
        /// No row decides the event in this state: it cannot come there, or its cell was forgotten, which the rules report.
        case nobody
    }

    /// The decider of the cell: the innermost scope that names the event, else the innermost `other` row that covers it.
    package func decider(of event: Int, in state: Int) -> Decider {
        let path = scopes(around: state)
        for scope in path {
            if let rows = rowsByScope[ScopedEvent(scope: scope, event: event)] { return .rows(rows, scope: scope) }
        }
        for scope in path {
            if let other = scopes[scope].otherRows.first(where: { $0.verb.covers(events[event].signature.origin) }) {
                return .other(other, scope: scope)
            }
        }
        return .nobody
    }

    /// The `hold` by which the state keeps the timer with this event from firing; nil where there is none.
    ///
    /// The event does not come in such a state, also where rows of scopes around the state name the event.
    package func hold(of event: Int, in state: Int) -> State.Hold? {
        guard case .timer(let timer) = events[event].signature.origin else { return nil }
        return states[state].holds.first { $0.timer == timer }
    }

    /// The positions of the rows that name the event in this very scope.
    package func rows(in scope: Int, for event: Int) -> [Int] {
        rowsByScope[ScopedEvent(scope: scope, event: event)] ?? []
    }

    /// Fills `rowsByScope`, once all rows are resolved.
    mutating func indexRows() {
        rowsByScope = [:]
        for (position, row) in rows.enumerated() {
            rowsByScope[ScopedEvent(scope: row.scope, event: row.event), default: []].append(position)
        }
    }

    /// The positions of the states that are no finals: in `states` they all stand before the finals.
    package var liveStates: Range<Int> { 0..<(states.firstIndex { $0.isFinal } ?? states.count) }

    /// The position of the event by which the flow hears that another process goes on with the run; nil where no row names it.
    package var restoredEvent: Int? { events.firstIndex { $0.signature.origin == .restored } }

    /// The position of the event for callbacks that no decoder row matches; 0 where a faulty flow has declared an event of that
    /// name itself.
    package var unrecognisedEvent: Int { events.firstIndex { $0.signature.origin == .unrecognised } ?? 0 }
}

extension FlowLanguage.Row.Verb {
    /// Whether an `other` row with this verb covers events of this origin.
    ///
    /// `reject other` covers commands, `late other` and `ignore other` cover callbacks and replies.
    package func covers(_ origin: EventSignature.Origin) -> Bool {
        switch (self, origin) {
        case (.reject, .command): true
        case (.late, .callback), (.late, .reply), (.ignore, .callback), (.ignore, .reply): true
        default: false
        }
    }
}
