package import KeywayCore

/// What a provider's SDK, the app and the backend said in one run, as the file has it: names are not looked up yet.
package struct Transcript: Equatable, Sendable {
    /// The newest format that can be read.
    package static let version: Int64 = 1
    /// The greatest time, of a line or until something comes, in milliseconds: a hundred thousand years, so that no sum of two overflows.
    package static let greatestTime: Int64 = 3_200_000_000_000_000

    /// The file's path as it was given when the file was read; problems repeat it.
    package var path: String
    /// Nil when the file has none, or none that can be read; then there is a problem.
    package var header: Header?
    /// In the order of time, without the header.
    package var lines: [Line]
    /// What is wrong with the file itself, in the order of its lines.
    package var problems: [TranscriptProblem]

    package init(path: String, header: Header?, lines: [Line] = [], problems: [TranscriptProblem] = []) {
        self.path = path
        self.header = header
        self.lines = lines
        self.problems = problems
    }

    /// Which flow the transcript plays, what the backend answers, and how the run must end.
    package struct Header: Equatable, Sendable {
        /// The number of its line, counted from 1.
        package var number: Int
        /// What the transcript shows, in one sentence; empty where the header does not say.
        package var about: String
        /// The name of the flow; only binding the transcript to a flow compares the two names.
        package var flow: String
        /// What is chosen for parameters of the flow, by their names; others have the flow's own value.
        package var parameters: [String: RawValue]
        /// By the effect's name, the answers to its performances in their order; the last one repeats.
        package var replies: [String: [Answer]]
        /// What earlier runs left in sources that retain, the earliest first.
        package var retained: [RawValue]
        /// The providers in whose queues other runs stand as this one begins, once for each such run, the earliest first.
        package var occupied: [String]
        /// Nil where the run may end anywhere, or not at all.
        package var expectation: Expectation?
        /// What else the header demands: the values that the final keeps, which effects the run ordered, and which it never ordered.
        package var demands: RunDemands

        package init(
            number: Int = 1, about: String, flow: String, parameters: [String: RawValue] = [:],
            replies: [String: [Answer]] = [:],
            retained: [RawValue] = [], occupied: [String] = [], expectation: Expectation? = nil,
            demands: RunDemands = RunDemands()
        ) {
            self.number = number
            self.about = about
            self.flow = flow
            self.parameters = parameters
            self.replies = replies
            self.retained = retained
            self.occupied = occupied
            self.expectation = expectation
            self.demands = demands
        }
    }

    /// One answer of an effect: a reply's name and arguments, or that the handler fails.
    package struct Answer: Hashable, Sendable {
        /// The reply's name; whether the effect declares it is checked when the transcript is bound. Nil where the effect's handler fails, so
        /// that the effect gets its `otherwise`, whichever reply that is in the flow that is played.
        package var reply: String?
        /// By the names of the reply's fields, as the file has them: durations in seconds, enums by their cases.
        package var arguments: [String: RawValue]
        /// How long after its order the reply or the failure comes, in milliseconds; nil means `ScriptedAnswers.delay`.
        package var after: Int64?

        package init(reply: String?, arguments: [String: RawValue] = [:], after: Int64? = nil) {
            self.reply = reply
            self.arguments = arguments
            self.after = after
        }

        /// The handler fails, as long after the order as a reply comes that does not say when.
        package static let failure = Answer(reply: nil)
    }

    /// The final that the run must end in, or must not.
    package enum Expectation: Equatable, Sendable {
        /// The run ends, and in the final of this name.
        case final(String)
        /// The run ends in another final, or has not ended.
        case not(String)
    }

    /// What happens at one moment.
    package struct Line: Equatable, Sendable {
        /// What happens at the line's time.
        package enum Content: Hashable, Sendable {
            /// The app asks a command, by its name: `begin`, or `silent.begin` for a sub-flow's.
            case command(String, arguments: [String: RawValue])
            /// A provider's raw report, and the attempt that it is stamped with; nil for one without a stamp.
            case callback(RawValue, attempt: Int?)
            /// The app dies here, and `after` milliseconds later another process goes on with the run. Where `withValues` is true the run
            /// has its personal and secret values again, by the app's key store; else they are gone.
            case restart(after: Int64, withValues: Bool = false)
            /// Another run joins the queue for the provider's lane, at its end.
            case occupied(provider: String)
            /// The other run that has stood in the provider's queue longest leaves the queue.
            case freed(provider: String)
            /// Nothing happens but what is due by then.
            case nothing
        }

        /// Counted from 1.
        package var number: Int
        /// Milliseconds since the beginning.
        package var at: Int64
        /// As the file has it: no name is looked up, no value converted.
        package var content: Content
        /// What the line must bring about; nil demands nothing.
        package var demands: LineDemands?

        package init(number: Int, at: Int64, content: Content, demands: LineDemands? = nil) {
            self.number = number
            self.at = at
            self.content = content
            self.demands = demands
        }
    }
}
