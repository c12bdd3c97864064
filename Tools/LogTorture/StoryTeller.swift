import KeywayLog

/// Each step in words, for whoever looks into a seed.
struct StoryTeller {
    private let told: Lock<[String]>?

    init(isTelling: Bool) {
        told = isTelling ? Lock([]) : nil
    }

    var lines: [String] { told?.withLock { $0 } ?? [] }

    func tell(_ moment: @autoclosure () -> String, _ sentence: () -> String) {
        guard let told else { return }
        let line = moment() + sentence()
        told.withLock { $0.append(line) }
    }
}
