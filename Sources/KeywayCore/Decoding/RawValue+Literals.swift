/// A report can be written down as it is in JSON: `["statusCode": 200, "response": ["token": "t1"]]`.
///
/// Only `RawValue.null` has no literal: a `nil` literal would also fit `RawValue?`, and there must mean that no value is given.
extension RawValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }

    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// A `.number`, also where it is whole; the same `1.0` read from JSON is an `.integer`.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A list.
    public init(arrayLiteral elements: RawValue...) { self = .list(elements) }

    /// An object. Of two members of one name the last one counts.
    public init(dictionaryLiteral elements: (String, RawValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
