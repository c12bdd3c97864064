/// A report can be written down as it is in JSON: `["statusCode": 200, "response": ["token": "t1"]]`. `RawValue.null` alone has no
/// literal, since `nil` stays the value of an optional that is empty.
extension RawValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }

    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// A number, also where it is whole; from JSON `1.0` is read as an integer.
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
