public import KeywayCore
public import KeywayLog

extension Replay {
    /// A run as a person reads it: what came when, what it meant, where it led.
    public struct Timeline: Equatable, Sendable {
        /// One record of the run, in words.
        public struct Entry: Equatable, Sendable {
            /// The sequence of the record. Record 0 begins the run and is no entry.
            public var sequence: UInt64
            /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
            public var leg: String?
            /// Milliseconds since the run began.
            public var at: Int64
            /// The event's name; `began` where a leg begins.
            public var event: String
            /// Why the event came, in a word: `asked`, `heard`, `replied`, `timer` and the like; `owed` where a leg begins.
            public var cause: String
            /// What is kept of a callback that no decoder row reads; nil for any other event.
            public var unread: RawValue.Unread?
            /// Where a leg begins, its flow's parameters. Else what came with the event, as far as the log has it: the plain fields
            /// that were there, and the names of those optional personal, secret and transient ones that were there.
            public var fields: [Field]
            /// `stale` for what belongs to an attempt or order that is over.
            public var stamp: Stamp
            /// What the event meant; `taken` where a leg begins.
            public var disposition: Disposition
            /// The name of the state or final that the leg reached.
            public var state: String
            /// The result, where the entry led its leg into a final that keeps one: what the final keeps, told as `fields` are.
            public var kept: [Field]
            /// The effects that were ordered, by name.
            public var effects: [String]
            /// The choices that the step went through.
            public var choices: [String]
        }

        /// The identity by which the log has the run.
        public var run: RunID
        /// The name of the flow that the run itself follows; legs have their own.
        public var flow: String
        /// The version number that the flow's declaration states.
        public var version: Int
        /// The app's own name for the run; nil where it gave none.
        public var reference: String?
        /// Whether the run is live, played from a transcript, or a shadow. A live run's clock began at the time of the wall clock, a
        /// transcript's is virtual.
        public var kind: RunKind
        /// When the run began, by the clock that drove it.
        public var began: Instant
        /// What the run has for its flow's parameters, in the order of the spec.
        public var parameters: [Field]
        /// The name of the state that the run began in.
        public var initialState: String
        /// The effects that entering the initial state ordered, by name and in order.
        public var initialEffects: [String]
        /// The entries of all legs, in the order of the log.
        public var entries: [Entry]
        /// Whether `state` is a final of the flow.
        public var isEnded: Bool

        public init(
            run: RunID, flow: String, version: Int, reference: String?, kind: RunKind = .live, began: Instant,
            parameters: [Field] = [], initialState: String, initialEffects: [String], isEnded: Bool = false
        ) {
            self.run = run
            self.flow = flow
            self.version = version
            self.reference = reference
            self.kind = kind
            self.began = began
            self.parameters = parameters
            self.initialState = initialState
            self.initialEffects = initialEffects
            entries = []
            self.isEnded = isEnded
        }

        /// The state that the run's own last entry reached.
        public var state: String { entries.last { $0.leg == nil }?.state ?? initialState }

        /// What the run ended with: what its final keeps, told as fields of events are.
        public var kept: [Field] { entries.last { $0.leg == nil && !$0.kept.isEmpty }?.kept ?? [] }

        /// The final that the run ended in; nil for a run that goes on.
        public var final: String? { isEnded ? state : nil }
    }
}
