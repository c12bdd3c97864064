/// Why bytes could not be read; each case says at which byte.
package enum ByteError: Error, Equatable, Sendable {
    /// Fewer bytes stand there than were needed.
    case ended(position: Int, needed: UInt64)
    /// A number that is longer than it may be, or longer than it has to be.
    case malformedNumber(position: Int)
    /// A number that does not fit what it stands for.
    case outOfRange(position: Int)
    /// A tag that means nothing here.
    case unknownTag(UInt8, position: Int)
    /// Bytes that are not UTF-8; the position is that of the count before them.
    case malformedText(position: Int)
}

extension ByteError: CustomStringConvertible {
    /// One line about the bytes; whoever read them knows the file and adds it.
    package var description: String {
        switch self {
        case .ended(let position, let needed): "byte \(position): \(needed) more bytes were expected"
        case .malformedNumber(let position): "byte \(position): this is no number in its shortest form"
        case .outOfRange(let position): "byte \(position): this number is out of its range"
        case .unknownTag(let tag, let position): "byte \(position): the tag \(tag) means nothing here"
        case .malformedText(let position): "byte \(position): this text is not UTF-8"
        }
    }
}
