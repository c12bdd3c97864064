import KeywayCore

/// Why a block whose checksum holds is no part of a log that this version of Keyway reads.
enum BlockFault: Error, Equatable {
    /// What it holds is no history of runs; the text says why.
    case malformed(String)
    /// It holds something that this version does not know and no damage can have made; the text says what, as a sentence.
    case newer(String)

    /// What a newer version wrote, in words that go before "which a newer version of Keyway wrote".
    static func unknown(_ what: String) -> BlockFault {
        .newer("\(what), which a newer version of Keyway wrote: read the log with that version or a newer one")
    }

    /// The bytes of something could not be read.
    ///
    /// - Parameters:
    ///   - what: what was read, as a sentence begins: `this block`.
    ///   - start: where in the file the bytes begin in which the error counts.
    init(_ error: ByteError, reading what: String, from start: Int = 0) {
        let (position, reason) = error.parts
        let place = "at byte \(start + position) of the file"
        switch error {
        case .unknownTag(let tag, _): self = .unknown("\(what) has the tag \(tag) \(place)")
        default: self = .malformed("\(what) cannot be read: \(reason) \(place)")
        }
    }
}

extension ByteError {
    /// Where the bytes could not be read, and why, as it goes before "at byte 7".
    fileprivate var parts: (position: Int, reason: String) {
        switch self {
        case .ended(let position, let needed):
            (position, needed == 1 ? "1 more byte was expected" : "\(needed) more bytes were expected")
        case .malformedNumber(let position): (position, "there is no number in its shortest form")
        case .outOfRange(let position): (position, "there is a number that is out of its range")
        case .unknownTag(let tag, let position): (position, "there is the tag \(tag)")
        case .malformedText(let position): (position, "there is a text that is not UTF-8")
        }
    }
}
