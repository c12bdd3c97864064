/// Every cell of a flow's live states and what it means, in words that a person and a script can read.
///
/// Finals have no cells: after the end commands are rejected, and everything else is late.
package struct TransitionTable: Sendable, Equatable {
    /// The name in the header of the spec.
    package var flow: String
    /// The number in the header of the spec.
    package var version: Int
    /// The `///` lines above the header, without the slashes.
    package var documentation: [String]
    /// In the order of the file.
    package var states: [State]
    /// In the order of the file, also one that no row leads to.
    package var choices: [Choice]
    /// In the order of the file.
    package var finals: [Final]

    /// A live state with its rows, by event in the order of declaration.
    package struct State: Sendable, Equatable {
        /// As the spec spells it.
        package var name: String
        /// The `///` lines above the state, without the slashes.
        package var documentation: [String]
        /// From the innermost to the outermost.
        package var groups: [String]
        /// Whether the spec says so, and the state needs no deadline of its own.
        package var waitsForUser: Bool
        /// Where one event has several, in the order of the file.
        package var rows: [Row]
    }

    /// What an event means in a state: one for each cell and guard.
    package struct Row: Sendable, Equatable {
        /// The state whose cell it is.
        package var state: String
        /// As timelines have it: `otpSent`, `after 30s`, `stale denied`.
        package var event: String
        /// Empty where the event always means the same.
        package var condition: String
        /// What the event means here if the condition holds.
        package var disposition: Disposition
        /// A state, final or choice; the state itself where the row moves nothing.
        package var target: String
        /// What is done on the way, that of the scopes which are entered included.
        package var changes: Changes
        /// Which row of the spec it is.
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
        /// Timers that begin or are ended by name, `set poll 1s`, lanes that are asked for and sub-flows that begin.
        ///
        /// What leaving a scope ends is not named.
        package var timers: [String] = []
    }

    /// An order to the app.
    package struct Effect: Sendable, Equatable {
        /// By which timelines and the CSV name it.
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
        /// The outermost scope: around all states.
        case file
        /// A group, by its name.
        case group(String)
        /// A single state, by its name.
        case state(String)
    }

    /// A target that is resolved within the step.
    package struct Choice: Sendable, Equatable {
        /// As the spec spells it; the rows that lead here have it as their target.
        package var name: String
        /// In the order of the file, in which their guards are asked.
        package var branches: [Branch]
    }

    /// One way on from a choice.
    package struct Branch: Sendable, Equatable {
        /// Without its `when`, or `otherwise`.
        package var condition: String
        /// A state, a final or another choice.
        package var target: String
        /// What is done on the way; what only some of the states that lead here bring says so.
        package var changes: Changes
        /// Where the branch stands in the spec.
        package var line: Int
    }

    /// An end of the flow.
    package struct Final: Sendable, Equatable {
        /// As the spec spells it.
        package var name: String
        /// The `///` lines above the final, without the slashes.
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
