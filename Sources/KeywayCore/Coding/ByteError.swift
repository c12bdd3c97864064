/// Why bytes could not be read; each case says at which byte.
public enum ByteError: Error, Hashable, Sendable {
    /// Fewer bytes stand there than were needed.
    case ended(position: Int, needed: UInt64)
    /// A number that is longer than it may be, or longer than it has to be.
    case malformedNumber(position: Int)
    /// A number that does not fit what it stands for.
    case outOfRange(position: Int)
    /// A tag, the byte that says which kind of value follows, that means nothing here.
    case unknownTag(UInt8, position: Int)
    /// Bytes that are not UTF-8; the position is that of the count before them.
    case malformedText(position: Int)
}

extension ByteError {
    /// Where reading ended, counted as the reader counts.
    package var position: Int {
        switch self {
        case .ended(let position, _), .malformedNumber(let position), .outOfRange(let position),
            .unknownTag(_, let position), .malformedText(let position):
            position
        }
    }

    /// Why the bytes could not be read, as it goes before "at byte 7".
    package var reason: String {
        switch self {
        case .ended(_, let needed): needed == 1 ? "1 more byte was expected" : "\(needed) more bytes were expected"
        case .malformedNumber: "there is no number in its shortest form"
        case .outOfRange: "there is a number that is out of its range"
        case .unknownTag(let tag, _): "there is the unknown tag \(tag)"
        case .malformedText: "there is a text that is not UTF-8"
        }
    }
}

extension ByteError: CustomStringConvertible {
    /// One line about the bytes; whoever read them knows the file and adds it.
    public var description: String { "byte \(position): \(reason)" }
}
