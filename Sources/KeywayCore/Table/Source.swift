/// A provider's way of reporting, and the rows that read it.
///
/// The first row counts whose callback name and test match, and whose required fields can be read.
package struct Source: Hashable, Sendable {
    /// As the spec spells it, such as `otpless`; a model of a provider says by this name which source reads its words.
    package var name: String
    /// What the provider calls the type of its response or delegate, such as `OtplessResponse`.
    package var typeName: String
    /// The field that tells which kind of callback it is.
    package var by: String
    /// Whether it is one source for all attempts and runs, so that its callbacks carry no attempt number.
    package var isSingleton: Bool
    /// In the order of the spec, in which they are tried.
    package var rows: [Row]

    package init(name: String, typeName: String, by: String, isSingleton: Bool, rows: [Row]) {
        self.name = name
        self.typeName = typeName
        self.by = by
        self.isSingleton = isSingleton
        self.rows = rows
    }
}

extension Source {
    /// A decoder row: which raw callbacks it matches, and which event they are then.
    package struct Row: Hashable, Sendable {
        /// Where a field's value is looked for.
        package enum Alternative: Hashable, Sendable {
            /// The names of members, from the outermost object to the value.
            case path([String])
            /// A value that does not depend on the callback; alternatives after it are never tried.
            case constant(Value)
        }

        /// Whether the source keeps such a callback and tells it to runs and legs that begin later.
        package var isRetained: Bool
        /// The kinds of callbacks for which the row is tried: the source's `by` field must say one of these.
        package var callbackNames: [String]
        /// What the callback must satisfy besides; nil for nothing.
        package var test: DecoderTest?
        /// By its position among the events of the flow; always a callback.
        package var event: Int
        /// For each field of the event, what is tried in order.
        package var fields: [[Alternative]]

        package init(
            isRetained: Bool, callbackNames: [String], test: DecoderTest?, event: Int, fields: [[Alternative]]
        ) {
            self.isRetained = isRetained
            self.callbackNames = callbackNames
            self.test = test
            self.event = event
            self.fields = fields
        }
    }
}

/// A condition over a raw callback. A comparison with a missing field is false, also `!=`; null and "" are missing.
package indirect enum DecoderTest: Hashable, Sendable {
    /// What a path is compared with.
    package enum Literal: Hashable, Sendable {
        /// Equal also to a text of its digits; only an integer can be a bound of `<` and the like.
        case integer(Int64)
        /// Written in the spec in quotes, or as a bare name.
        case text(String)
        /// Equal also to the texts `true` and `false`.
        case bool(Bool)

        /// How it is written, without quotes: equality is by spelling.
        package var spelling: String {
            switch self {
            case .integer(let number): String(number)
            case .text(let text): text
            case .bool(let flag): flag ? "true" : "false"
            }
        }

        /// The literal as a provider's callback has it.
        package var raw: RawValue {
            switch self {
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            case .bool(let flag): .bool(flag)
            }
        }
    }

    /// At least one holds.
    case any([DecoderTest])
    /// Each of them holds.
    case all([DecoderTest])
    /// True also where the inner one is false for want of a field.
    case not(DecoderTest)
    /// What stands at the path, against a literal.
    case comparison([String], Table.Test.Relation, Literal)
    /// Whether what stands at the path is spelled as one of the literals; false where nothing does.
    case membership([String], of: [Literal])
    /// Whether anything stands at the path.
    case present([String])
}
