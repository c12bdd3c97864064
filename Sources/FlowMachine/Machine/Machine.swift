public import FlowLanguage
public import KeywayCore

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
    public var documentation: [String]
    /// In the order of the file; kinds of value refer to them by position.
    public var enumerations: [Enumeration]
    /// For each enum, what the spec says of it behind `///`.
    public var enumerationDocumentation: [[String]] = []
    /// In the order of the file, which is that of a run's values.
    public var variables: [Variable]
    /// Declared ones and `unrecognised` first, then those that scopes bring, then `restored` and `stale` ones as rows name them.
    public var events: [Event]
    /// In the order of the file.
    public var effects: [Effect]
    /// In the order of the file, unnamed ones among the named.
    public var timers: [Timer]
    /// In the order of the file.
    public var lanes: [Lane]
    /// In the order of the file.
    public var children: [Child]
    /// The file, then groups and states in their order; an outer one stands before those inside it.
    public var scopes: [Scope]
    /// A run begins in the first.
    public var states: [State]
    /// In the order of the file.
    public var choices: [Choice]
    /// In the order of the file; `after` and `within` are rows of their timers' events. The last may be the file's
    /// `ignore restored`, which no line of the spec has.
    public var rows: [Row]
    /// In the order of the file, in which they are also asked to decode a callback.
    public var sources: [Source]
    /// In the order of the file, without those that name something unknown.
    public var requirements: [Requirement] = []
    /// In the order of the file, without those that name something unknown.
    public var scenarios: [Scenario] = []
    /// What is read and not checked: children whose flow is unknown or has problems of its own; empty in a flow that can run.
    public var unchecked: [Unchecked]
    /// What each scope's rows say of an event, by scope and event; made once the rows are complete.
    var rowsByScope: [ScopedEvent: [Int]] = [:]

    struct ScopedEvent: Hashable {
        var scope: Int
        var event: Int
    }

    /// What a run remembers, with its first value.
    public struct Variable: Sendable {
        /// It carries the variable's name, kind and class.
        public var field: Field
        /// Nil where the variable is absent at first.
        public var initial: Value?
        /// Of the name.
        public var range: SourceRange
    }

    /// What can come to a run.
    public struct Event: Sendable {
        /// As it stands in the planned table.
        public var signature: EventSignature
        /// The `///` lines of the spec; empty for what is no command, callback or reply.
        public var documentation: [String]
        /// Of the name; an unnamed timer has its row's, `unrecognised` that of the flow's name.
        public var range: SourceRange

        /// What the log and timelines call it: `confirmed`, `after 30s`, `silent.failed`, `stale confirmed`.
        public var name: String { signature.name }
    }

    /// What a run can order.
    public struct Effect: Sendable {
        /// As it stands in the planned table.
        public var signature: EffectSignature
        /// The lane that it waits for by itself, so that whoever does it may not stand in that lane.
        public var needs: Int?
        /// The `///` lines of the spec, without their slashes.
        public var documentation: [String]
        /// Of the name.
        public var range: SourceRange

        /// What rows, transcripts and generated handlers call it.
        public var name: String { signature.name }
    }

    /// Something that waits: named, of an `after` row, or the session's deadline.
    public struct Timer: Sendable {
        /// `poll`, `after 30s` or `within 15m`.
        public var name: String
        /// Leaving it ends the timer.
        public var scope: Int
        /// Set on entering the scope, in milliseconds; nil for a named timer.
        public var duration: Int64?
        /// Whether it is the file's `within`, of which there is at most one.
        public var isSession: Bool
        /// The event that tells its end.
        public var event: Int
        /// Of the name, or of the whole row where there is none.
        public var range: SourceRange
    }

    /// The file, a group or a state: what its rows, timers and `enter` bodies are declared in.
    public struct Scope: Sendable {
        /// What the scope is around.
        public enum Kind: Hashable, Sendable {
            case file
            case group
            /// The state at this position.
            case state(Int)
        }

        /// An `other` row: the claim that what no row names cannot come.
        public struct Claim: Sendable {
            /// `reject` for commands, `late` or `ignore` for callbacks and replies.
            public var verb: FlowLanguage.Row.Verb
            /// The whole row.
            public var range: SourceRange
        }

        /// Of the file's scope, the flow's.
        public var name: Name
        /// Scope 0 alone is the file.
        public var kind: Kind
        /// Nil for the file.
        public var parent: Int?
        /// Done on entering the scope, after the bodies of rows and choices; nil without an `enter`.
        public var enter: Body?
        /// At most two: one for commands, one for callbacks and replies.
        public var claims: [Claim]
        /// Of the name.
        public var range: SourceRange
    }

    /// A condition that a run can be in, or its end.
    public struct State: Sendable {
        /// As timelines and the log's table have it.
        public var name: Name
        /// Its own scope; finals stand in the file's.
        public var scope: Int
        /// Whether it ends the run; a final has no rows.
        public var isFinal: Bool
        /// Whether it is the end of a run that came to what it was for, and has to be earned: `final authenticated success`.
        public var isSuccess = false
        /// Whether a person may leave the run here without a deadline of the state's own.
        public var waitsForUser: Bool
        /// Held timers, with the place of the `hold`.
        public var holds: [Hold]
        /// What a final keeps of the context.
        public var keeps: [Int]
        /// The `///` lines of the spec, without their slashes.
        public var documentation: [String]
        /// Of the name.
        public var range: SourceRange

        /// A timer that stays due while the run is here.
        public struct Hold: Sendable {
            /// By its position among the timers.
            public var timer: Int
            /// Of the timer's name behind `hold`.
            public var range: SourceRange
        }
    }

    /// One row for one event; a row of the spec that names several events is several here.
    public struct Row: Sendable {
        /// What the row decides.
        public enum Verdict: Hashable, Sendable {
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
        public enum Guard: Sendable {
            /// The row has no condition.
            case always
            /// Wherever the condition holds.
            case when(Condition)
            /// Wherever no other guard holds of the same scope and event, or of the same choice.
            case otherwise
        }

        /// The position of the scope in which it stands.
        public var scope: Int
        /// By its position among the events.
        public var event: Int
        /// Exactly one of a scope's guards for an event holds in a flow that passed the rules.
        public var condition: Guard
        /// Where the target is unknown it is `stay`, and the row is faulty.
        public var verdict: Verdict
        /// Empty unless the row moves or stays.
        public var body: Body
        /// The `///` lines above the row; empty for a deadline.
        public var documentation: [String]
        /// The whole row of the spec.
        public var range: SourceRange
        /// The event's name in it.
        public var eventRange: SourceRange
        /// Whether something in it could not be resolved; then no rule judges its cells.
        public var isFaulty: Bool
    }

    /// A target that is resolved within the step.
    public struct Choice: Sendable {
        /// A guard of the choice and where it leads.
        public struct Branch: Sendable {
            /// Reads variables alone, as the row and the choices before have left them.
            public var condition: Row.Guard
            /// Where it is unknown it is the choice itself, and the choice is faulty.
            public var target: Target
            /// May read fields that every event leading here has.
            public var body: Body
            /// The whole branch.
            public var range: SourceRange
        }

        /// Visible in `scope` and in the scopes inside it.
        public var name: Name
        /// The position of the scope in which it stands.
        public var scope: Int
        /// In the order of the file, which means nothing: exactly one guard holds in a flow that passed the rules.
        public var branches: [Branch]
        /// Of the name.
        public var range: SourceRange
        /// Whether something in it is unknown, or it leads back to itself; then no rule judges it.
        public var isFaulty: Bool
    }

    /// Where a row or branch leads.
    public enum Target: Hashable, Sendable {
        /// A state or final.
        case state(Int)
        /// By its position among the choices.
        case choice(Int)
    }

    /// A source with the places of its decoder rows.
    public struct Source: Sendable {
        /// As it stands in the planned table.
        public var source: KeywayCore.Source
        /// For each row of the decoder, its place in the spec.
        public var rowRanges: [SourceRange]
        /// Of the name.
        public var range: SourceRange
    }

    /// Something that parses and cannot be judged, so that the flow cannot be run.
    public struct Unchecked: Sendable {
        /// `sub-flow 'silent' of 'OTPlessSNA'`
        public var what: String
        /// Of the name that the warning speaks of.
        public var range: SourceRange
    }
}
