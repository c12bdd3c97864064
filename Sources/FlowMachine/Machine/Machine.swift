public import FlowLanguage
public import Keyway

/// A flow with every name resolved and every row in its scope; each element keeps its place in the spec.
///
/// The elements refer to each other by position. States come first in `states`, in the order of the file, and finals after
/// them; scope 0 is the file.
public struct Machine: Sendable {
    public var name: Name
    public var version: Int
    public var documentation: [String]
    public var enumerations: [Enumeration]
    public var variables: [Variable]
    public var events: [Event]
    public var effects: [Effect]
    public var timers: [Timer]
    public var lanes: [Lane]
    public var children: [Child]
    public var scopes: [Scope]
    public var states: [State]
    public var choices: [Choice]
    public var rows: [Row]
    public var sources: [Source]
    public var requirements: [Requirement] = []
    /// Words that a later version gives meaning to, with their places: they are read and not checked.
    public var unchecked: [Unchecked]
    /// What each scope's rows say of an event, by scope and event; made once the rows are complete.
    var rowsByScope: [ScopedEvent: [Int]] = [:]

    struct ScopedEvent: Hashable {
        var scope: Int
        var event: Int
    }

    /// What a run remembers, with its first value.
    public struct Variable: Sendable {
        public var field: Field
        public var initial: Value?
        public var range: SourceRange
    }

    /// What can come to a run.
    public struct Event: Sendable {
        public var signature: EventSignature
        public var documentation: [String]
        public var range: SourceRange

        public var name: String { signature.name }
    }

    /// What a run can order.
    public struct Effect: Sendable {
        public var signature: EffectSignature
        /// The lane that it waits for by itself, so that whoever does it may not stand in that lane.
        public var needs: Int?
        public var documentation: [String]
        public var range: SourceRange

        public var name: String { signature.name }
    }

    /// Something that waits: named, of an `after` row, or the session's deadline.
    public struct Timer: Sendable {
        /// `poll`, `after 30s` or `within 15m`.
        public var name: String
        public var scope: Int
        /// Set on entering the scope, in milliseconds; nil for a named timer.
        public var duration: Int64?
        public var isSession: Bool
        /// The event that tells its end.
        public var event: Int
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
            public var verb: FlowLanguage.Row.Verb
            public var range: SourceRange
        }

        public var name: Name
        public var kind: Kind
        /// Nil for the file.
        public var parent: Int?
        public var enter: Body?
        public var claims: [Claim]
        public var range: SourceRange
    }

    /// A condition that a run can be in, or its end.
    public struct State: Sendable {
        public var name: Name
        /// Its own scope; finals stand in the file's.
        public var scope: Int
        public var isFinal: Bool
        public var waitsForUser: Bool
        /// Held timers, with the place of the `hold`.
        public var holds: [Hold]
        /// What a final keeps of the context.
        public var keeps: [Int]
        public var documentation: [String]
        public var range: SourceRange

        /// A timer that stays due while the run is here.
        public struct Hold: Sendable {
            public var timer: Int
            public var range: SourceRange
        }
    }

    /// One row for one event; a row of the spec that names several events is several here.
    public struct Row: Sendable {
        /// What the row decides.
        public enum Verdict: Hashable, Sendable {
            case move(Target)
            case stay
            case ignore
            case reject
            case late
        }

        /// When the row holds.
        public enum Guard: Sendable {
            case always
            case when(Condition)
            case otherwise
        }

        public var scope: Int
        public var event: Int
        public var condition: Guard
        public var verdict: Verdict
        public var body: Body
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
            public var condition: Row.Guard
            public var target: Target
            public var body: Body
            public var range: SourceRange
        }

        public var name: Name
        public var scope: Int
        public var branches: [Branch]
        public var range: SourceRange
        public var isFaulty: Bool
    }

    /// Where a row or branch leads.
    public enum Target: Hashable, Sendable {
        /// A state or final.
        case state(Int)
        case choice(Int)
    }

    /// A source with the places of its decoder rows.
    public struct Source: Sendable {
        public var source: Keyway.Source
        public var rowRanges: [SourceRange]
        public var range: SourceRange
    }

    /// Something that parses and is not checked yet.
    public struct Unchecked: Sendable {
        /// `sub-flow 'silent'`
        public var what: String
        /// Whether a flow that has it cannot be run yet.
        public var preventsRunning: Bool
        public var range: SourceRange
    }
}
