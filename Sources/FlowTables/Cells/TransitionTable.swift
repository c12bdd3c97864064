/// Every cell of a flow's live states, those that are no finals, and what it means, in words that a person and a script can read.
///
/// Finals have no cells: after the end a command is rejected, a callback that no decoder row matches is unrecognised,
/// and everything else is late (rule 13).
package struct TransitionTable: Sendable, Equatable {
    /// The name in the header of the spec.
    package var flow: String
    /// The number in the header of the spec.
    package var version: Int
    /// The `///` lines above the header, without the slashes.
    package var documentation: [String]
    /// In the order of the file, then those of sub-flows that the flow uses.
    package var enumerations: [Enumeration]
    /// The context and the parameters, each by its position; the first values of a run are among them.
    package var variables: [Variable]
    /// Each by its position, which tells events of one name apart.
    package var events: [Event]
    /// In the order of the file.
    package var states: [State]
    /// In the order of the file, also those to which no row leads.
    package var choices: [Choice]
    /// In the order of the file.
    package var finals: [Final]
    /// What the spec requires of the flow's runs, in the order of the file.
    package var requirements: [Requirement]

    /// A closed list of words.
    package struct Enumeration: Sendable, Equatable {
        /// As the spec spells it; one of a sub-flow stands behind the name of its flow.
        package var name: String
        /// In the order of the spec, in which they are compared.
        package var cases: [String]
    }

    /// A variable of the context, or a parameter.
    package struct Variable: Sendable, Equatable {
        /// The variable with its kind, class and `?`, in the words of the language: `tries: int 0...3`.
        package var words: String
        /// What it is when a run begins: a value, the parameter that it begins with, or `nil`.
        package var first: String
        /// Whether whoever begins a run may choose another first value.
        package var isParameter: Bool
    }

    /// An event that the flow decides.
    package struct Event: Sendable, Equatable {
        /// As rows have it.
        package var name: String
        /// Where the event comes from.
        package var origin: Origin
        /// In their order, each as a variable's `words`.
        package var fields: [String]
        /// Of a timer, the scope that it lives in, which tells unnamed timers of one name apart; nil for any other event.
        package var scope: ScopeName?
    }

    /// Where an event comes from.
    package enum Origin: String, Sendable {
        case command, callback, reply, timer, unrecognised, lane, child, stale, restored
    }

    /// A live state with its rows, by event in the order of declaration.
    package struct State: Sendable, Equatable {
        /// As the spec spells it.
        package var name: String
        /// The `///` lines above the state, without the slashes.
        package var documentation: [String]
        /// The names of the groups around the state, from the innermost to the outermost.
        package var groups: [String]
        /// Whether the spec says `waits for user`, so that the state needs no deadline of its own.
        package var waitsForUser: Bool
        /// One row for each guard of each cell; those of one cell stand in the order of the file.
        package var rows: [Row]
    }

    /// What an event means in a state if the guard `condition`, one of those of the cell, holds.
    package struct Row: Sendable, Equatable {
        /// The name of the state.
        package var state: String
        /// The event's name, as timelines have it: `otpSent`, `after 30s`, `stale denied`.
        package var event: String
        /// The guard without its `when`, or `otherwise`; empty where the event always means the same.
        package var condition: String
        /// What the event means here if the condition holds.
        package var disposition: Disposition
        /// The name of the state, final or choice to which the row leads; the state itself where the row does not move the run.
        package var target: String
        /// What the step does besides moving, together with what entering scopes does.
        package var changes: Changes
        /// Why this row decides the cell, with the scope in which the row stands in the spec.
        package var decision: Decision
        /// The line of the deciding row in the spec, counted from 1.
        package var line: Int
    }

    /// What an event means by a row, in the words of the table's files: `stay` where a record's disposition is `stayed`.
    package enum Disposition: String, Sendable, CaseIterable {
        case transition
        case stay
        case ignore
        case reject
        case late
        /// The state keeps the timer from firing: a due timer fires only when the run reaches a state that does not hold it.
        case hold
        /// An `other` row says that the callback or reply cannot come.
        case claim
    }

    /// What a step does besides moving, up to the row's target; what a choice does stands with the choice.
    package struct Changes: Sendable, Equatable {
        /// Assignments to variables, `why = denied`, in the order of the spec; those of one body happen all at once
        /// (rule 9).
        package var assignments: [String] = []
        /// The effects in the order in which they are ordered, those of `enter` bodies last.
        package var effects: [Effect] = []
        /// What the step begins or clears of things that live in a scope, `set poll 1s`: timers begin or are cleared, lanes are
        /// asked for, sub-flows begin.
        ///
        /// What ends because its scope is left is not named.
        package var begunOrCleared: [String] = []
    }

    /// An order to the app, as a row gives it.
    package struct Effect: Sendable, Equatable {
        /// The effect's name alone, as timelines and the CSV have it.
        package var name: String
        /// The effect with its arguments, `begin(requestId)`.
        package var words: String
    }

    /// Why a row decides its cell.
    package enum Decision: Sendable, Equatable {
        /// The row stands in the innermost scope that names the event.
        case row(in: ScopeName)
        /// No scope names the event, and this `other` row is the innermost that covers it.
        case other(verb: String, in: ScopeName)
        /// The state keeps the timer from firing (`hold`).
        case held
    }

    /// The scope of the spec in which a row stands.
    package enum ScopeName: Sendable, Equatable {
        /// The outermost scope: around all states.
        case file
        /// A group, by its name.
        case group(String)
        /// A single state, by its name.
        case state(String)
    }

    /// A target whose guards pick the next target within the step, so that no run waits in it.
    package struct Choice: Sendable, Equatable {
        /// As the spec spells it; the rows that lead here have it as their target.
        package var name: String
        /// In the order of the file, which decides nothing: exactly one guard holds.
        package var branches: [Branch]
    }

    /// One way on from a choice.
    package struct Branch: Sendable, Equatable {
        /// The guard without its `when`, or `otherwise`.
        package var condition: String
        /// A state, a final or another choice.
        package var target: String
        /// What the branch does, and what entering its target does.
        ///
        /// Where only from some of the states that lead here a scope is entered, the scope's changes are marked: `set slow 50s on
        /// entering outer`.
        package var changes: Changes
        /// The line of the branch in the spec, counted from 1.
        package var line: Int
    }

    /// An end of the flow.
    package struct Final: Sendable, Equatable {
        /// As the spec spells it.
        package var name: String
        /// The `///` lines above the final, without the slashes.
        package var documentation: [String]
        /// The names of the variables that are part of the run's result.
        package var keeps: [String]
    }

    /// What the spec demands of the flow's runs: of every run, but for `sometimes`, which some run must show.
    package struct Requirement: Sendable, Equatable {
        /// The requirement as it stands in the spec, without `require`.
        package var words: String
        /// The line of the requirement in the spec, counted from 1.
        package var line: Int
    }
}

extension TransitionTable {
    /// All rows, state after state.
    package var rows: [Row] { states.flatMap(\.rows) }

    /// How many pairs of a state and an event have a row.
    ///
    /// A state and a group around it may each have an `after 30s`: two events of one name, each decided by its own scope.
    /// One scope decides a cell whole, so the event's name and the decision tell the cells of a state apart.
    package var cellCount: Int { states.reduce(0) { $0 + Set($1.rows.map { [$0.event, $0.decision.words] }).count } }
}

extension TransitionTable.Decision {
    /// The decision as tables print it: `group polling`, `late other of the file`, `held here`.
    package var words: String {
        switch self {
        case .row(let scope): scope.words
        case .other(let verb, let scope): "\(verb) other of \(scope == .file ? "the file" : scope.words)"
        case .held: "held here"
        }
    }
}

extension TransitionTable.ScopeName {
    /// The scope as tables print it: `file`, `group polling`, `state running`.
    package var words: String {
        switch self {
        case .file: "file"
        case .group(let name): "group \(name)"
        case .state(let name): "state \(name)"
        }
    }
}
