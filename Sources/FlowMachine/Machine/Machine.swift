public import FlowLanguage
package import KeywayCore

/// A flow with every name resolved and every row in its scope; each element keeps its place in the spec.
///
/// The elements refer to each other by position. States come first in `states`, in the order of the file, and finals after
/// them; scope 0 is the file.
public struct Machine: Sendable {
    /// As the first line of the file gives it.
    public var name: Name
    /// As the first line of the file gives it; 1 where that could not be read.
    public var version: Int
    /// The `///` lines above the first line of the file, without their slashes.
    package var documentation: [String]
    /// In the order of the file; kinds of value refer to them by position.
    package var enumerations: [Enumeration]
    /// For each enum, what the spec says of it behind `///`.
    package var enumerationDocumentation: [[String]] = []
    /// In the order of the file, which is that of a run's values.
    package var variables: [Variable]
    /// Declared ones and `unrecognised` first, then those that scopes bring, then `restored` and `stale` ones as rows name them.
    package var events: [Event]
    /// In the order of the file.
    package var effects: [Effect]
    /// In the order of the file, unnamed ones among the named.
    package var timers: [Timer]
    /// In the order of the file.
    package var lanes: [Lane]
    /// In the order of the file.
    package var children: [Child]
    /// The file, then groups and states in their order; an outer one stands before those inside it.
    package var scopes: [Scope]
    /// A run begins in the first.
    package var states: [State]
    /// In the order of the file.
    package var choices: [Choice]
    /// In the order of the file; `after` and `within` are rows of their timers' events. The last may be the file's
    /// `ignore restored`, which no line of the spec has.
    package var rows: [Row]
    /// In the order of the file, in which they are also asked to decode a callback.
    package var sources: [Source]
    /// In the order of the file, without those that name something unknown.
    package var requirements: [Requirement] = []
    /// In the order of the file, without those that name something unknown.
    package var scenarios: [Scenario] = []
    /// What is read and not checked: children whose flow is unknown or has problems of its own; empty in a flow that can run.
    package var unchecked: [Unchecked]
    /// What each scope's rows say of an event, by scope and event; made once the rows are complete.
    var rowsByScope: [ScopedEvent: [Int]] = [:]

    struct ScopedEvent: Hashable {
        var scope: Int
        var event: Int
    }

    /// What a run remembers, with its first value.
    package struct Variable: Sendable {
        /// It carries the variable's name, kind and class.
        package var field: Field
        /// Nil where the variable is absent at first.
        package var initial: Value?
        /// Of the name.
        package var range: SourceRange
    }

    /// What can come to a run.
    package struct Event: Sendable {
        /// As it stands in the table.
        package var signature: EventSignature
        /// The `///` lines of the spec; empty for what is no command, callback or reply.
        package var documentation: [String]
        /// Of the name; an unnamed timer has its row's, `unrecognised` that of the flow's name.
        package var range: SourceRange

        /// What the log and timelines call it: `confirmed`, `after 30s`, `silent.failed`, `stale confirmed`.
        package var name: String { signature.name }
    }

    /// What a run can order.
    package struct Effect: Sendable {
        /// As it stands in the table.
        package var signature: EffectSignature
        /// The lane that it waits for by itself, so that whoever does it may not stand in that lane.
        package var needs: Int?
        /// The `///` lines of the spec, without their slashes.
        package var documentation: [String]
        /// Of the name.
        package var range: SourceRange

        /// What rows, transcripts and generated handlers call it.
        package var name: String { signature.name }
    }

    /// Something that waits: named, of an `after` row, or the session's deadline.
    package struct Timer: Sendable {
        /// `poll`, `after 30s` or `within 15m`.
        package var name: String
        /// Leaving it ends the timer.
        package var scope: Int
        /// Set on entering the scope, in milliseconds; nil for a named timer.
        package var duration: Int64?
        /// Whether it is the file's `within`, of which there is at most one.
        package var isSession: Bool
        /// The event that tells its end.
        package var event: Int
        /// Of the name, or of the whole row where there is none.
        package var range: SourceRange
    }

    /// The file, a group or a state: what its rows, timers and `enter` bodies are declared in.
    package struct Scope: Sendable {
        /// What the scope is around.
        package enum Kind: Hashable, Sendable {
            case file
            case group
            /// The state at this position.
            case state(Int)
        }

        /// An `other` row: the claim that what no row names cannot come.
        package struct Claim: Sendable {
            /// `reject` for commands, `late` or `ignore` for callbacks and replies.
            package var verb: FlowLanguage.Row.Verb
            /// The whole row.
            package var range: SourceRange
        }

        /// Of the file's scope, the flow's.
        package var name: Name
        /// Scope 0 alone is the file.
        package var kind: Kind
        /// Nil for the file.
        package var parent: Int?
        /// Done on entering the scope, after the bodies of rows and choices; nil without an `enter`.
        package var enter: Body?
        /// At most two: one for commands, one for callbacks and replies.
        package var claims: [Claim]
        /// Of the name.
        package var range: SourceRange
    }

