/// The last part of the name of an OCRA suite (RFC 6287, 6.3): from which inputs a one-time code is computed, in the order of
/// the RFC.
struct SuiteInput {
    private var parts: ArraySlice<Substring>

    init(_ text: Substring) {
        parts = text.split(separator: "-", omittingEmptySubsequences: false)[...]
    }

    var isUsedUp: Bool { parts.isEmpty }

    /// Removes the next part and returns what `read` makes of it, if the part begins with this letter and `read` accepts the rest.
    ///
    /// Else the result is nil and the part stays. So a part that nobody accepts leaves `isUsedUp` false at the end.
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
    /// The number that decimal digits spell; nil for any other text, and for a number that is too large for this type.
    init?(digits text: Substring) {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        self.init(text)
    }
}
