public import KeywayCore

/// A transcript of one flow, every name looked up and every argument converted: it can be played.
public struct BoundTranscript: Equatable, Sendable {
    /// As it was given when the file was read; messages repeat it.
    public var path: String
    /// The line of the header, counted from 1.
    public var headerNumber = 1
    /// What the transcript shows, in one sentence; empty where the header does not say.
    public var about: String
    /// What each effect answers; what is not here answers its `otherwise`.
    public var replies: [Asked: [Answer]]
    /// What earlier runs left in sources that retain, the earliest first.
    public var retained: [RawValue] = []
    /// Nil where any end will do, and none.
    public var expectation: Expectation?
    /// What the run must have done besides.
    public var demands = RunDemands()
    /// In the order of time.
    public var lines: [Line]

    /// Whether a run can be otherwise than the transcript says.
    public var expectsSomething: Bool {
        expectation != nil || !demands.isEmpty || lines.contains { $0.demands != nil }
    }

    /// An effect of the flow or of one of its sub-flows.
    public struct Asked: Hashable, Sendable {
        /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
        public var leg: String?
        /// By its position in the leg's flow.
        public var effect: Int

        public init(_ effect: Int, in leg: String? = nil) {
            self.leg = leg
            self.effect = effect
        }
    }

    /// A reply event with its fields.
    public struct Answer: Equatable, Sendable {
        /// By its position among the events of the effect's flow.
        public var event: Int
        /// In the order of the event's declaration; nil is absent.
        public var fields: [Value?]
        /// How long after its order it comes, in milliseconds.
        public var after: Int64

        public init(event: Int, fields: [Value?], after: Int64 = ScriptedAnswers.delay) {
            self.event = event
            self.fields = fields
            self.after = after
        }
    }

    /// The final, by its position, that the run must end in, or must not.
    public enum Expectation: Equatable, Sendable {
        /// The run ends, and in this final.
        case final(Int)
        /// The run ends in another final, or has not ended.
        case not(Int)

        /// Whether a run that ended so, or has not ended, is as expected.
        public func holds(for final: Int?) -> Bool {
            switch self {
            case .final(let expected): final == expected
            case .not(let excluded): final != excluded
            }
        }
    }

    /// What happens at one moment.
    public struct Line: Equatable, Sendable {
        /// What happens at the line's time.
        public enum Content: Equatable, Sendable {
            /// The event's position in the leg's flow, its fields in their order, and the leg's name; nil is the root.
            case command(Int, fields: [Value?], to: String? = nil)
            /// A provider's raw report, and the attempt that it is stamped with.
            case callback(RawValue, attempt: Int?)
            /// The app dies here, and runs again so many milliseconds later.
            case restart(after: Int64)
            /// Time goes by.
            case nothing
        }

        /// Counted from 1, as the file has it.
        public var number: Int
        /// Milliseconds since the beginning.
        public var at: Int64
        /// All that is due by then comes before it.
        public var content: Content
        /// What the line must bring about; nil demands nothing.
        public var demands: LineDemands?

        public init(number: Int, at: Int64, content: Content, demands: LineDemands? = nil) {
            self.number = number
            self.at = at
            self.content = content
            self.demands = demands
        }
    }
}
