/// A call that keyway does not understand: one sentence on standard error, and exit code 64.
struct UsageError: Error, Equatable {
    var sentence: String

    init(_ sentence: String, helpOf command: String?) {
        let help = command.map { "keyway help \($0)" } ?? "keyway help"
        self.sentence = "\(sentence); see '\(help)'"
    }
}

/// What was probably meant, as the end of a sentence; nothing where no known word is near.
func meant(_ word: String, among known: [String]) -> String {
    let near = known.map { (word: $0, distance: editDistance(word, $0)) }.min { $0.distance < $1.distance }
    guard let near, near.distance <= max(2, near.word.count / 3) else { return "" }
    return "; '\(near.word)' is the nearest"
}

/// How many letters must be put in, left out or changed to make one word of the other.
func editDistance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.unicodeScalars.prefix(64)), Array(right.unicodeScalars.prefix(64)))
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, b) in right.enumerated() {
            let changed = diagonal + (a == b ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(changed, row[j] + 1, diagonal + 1)
        }
    }
    return row[right.count]
}
