import KeywayCore

/// Why a text is not JSON, and where.
package struct JSONError: Error, Equatable, Sendable {
    /// What is wrong with the text.
    package enum Reason: Equatable, Sendable {
        case unexpectedEnd
        case unexpectedCharacter
        case malformedNumber
        case malformedString
        /// The key that one object has twice.
        case duplicateKey(String)
        case nestedTooDeep
        case notUTF8
    }

    /// The first thing that is wrong; what follows was not read.
    package var reason: Reason
    /// The column in the line, in Unicode scalars, counted from 1.
    package var column: Int

    package init(_ reason: Reason, column: Int) {
        self.reason = reason
        self.column = column
    }
}

extension JSONError: CustomStringConvertible {
    /// A clause without a full stop; it quotes nothing of the text but a doubled key.
    package var description: String {
        switch reason {
        case .unexpectedEnd: "not JSON: the line ends too early"
        case .unexpectedCharacter: "not JSON from column \(column) on"
        case .malformedNumber: "not JSON: column \(column) has no number as JSON writes it"
        case .malformedString: "not JSON: the string at column \(column) is not as JSON writes it"
        case .duplicateKey(let key): "the key \(quoted(key)) stands twice in one object"
        case .nestedTooDeep: "nested deeper than \(RawValue.greatestDepth) levels"
        case .notUTF8: "not UTF-8"
        }
    }
}
