/// The last part of the name of an OCRA suite (RFC 6287, 6.3): from which inputs a one-time code is computed, in the order of
/// the RFC.
struct SuiteInput {
    private var parts: ArraySlice<Substring>

    init(_ text: Substring) {
        parts = text.split(separator: "-", omittingEmptySubsequences: false)[...]
    }

    var isUsedUp: Bool { parts.isEmpty }

    /// Takes the next part if its letter is this one and its rest can be read; nil, and the part stays, otherwise.
    ///
    /// A part that cannot be read is noticed at the end: then `isUsedUp` is false.
    mutating func take<Value>(named letter: Character, _ read: (Substring) -> Value?) -> Value? {
        guard let part = parts.first, part.first == letter, let value = read(part.dropFirst()) else { return nil }
        parts.removeFirst()
        return value
    }
}

extension HashFunction {
    init?(suiteName: Substring) {
        switch suiteName {
        case "SHA1": self = .sha1
        case "SHA256": self = .sha256
        case "SHA512": self = .sha512
        default: return nil
        }
    }
}

extension FixedWidthInteger {
    /// A number of plain digits; nil for signs and all that does not fit.
    init?(digits text: Substring) {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        self.init(text)
    }
}
