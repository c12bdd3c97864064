/// What is wrong with one line of a transcript.
public struct TranscriptProblem: Equatable, Sendable {
    /// The transcript's, as it was given.
    public var path: String
    /// Counted from 1.
    public var line: Int
    /// One sentence without its full stop; it repeats names, never values.
    public var sentence: String

    public init(path: String, line: Int, _ sentence: String) {
        self.path = path
        self.line = line
        self.sentence = sentence
    }
}

extension TranscriptProblem: CustomStringConvertible {
    /// The line that goes to stderr: `path:line: sentence`.
    public var description: String { "\(path):\(line): \(sentence)" }
}

/// Everything that is wrong with a transcript, in the order of its lines; never empty.
public struct BadTranscript: Error, Equatable, Sendable {
    /// In one line what reading found comes before what binding found.
    public var problems: [TranscriptProblem]
}
