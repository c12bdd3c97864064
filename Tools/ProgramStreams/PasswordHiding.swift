extension String {
    /// The text with `...` in place of each password of a database's address, wherever in the text the address stands.
    ///
    /// The address may be misspelled or percent-encoded, and may say the password as an option: `password=...`. Where it is not clear what
    /// the password is, what stands around it is replaced as well. A user's name without a password stays where it has only ASCII letters,
    /// digits, `_`, `-` and `.`, and no other `@` stands in its line.
    package var withoutPasswords: String {
        var text = AddressText(self)
        // One after the other: what an earlier search has hidden has no `@` any more that a later one could take for a password's end.
        text.hide(text.namedPasswords())
        text.hide(text.userInformation())
        text.hide(text.betweenColonAndAt())
        return text.written
    }

    /// Whether the text must not be taken for a path, as it may be the address of a database, be it a misspelled one: it has `://`, or
    /// something in it would be hidden.
    package var looksLikeAddress: Bool { contains("://") || withoutPasswords != self }
}

/// A text in which addresses may stand, with what its letters mean where they are percent-encoded.
private struct AddressText {
    private struct Letter {
        /// One scalar, or a percent sign with two hexadecimal digits.
        var written: String
        /// What is written, decoded, and an ASCII letter in lowercase; U+FFFD for a decoded byte that is not ASCII.
        var meant: Unicode.Scalar

        var isEncoded: Bool { written.unicodeScalars.count > 1 }
        /// A blank that is percent-encoded is a part of an address, and ends none.
        var isBlank: Bool { !isEncoded && meant.properties.isWhitespace }
        var isLineEnd: Bool { isWritten("\n") || isWritten("\r") }
        /// Whether a user's name may have the letter; a name of such letters alone has no password behind it.
        var isOfName: Bool {
            !isEncoded && ("a"..."z" ~= meant || "0"..."9" ~= meant || ["_", "-", "."].contains(meant))
        }

        init(_ written: String, meaning scalar: Unicode.Scalar) {
            self.written = written
            meant = "A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
        }

        func isWritten(_ scalar: Unicode.Scalar) -> Bool { !isEncoded && meant == scalar }
    }

    private static let dots = "...".unicodeScalars.map { Letter(String($0), meaning: $0) }

    /// Scalars, and not characters: an accent behind a colon would make another character of it.
    private var letters: [Letter] = []

    init(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            let digits = String(String.UnicodeScalarView(rest.prefix(2)))
            guard scalar == "%", digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let byte = UInt8(digits, radix: 16)
            else {
                letters.append(Letter(String(scalar), meaning: scalar))
                continue
            }
            rest = rest.dropFirst(2)
            letters.append(Letter("%" + digits, meaning: byte < 0x80 ? Unicode.Scalar(byte) : "\u{FFFD}"))
        }
    }

    var written: String { letters.map(\.written).joined() }

    /// Puts three dots in the place of each range that is not empty; the ranges are in order.
    mutating func hide(_ ranges: [Range<Int>]) {
        var shown: [Letter] = []
        var place = 0
        for range in ranges where !range.isEmpty {
            shown += letters[place..<range.lowerBound] + Self.dots
            place = range.upperBound
        }
        letters = shown + letters[place...]
    }

    /// What stands behind `password=`, with or without blanks around the sign, as libpq reads it.
    func namedPasswords() -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var place = 0
        while let end = end(of: "password", in: place..<letters.count) {
            place = end
            let sign = pastBlanks(from: end)
            guard sign < letters.count, letters[sign].meant == "=" else { continue }
            let start = pastBlanks(from: sign + 1)
            place = endOfValue(from: start)
            ranges.append(start..<place)
        }
        return ranges
    }

    /// What stands between `://` and the last `@` of the line; where no `@` follows, what stands behind the first colon of the word, which
    /// may be a port.
    ///
    /// A password may have an `@`, a slash or a blank in it, though an address should have these encoded: so all up to the last `@` of
    /// the line counts.
    func userInformation() -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for line in letters.indices.split(whereSeparator: { letters[$0].isLineEnd }) {
            let at = line.last { letters[$0].meant == "@" } ?? 0
            var place = line.startIndex
            while let start = end(of: "://", in: place..<line.endIndex) {
                place = start
                if at >= start {
                    place = at
                    if !letters[start..<at].allSatisfy(\.isOfName) { ranges.append(start..<at) }
                    continue
                }
                let word = letters[start..<line.endIndex].prefix { !$0.isBlank }
                guard let colon = word.firstIndex(where: { $0.meant == ":" }) else { continue }
                place = word.endIndex
                ranges.append(colon + 1..<withoutPunctuation(colon + 1..<word.endIndex))
            }
        }
        return ranges
    }

    /// What stands between the first colon and the last `@` of a piece without a blank or slash: the beginning of an address may be
    /// misspelled or forgotten.
    func betweenColonAndAt() -> [Range<Int>] {
        letters.indices.split { letters[$0].isBlank || letters[$0].isWritten("/") }.compactMap { component in
            guard let colon = component.first(where: { letters[$0].meant == ":" }),
                let at = component.last(where: { letters[$0].meant == "@" }), colon < at
            else { return nil }
            return colon + 1..<at
        }
    }

    /// The end of the first place in the range that has this word, which is given in lowercase.
    private func end(of word: String, in range: Range<Int>) -> Int? {
        let wanted = Array(word.unicodeScalars)
        guard range.count >= wanted.count else { return nil }
        for first in range.lowerBound...range.upperBound - wanted.count
        where letters[first].meant == wanted[0]
            && zip(letters[first...], wanted).allSatisfy({ $0.meant == $1 })
        {
            return first + wanted.count
        }
        return nil
    }

    private func pastBlanks(from start: Int) -> Int {
        letters[start...].firstIndex { !$0.isBlank } ?? letters.count
    }

    /// The end of an option's value: it stands between quotes, or ends at a blank; a backslash takes the next letter with it.
    private func endOfValue(from start: Int) -> Int {
        var end = start
        func pass() { end += letters[end].isWritten("\\") ? 2 : 1 }
        if end < letters.count, letters[end].isWritten("'") {
            end += 1
            while end < letters.count, !letters[end].isWritten("'") { pass() }
            end += 1
        }
        while end < letters.count, !letters[end].isBlank { pass() }
        return withoutPunctuation(start..<min(end, letters.count))
    }

    /// The end of the range without the quotes and punctuation that a message puts behind an argument which it quotes.
    private func withoutPunctuation(_ range: Range<Int>) -> Int {
        letters[range].lastIndex { letter in !"':;,".unicodeScalars.contains(where: letter.isWritten) }.map { $0 + 1 }
            ?? range.lowerBound
    }
}
