package import KeywayCore

/// What the generator must know of a packed table, so that the code it writes reads a run and an event as the table does.
///
/// Each value of a variable or field is packed as a number, its code; the layout says in which bits.
extension PackedTable {
    /// The values of the question's variable or field for which the answer is yes, and those for which it is no.
    package func values(askedBy question: PackedQuestion) -> (yes: [Value?], no: [Value?]) {
        let place =
            switch question.subject {
            case .variable(let position): layout.variables[position]
            case .field(let position, let event): layout.fields[event][position]
            }
        let codes = (0..<UInt64(place.codeCount)).filter(place.isPossible)
        func isYes(_ code: UInt64) -> Bool { question.codes >> code & 1 == 1 }
        return (codes.filter(isYes).map(place.value), codes.filter { !isYes($0) }.map(place.value))
    }

    /// A checksum of the layout and the questions: code that was generated for another layout or other questions has another one.
    public var fingerprint: UInt64 {
        var words: [UInt64] = []
        for places in [layout.variables] + layout.fields {
            words.append(UInt64(places.count))
            words += places.flatMap { [UInt64($0.shift), UInt64($0.width), $0.firstCode] }
        }
        for question in questions {
            words += [
                question.subject.isOfEvent ? 1 : 0, UInt64(question.shift), UInt64(question.mask), question.codes,
            ]
        }
        return words.checksum
    }

    /// For each field of an event, the lowest bit of its code.
    package func shifts(ofFieldsOf event: Int) -> [Int] { layout.fields[event].map { Int($0.shift) } }
}

extension [UInt64] {
    /// FNV-1a, a word at a time.
    var checksum: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01B3 } }
}