    /// A condition that a run can be in, or its end.
    package struct State: Sendable {
        /// As timelines and the log's table have it.
        package var name: Name
        /// Its own scope; finals stand in the file's.
        package var scope: Int
        /// Whether it ends the run; a final has no rows.
        package var isFinal: Bool
        /// Whether it is the end of a run that came to what it was for, and has to be earned: `final authenticated success`.
        package var isSuccess = false
        /// Whether a person may leave the run here without a deadline of the state's own.
        package var waitsForUser: Bool
        /// Held timers, with the place of the `hold`.
        package var holds: [Hold]
        /// What a final keeps of the context.
        package var keeps: [Int]
        /// The `///` lines of the spec, without their slashes.
        package var documentation: [String]
        /// Of the name.
        package var range: SourceRange

        /// A timer that stays due while the run is here.
        package struct Hold: Sendable {
            /// By its position among the timers.
            package var timer: Int
            /// Of the timer's name behind `hold`.
            package var range: SourceRange
        }
    }

    /// One row for one event; a row of the spec that names several events is several here.
    package struct Row: Sendable {
        /// What the row decides.
        package enum Verdict: Hashable, Sendable {
            /// Leaves and enters scopes, the state's own even where it is its own target.
            case move(Target)
            /// Accepts the event without leaving anything.
            case stay
            /// What was expected here and changes nothing.
            case ignore
            /// A command that is not allowed now.
            case reject
            /// A word of a provider, or a reply, that came too late or out of order.
            case late
        }

        /// When the row holds.
        package enum Guard: Sendable {
            /// The row has no condition.
            case always
            /// Wherever the condition holds.
            case when(Condition)
            /// Wherever no other guard holds of the same scope and event, or of the same choice.
            case otherwise
        }

        /// The position of the scope in which it stands.
        package var scope: Int
        /// By its position among the events.
        package var event: Int
        /// Exactly one of a scope's guards for an event holds in a flow that passed the rules.
        package var condition: Guard
        /// Where the target is unknown it is `stay`, and the row is faulty.
        package var verdict: Verdict
        /// Empty unless the row moves or stays.
        package var body: Body
        /// The `///` lines above the row; empty for a deadline.
        package var documentation: [String]
        /// The whole row of the spec.
        package var range: SourceRange
        /// The event's name in it.
        package var eventRange: SourceRange
        /// Whether something in it could not be resolved; then no rule judges its cells.
        package var isFaulty: Bool
    }

    /// A target that is resolved within the step.
    package struct Choice: Sendable {
        /// A guard of the choice and where it leads.
        package struct Branch: Sendable {
            /// Reads variables alone, as the row and the choices before have left them.
            package var condition: Row.Guard
            /// Where it is unknown it is the choice itself, and the choice is faulty.
            package var target: Target
            /// May read fields that every event leading here has.
            package var body: Body
            /// The whole branch.
            package var range: SourceRange
        }

        /// Visible in `scope` and in the scopes inside it.
        package var name: Name
        /// The position of the scope in which it stands.
        package var scope: Int
        /// In the order of the file, which means nothing: exactly one guard holds in a flow that passed the rules.
        package var branches: [Branch]
        /// Of the name.
        package var range: SourceRange
        /// Whether something in it is unknown, or it leads back to itself; then no rule judges it.
        package var isFaulty: Bool
    }

    /// Where a row or branch leads.
    package enum Target: Hashable, Sendable {
        /// A state or final.
        case state(Int)
        /// By its position among the choices.
        case choice(Int)
    }

    /// A source with the places of its decoder rows.
    package struct Source: Sendable {
        /// As it stands in the table.
        package var source: KeywayCore.Source
        /// For each row of the decoder, its place in the spec.
        package var rowRanges: [SourceRange]
        /// Of the name.
        package var range: SourceRange
    }

    /// Something that parses and cannot be judged, so that the flow cannot be run.
    package struct Unchecked: Sendable {
        /// `sub-flow 'silent' of 'OTPlessSNA'`
        package var what: String
        /// Of the name that the warning speaks of.
        package var range: SourceRange
    }
}
