import KeywayLog

/// Collects each step of a course in words, for whoever looks into a seed.
struct StoryTeller {
    /// The lines so far; nil where nobody wants them, and then no words are made.
    private let told: Lock<[String]>?

    init(isTelling: Bool) {
        told = isTelling ? Lock([]) : nil
    }

    var lines: [String] { told?.withLock { $0 } ?? [] }

    /// Adds a line: the moment and the sentence.
    func tell(_ moment: @autoclosure () -> String, _ sentence: () -> String) {
        guard let told else { return }
        let line = moment() + sentence()
        told.withLock { $0.append(line) }
    }
}
