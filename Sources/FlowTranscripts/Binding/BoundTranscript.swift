package import KeywayCore

/// A transcript of one flow, every name looked up and every argument converted: it can be played.
package struct BoundTranscript: Equatable, Sendable {
    /// The file's path as it was given when the file was read; messages repeat it.
    package var path: String
    /// The line of the header, counted from 1.
    package var headerNumber = 1
    /// What the transcript shows, in one sentence; empty where the header does not say.
    package var about: String
    /// What is chosen for parameters, by their positions among the variables; others have the flow's own value.
    package var parameters: [Int: Value] = [:]
    /// What each effect answers, performance by performance; the last answer repeats. For an effect that is not here see `ScriptedAnswers`.
    package var replies: [EffectOfLeg: [Answer]]
    /// What earlier runs left in sources that retain, the earliest first.
    package var retained: [RawValue] = []
    /// The providers in whose queues other runs stand as this one begins, once for each such run, the earliest first.
    package var occupied: [String] = []
    /// How the run must end; nil where it may end in any final, or not at all.
    package var expectation: Expectation?
    /// What else the header demands: the values that the final keeps, which effects the run ordered, and which it never ordered.
    package var demands = RunDemands()
    /// In the order of time.
    package var lines: [Line]

    /// Whether the transcript expects anything of the run or of a line, so that a run can fail it.
    package var expectsSomething: Bool {
        expectation != nil || !demands.isEmpty || lines.contains { $0.demands != nil }
    }

    /// An effect of one leg: of the root's flow or of a sub-flow's.
    package struct EffectOfLeg: Hashable, Sendable {
        /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
        package var leg: String?
        /// By its position in the leg's flow.
        package var effect: Int

        package init(_ effect: Int, in leg: String? = nil) {
            self.leg = leg
            self.effect = effect
        }
    }

    /// A reply event with its fields.
    package struct Answer: Equatable, Sendable {
        /// By its position among the events of the effect's flow.
        package var event: Int
        /// In the order of the event's declaration; nil is absent.
        package var fields: [Value?]
        /// How long after its order it comes, in milliseconds.
        package var after: Int64

        package init(event: Int, fields: [Value?], after: Int64 = ScriptedAnswers.delay) {
            self.event = event
            self.fields = fields
            self.after = after
        }

        /// The answer to an effect with these replies whose handler fails: its `otherwise`.
        init(failing replies: EffectSignature.Replies, after: Int64 = ScriptedAnswers.delay) {
            self.init(event: replies.otherwise, fields: replies.otherwiseFields, after: after)
        }
    }

    /// The final, by its position, that the run must end in, or must not.
    package enum Expectation: Equatable, Sendable {
        /// The run ends, and in this final.
        case final(Int)
        /// The run ends in another final, or has not ended.
        case not(Int)

        /// Whether a run that ended so, or has not ended, is as expected.
        package func holds(for final: Int?) -> Bool {
            switch self {
            case .final(let expected): final == expected
            case .not(let excluded): final != excluded
            }
        }
    }

    /// What happens at one moment.
    package struct Line: Equatable, Sendable {
        /// What happens at the line's time.
        package enum Content: Equatable, Sendable {
            /// The app asks a command: its position among the events of the leg's flow, its fields, and the leg's name; nil is the root.
            case command(Int, fields: [Value?], to: String? = nil)
            /// A provider's raw report, and the attempt that it is stamped with; nil for one without a stamp.
            case callback(RawValue, attempt: Int?)
            /// The app dies, and another process goes on with the run `after` milliseconds, with or without personal and secret values.
            case restart(after: Int64, withValues: Bool)
            /// Another run joins the queue for the provider's lane, at its end.
            case occupied(provider: String)
            /// The other run that has stood in the provider's queue longest leaves the queue.
            case freed(provider: String)
            /// Nothing happens but what is due by then.
            case nothing
        }

        /// Counted from 1, as the file has it.
        package var number: Int
        /// Milliseconds since the beginning.
        package var at: Int64
        /// What happens; all that is due by the line's time happens before.
        package var content: Content
        /// What the line must bring about: a disposition, the states of legs, and orders; nil demands nothing.
        package var demands: LineDemands?

        package init(number: Int, at: Int64, content: Content, demands: LineDemands? = nil) {
            self.number = number
            self.at = at
            self.content = content
            self.demands = demands
        }
    }
}
