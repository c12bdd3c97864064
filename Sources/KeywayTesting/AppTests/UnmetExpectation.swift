/// What the test of an app expected, and what it found instead.
public struct UnmetExpectation: Error, Hashable, Sendable {
    /// What the test expected, in words that follow "expected" in the sentence of the failure.
    public var expected: String
    /// What was found instead, in words that follow "found" in that sentence.
    public var found: String
    /// The run so far: a line for its beginning, for each event, for each sub-flow that begins, and for each time that a process went on
    /// with it. Then comes a line for each call of a handler; values of calls stand there in clear.
    public var story: [String]
    /// Where the expectation stands, `Module/File.swift:12`; nil where another call failed, such as `advance` or `crash`.
    public var place: String?

    init(_ expected: String, found: String, story: [String], at place: String? = nil) {
        self.expected = expected
        self.found = found
        self.story = story
        self.place = place
    }
}

extension UnmetExpectation: CustomStringConvertible {
    /// The sentence, and the story under it.
    public var description: String {
        let sentence = (place.map { "\($0): " } ?? "") + "expected \(expected), found \(found)"
        return ([sentence] + story.map { "  " + $0 }).joined(separator: "\n")
    }
}
