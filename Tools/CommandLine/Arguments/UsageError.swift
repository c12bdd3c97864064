import FlowLanguage

/// A call that keyway does not understand: one sentence on standard error, and exit code 64.
struct UsageError: Error, Equatable {
    var sentence: String

    init(_ sentence: String, helpOf command: String?) {
        let help = command.map { "keyway help \($0)" } ?? "keyway help"
        self.sentence = "\(sentence); see '\(help)'"
    }
}

/// The known word that was probably meant, as the end of a sentence; empty where no known word is near. Of several that are equally near
/// it is one that begins with what was typed, if there is such a word.
func meant(_ word: String, among known: [String]) -> String {
    // The time for a comparison grows with the product of both lengths, so no more than 64 letters are compared.
    let letters = Array(word.unicodeScalars.prefix(64))
    let near = known.map { (word: $0, distance: editDistance(letters, Array($0.unicodeScalars.prefix(64)))) }
        .min { ($0.distance, $0.word.hasPrefix(word) ? 0 : 1) < ($1.distance, $1.word.hasPrefix(word) ? 0 : 1) }
    guard let near, near.distance <= max(2, near.word.count / 3) else { return "" }
    return "; '\(near.word)' is the nearest"
}
