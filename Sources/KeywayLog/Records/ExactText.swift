/// A text that is told apart from others byte by byte, as a log and a database tell texts apart.
///
/// Swift's `==` also takes two spellings of one letter for equal, such as "é" as one character and as "e" with an accent: two identities
/// would be one, and what comes with the second would be taken for a repetition.
package struct ExactText: Hashable, Sendable {
    /// The text itself.
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        // No text has this byte. So "ab" hashed before "c" differs from "a" hashed before "bc".
        hasher.combine(UInt8.max)
    }
}

extension ExactText: Comparable {
    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
