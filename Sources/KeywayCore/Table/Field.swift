extension Field {
    /// Who may see a value; each case is stricter than those before it.
    package enum Classification: UInt8, Comparable, Sendable, CaseIterable {
        /// Written and shown as it is.
        case plain = 0
        /// About a person: the log says whether it is there, and has it at most encrypted; messages never have it.
        case personal = 1
        /// A credential: the log says whether it is there, and has it at most encrypted; messages never have it.
        case secret = 2
        /// In memory for one step; the log says only whether it was there, and never has it encrypted.
        case transient = 3

        /// Whether the left one may be shown to more people.
        package static func < (left: Classification, right: Classification) -> Bool { left.rawValue < right.rawValue }
    }
}

/// What a value may be. Guards read finite values, and of a text or duration only whether it is present.
package enum Kind: Hashable, Sendable {
    /// True or false.
    case bool
    /// The bounds are included; `check` proves that no addition or subtraction of a flow leaves them.
    case integer(ClosedRange<Int64>)
    /// In milliseconds.
    case duration(ClosedRange<Int64>)
    /// The text's length, in Unicode scalars.
    case text(ClosedRange<Int>)
    /// A case of the enum at this position.
    case enumCase(of: Int)
    /// Cases of the enum at this position; the enum has at most 64.
    case set(of: Int)

    /// The most that a spec may ask as a text's least length: suites, random walks and proofs build texts of the least length.
    package static let greatestLeastLength = 1_000_000

    /// Whether guards may read its values; of a text or duration they ask only whether it is present.
    package var isFinite: Bool {
        switch self {
        case .bool, .integer, .enumCase, .set: true
        case .duration, .text: false
        }
    }
}

/// A variable of the context, or a value that an event or effect carries.
package struct Field: Hashable, Sendable {
    /// As the spec spells it: unique among the variables, or among the fields of its event or effect.
    package var name: String
    /// Where the kind names an enum by its position, that is a position in the table that has the field.
    package var kind: Kind
    /// Plain unless the type that the spec names says otherwise.
    package var classification: Classification
    /// Whether it may be absent; any other field has a value wherever it is read.
    package var isOptional: Bool

    package init(name: String, kind: Kind, classification: Classification = .plain, isOptional: Bool) {
        self.name = name
        self.kind = kind
        self.classification = classification
        self.isOptional = isOptional
    }
}

/// A closed list of cases, and the provider's codes for them.
package struct Enumeration: Hashable, Sendable {
    /// What a provider says for a case.
    package enum Code: Hashable, Sendable {
        /// A text or integer of this spelling.
        case spelling(String)
        /// Every integer between the bounds, which are included, also as the text of its digits.
        case range(ClosedRange<Int64>)
        /// Everything that no other case names.
        case rest
    }

    /// One of the values, with what a provider says for it.
    package struct Case: Hashable, Sendable {
        /// As the spec spells it; `codes` are what a provider says for it.
        package var name: String
        /// No two cases share a code. A case for which the spec gives no code has its own name as its code.
        package var codes: [Code]

        package init(name: String, codes: [Code]) {
            self.name = name
            self.codes = codes
        }
    }

    /// The name of the type in the spec, and of the Swift type that is made of it.
    package var name: String
    /// In the order of the spec. `Value.enumCase` holds a position in this list, and guards compare cases by their positions.
    package var cases: [Case]

    package init(name: String, cases: [Case]) {
        self.name = name
        self.cases = cases
    }

    /// The set of all cases, as `Value.set` has it: one bit for each.
    package var setOfAllCases: UInt64 { cases.indices.reduce(0) { $0 | 1 << UInt64($1) } }
}
