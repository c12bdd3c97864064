/// A report can be written down as it is in JSON: `["statusCode": 200, "response": ["token": "t1"]]`. Only `RawValue.null` has no literal:
/// `nil` is a report that is not there.
extension RawValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }

    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A list.
    public init(arrayLiteral elements: RawValue...) { self = .list(elements) }

    /// An object. Of two members of one name the last one counts, as most readers of JSON have it.
    public init(dictionaryLiteral elements: (String, RawValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
