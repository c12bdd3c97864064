/// What the files in a log's folder are called, and by that what they are.
enum FileName: Equatable, Sendable {
    /// `00000001.log`; segments count from 1.
    case segment(UInt32)
    /// Bytes from this offset of a segment on that an opening set aside: `00000001.torn-48`.
    ///
    /// `copy` counts from 1 how often bytes from this place were set aside. The name has it from 2 on: `00000001.torn-48-2`.
    case remainder(segment: UInt32, offset: UInt64, copy: UInt32)
    /// A name that ends in `.lock` or `.index`, or of a hidden file; no record is lost if such a file is deleted.
    case expendable
    /// No part of the log.
    case foreign

    /// The lock of the one writer. The other names that end in `.lock` lock nothing: they end so to be `expendable`.
    static let lock = "writer.lock"
    /// The next segment while it is filled with zeros, before it gets a name of its own.
    static let next = "next.lock"
    /// The file that says up to where the log was flushed (`Head`).
    static let head = "head.index"
    /// A head that is not finished yet.
    static let unfinishedHead = "head.lock"
    /// A remainder that is not finished yet.
    static let unfinishedRemainder = "torn.lock"
    /// An empty file in the folder of a damaged log that is moved away: the log in its place has no block yet that names the folder.
    static let unreplaced = "unreplaced.lock"
    /// The files that a writer or an opening may leave; the next opening of the log in this folder deletes them. It finds `unreplaced` if
    /// this log was damaged and is mended by now, whether or not its folder could be moved away.
    static let unfinished = [next, unfinishedHead, unfinishedRemainder, unreplaced]

    init(_ name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        if name.hasPrefix(".") || name.hasSuffix(".lock") || name.hasSuffix(".index") {
            self = .expendable
        } else if parts.count == 2, let segment = UInt32(parts[0]), let kind = Self.kind(parts[1], of: segment),
            kind.text == name
        {
            self = kind
        } else {
            self = .foreign
        }
    }

    private static func kind(_ ending: Substring, of segment: UInt32) -> FileName? {
        if ending == "log" { return segment > 0 ? .segment(segment) : nil }
        let parts = ending.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts[0] == "torn", let offset = UInt64(parts[1]),
            let copy = parts.count == 2 ? 1 : UInt32(parts[2])
        else { return nil }
        return .remainder(segment: segment, offset: offset, copy: copy)
    }

    /// The file's name; empty for `expendable` and `foreign`, which stand for many names.
    var text: String {
        switch self {
        case .segment(let segment): Self.digits(segment) + ".log"
        case .remainder(let segment, let offset, 1): Self.digits(segment) + ".torn-\(offset)"
        case .remainder(let segment, let offset, let copy): Self.digits(segment) + ".torn-\(offset)-\(copy)"
        case .expendable, .foreign: ""
        }
    }

    /// At least eight digits, so that a list of names is in order.
    private static func digits(_ number: UInt32) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }
}
