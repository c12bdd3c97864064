/// Every cell of a flow's live states and what it means, in words that a person and a script can read.
///
/// Finals have no cells: after the end commands are rejected, and everything else is late.
package struct TransitionTable: Sendable, Equatable {
    package var flow: String
    package var version: Int
    package var documentation: [String]
    /// In the order of the file.
    package var states: [State]
    package var choices: [Choice]
    package var finals: [Final]

    /// A live state with its rows, by event in the order of declaration.
    package struct State: Sendable, Equatable {
        package var name: String
        package var documentation: [String]
        /// From the innermost to the outermost.
        package var groups: [String]
        package var waitsForUser: Bool
        package var rows: [Row]
    }

    /// What an event means in a state: one for each cell and guard.
    package struct Row: Sendable, Equatable {
        package var state: String
        package var event: String
        /// Empty where the event always means the same.
        package var condition: String
        package var disposition: Disposition
        /// A state, final or choice; the state itself where the row moves nothing.
        package var target: String
        package var changes: Changes
        package var decision: Decision
        /// Where the deciding row stands in the spec.
        package var line: Int
    }

    /// What a row means, as the interfaces name it.
    package enum Disposition: String, Sendable, CaseIterable {
        case transition
        case stay
        case ignore
        case reject
        case late
        /// The timer waits for a state that does not hold it.
        case hold
        /// An `other` row says that the callback or reply cannot come.
        case claim
    }

    /// What is done besides moving, up to the target; what a choice does stands with the choice.
    package struct Changes: Sendable, Equatable {
        /// Of variables, `why = denied`, in the order in which they are made.
        package var assignments: [String] = []
        /// In the order in which they are given, those of `enter` bodies last.
        package var effects: [Effect] = []
        /// Those that begin, `set poll 1s`, and those that are ended by name; leaving a scope ends its own.
        package var timers: [String] = []
    }

    /// An order to the app.
    package struct Effect: Sendable, Equatable {
        package var name: String
        /// With its arguments, `begin(requestId)`.
        package var words: String
    }

    /// Why the row decides its cell.
    package enum Decision: Sendable, Equatable {
        /// It stands in the innermost scope that names the event.
        case row(in: ScopeName)
        /// No scope names the event, and this `other` row is the innermost that covers it.
        case other(verb: String, in: ScopeName)
        /// The state holds the timer.
        case held
    }

    /// Where a row stands.
    package enum ScopeName: Sendable, Equatable {
        case file
        case group(String)
        case state(String)
    }

    /// A target that is resolved within the step.
    package struct Choice: Sendable, Equatable {
        package var name: String
        package var branches: [Branch]
    }

    /// One way on from a choice.
    package struct Branch: Sendable, Equatable {
        package var condition: String
        package var target: String
        package var changes: Changes
        package var line: Int
    }

    /// An end of the flow.
    package struct Final: Sendable, Equatable {
        package var name: String
        package var documentation: [String]
        /// The variables that are part of the result.
        package var keeps: [String]
    }
}

extension TransitionTable {
    /// All rows, state after state.
    package var rows: [Row] { states.flatMap(\.rows) }

    /// How many pairs of a state and an event there are.
    package var cellCount: Int { states.reduce(0) { $0 + Set($1.rows.map(\.event)).count } }
}

extension TransitionTable.Decision {
    /// `group polling`, `late other of the file`, `held here`.
    package var words: String {
        switch self {
        case .row(let scope): scope.words
        case .other(let verb, let scope): "\(verb) other of \(scope == .file ? "the file" : scope.words)"
        case .held: "held here"
        }
    }
}

extension TransitionTable.ScopeName {
    /// `file`, `group polling`, `state running`.
    package var words: String {
        switch self {
        case .file: "file"
        case .group(let name): "group \(name)"
        case .state(let name): "state \(name)"
        }
    }
}
