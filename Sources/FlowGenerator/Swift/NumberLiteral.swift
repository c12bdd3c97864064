/// Numbers as literals of Swift; where there are many digits, `_` parts them into groups.
enum NumberLiteral {
    /// `1200`, `1_200_000`
    static func decimal(_ number: Int64) -> String {
        let digits = String(number.magnitude)
        return (number < 0 ? "-" : "") + (digits.count < 7 ? digits : grouped(digits, by: 3))
    }

    /// `0x1F`, `0x12_3456_789A`
    static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return "0x" + (digits.count < 5 ? digits : grouped(digits, by: 4))
    }

    private static func grouped(_ digits: String, by size: Int) -> String {
        let first = digits.count % size
        let heads = first == 0 ? [] : [String(digits.prefix(first))]
        let rest = Array(digits.dropFirst(first))
        let groups = stride(from: 0, to: rest.count, by: size).map { String(rest[$0..<($0 + size)]) }
        return (heads + groups).joined(separator: "_")
    }
}
