package import KeywayCore

/// Why this version of Keyway cannot read a block of a log.
package enum BlockFault: Error, Equatable, Sendable {
    /// The bytes are not what a log wrote, or its records cannot have been written by any run in this order; the text says why.
    case malformed(String)
    /// The block holds something that this version does not know and no damage can have made; the text is a sentence.
    case newer(String)

    /// The fault of a block with something that a newer version wrote.
    ///
    /// - Parameter what: what that is, the beginning of the sentence that goes on with "which a newer version of Keyway wrote".
    package static func unknown(_ what: String) -> BlockFault {
        .newer("\(what), which a newer version of Keyway wrote: read the log with that version or a newer one")
    }

    /// Something in a block whose checksum holds could not be read.
    ///
    /// - Parameters:
    ///   - what: what was read, as a sentence begins: `this block`.
    ///   - whole: what the byte is counted in: `the file`.
    ///   - start: where in `whole` the bytes begin that were read; the error counts its position from there.
    package init(_ error: ByteError, reading what: String, in whole: String, from start: Int = 0) {
        let place = "at byte \(start + error.position) of \(whole)"
        switch error {
        // The checksum holds, so the tag was written like this: by a newer version, and not by damage.
        case .unknownTag(let tag, _): self = .unknown("\(what) has the tag \(tag) \(place)")
        default: self = .malformed("\(what) cannot be read: \(error.reason) \(place)")
        }
    }

    /// The same fault, with the place in front of what is said of it.
    package func at(_ place: String) -> BlockFault {
        switch self {
        case .malformed(let reason): .malformed("\(place): \(reason)")
        case .newer(let what): .newer("\(place): \(what)")
        }
    }
}
