import KeywayCore

/// A text that stands nowhere else, so that finding it in a log proves where it came from.
enum Canary {
    /// How many letters a text needs at least to be looked for anywhere; a shorter one may be a part of another text by chance.
    static let least = 6
    /// How many letters a text needs at least to be looked for where it stands by itself; a shorter one may be a number's bytes.
    static let leastAlone = 4
    /// Letters that names and codes hardly ever put beside each other.
    private static let letters = Array("qxzjkvw")

    /// The text with this number, as long as asked.
    static func text(_ number: UInt64, length: Int) -> String {
        var generator = SeededGenerator(seed: number &+ 0x5EC2E7)
        return String((0..<length).map { _ in letters[Int(generator.next() % UInt64(letters.count))] })
    }

    /// A length within the bounds, long enough to be found if they allow it.
    static func length(in bounds: ClosedRange<Int>) -> Int {
        max(bounds.lowerBound, min(bounds.upperBound, 12))
    }

    /// Whether the text is in the stretch: a short one, such as a PIN of four letters, has to be all of it.
    static func isFound(_ text: String, in stretch: String) -> Bool {
        let length = text.utf8.count
        return length >= least ? stretch.contains(text) : length >= leastAlone && stretch == text
    }

    /// The stretches of bytes, as text, that have only the letters of canaries and are at least so long.
    static func stretches(of bytes: [UInt8], atLeast least: Int = least) -> [String] {
        var found: [String] = []
        var start: Int?
        for place in 0...bytes.count {
            let isLetter = place < bytes.count && isLetter[Int(bytes[place])]
            if isLetter, start == nil { start = place }
            if !isLetter, let first = start {
                if place - first >= least { found.append(String(decoding: bytes[first..<place], as: UTF8.self)) }
                start = nil
            }
        }
        return found
    }

    private static let isLetter: [Bool] = (0..<256).map { byte in letters.contains { $0.asciiValue == UInt8(byte) } }
}
