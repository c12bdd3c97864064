/// Why a command cannot do what it was asked: sentences that say what and where, for exit 1.
struct Refusal: Error, Equatable {
    /// So many lines are printed at most.
    static let greatestLineCount = 3

    var sentences: [String]

    init(_ sentence: String) {
        sentences = [sentence]
    }

    init(_ sentences: [String]) {
        self.sentences = sentences
    }

    /// The first sentences, and how many there are besides.
    var lines: [String] {
        guard sentences.count > Self.greatestLineCount else { return sentences }
        let shown = sentences.prefix(Self.greatestLineCount - 1)
        return shown + ["and \(sentences.count - shown.count) more"]
    }
}
