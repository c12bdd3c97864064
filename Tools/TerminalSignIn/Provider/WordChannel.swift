import KeywayTesting

/// What may become of an SDK's words on their way to the app.
enum ChannelFault: String, CaseIterable, Sendable {
    case drop, double, reorder
}

/// The channel from an SDK to the app: words may be lost, doubled, or overtaken by others.
struct WordChannel: Sendable {
    var faults: Set<ChannelFault>
    /// How often each fault happens to a word, in percent.
    static let likelihood = 12

    /// A word on its way to the app.
    struct Passage: Equatable {
        /// The word's position in the model.
        var word: Int
        /// How much later than the others the word comes, in multiples of the average latency; 0 for a word that is not late.
        var delay: Int
    }

    /// The words that reach the app of those that were spoken together, in the order in which they come.
    func passages(of words: [Int], by chance: inout SeededGenerator) -> [Passage] {
        var passages: [Passage] = []
        for word in words {
            if faults.contains(.drop), chance.happens(percent: Self.likelihood) { continue }
            let delay = faults.contains(.reorder) && chance.happens(percent: Self.likelihood) ? 2 : 0
            passages.append(Passage(word: word, delay: delay))
            if faults.contains(.double), chance.happens(percent: Self.likelihood) {
                passages.append(Passage(word: word, delay: delay))
            }
        }
        let (soon, late) = (passages.filter { $0.delay == 0 }, passages.filter { $0.delay > 0 })
        return soon + late
    }
}
