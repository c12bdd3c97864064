package import KeywayCore
package import KeywayRuns

/// What a run does, line by line, in the spec's words: when, what came, where it led, what was ordered with which
/// values.
///
/// It says more than a log's timeline does, and still has no value that a log may not have: a name such as `phone#1` stands for each
/// classified value. Two flows on which a transcript has the same outline do the same with it, with one exception: values in classified
/// variables that have no such name, for example a flow's literals and counts, are all called `own`, so that a difference between two of
/// them does not show.
package struct RunOutline: Equatable, Sendable {
    /// In the order in which things happened.
    package private(set) var lines: [String]

    /// Plays the transcript on the flow to which it is bound, in memory.
    ///
    /// - Throws: `RunError` where a line cannot be played.
    @available(*, noasync, message: "it blocks the thread while it plays")
    package init(playing transcript: BoundTranscript, on table: Table, annotations: Table.Annotations) throws(RunError)
    {
        var run = try OutlinedRun(transcript, on: table, annotations: annotations)
        for line in transcript.lines { try run.play(line) }
        lines = run.lines
    }

    /// The first line that differs between two outlines.
    package struct Difference: Equatable, Sendable {
        /// The line's number, counted from 1.
        package var line: Int
        /// The line of the outline that was asked; nil where that outline has ended before.
        package var own: String?
        /// The line of the other outline; nil where the other one has ended before.
        package var other: String?
    }

    /// The first line in which another outline differs; nil where they are equal.
    package func difference(to other: RunOutline) -> Difference? {
        for place in 0..<max(lines.count, other.lines.count) {
            let ownLine = place < lines.count ? lines[place] : nil
            let otherLine = place < other.lines.count ? other.lines[place] : nil
            if ownLine != otherLine { return Difference(line: place + 1, own: ownLine, other: otherLine) }
        }
        return nil
    }
}
