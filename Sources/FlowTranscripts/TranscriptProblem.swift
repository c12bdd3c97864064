/// What is wrong with one line of a transcript.
package struct TranscriptProblem: Equatable, Sendable {
    /// The path of the transcript's file, as it was given.
    package var path: String
    /// Counted from 1.
    package var line: Int
    /// One sentence without its full stop. It repeats names and plain values, never a personal, secret or transient one.
    package var sentence: String

    package init(path: String, line: Int, _ sentence: String) {
        self.path = path
        self.line = line
        self.sentence = sentence
    }
}

extension TranscriptProblem: CustomStringConvertible {
    /// The line that goes to stderr: `path:line: sentence`.
    package var description: String { "\(path):\(line): \(sentence)" }
}

/// Everything that is wrong with a transcript, in the order of its lines; never empty.
package struct BadTranscript: Error, Equatable, Sendable {
    /// In the order of lines; of one line, what reading the file found comes before what binding to the flow found.
    package var problems: [TranscriptProblem]
}
