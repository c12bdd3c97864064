import KeywayCrypto

/// The keys of the standards' appendices: the ten digits again and again.
enum Secret {
    static let of20 = digits(20)
    static let of32 = digits(32)
    static let of64 = digits(64)

    private static func digits(_ count: Int) -> [UInt8] {
        (1...count).map { UInt8(ascii: "0") + UInt8($0 % 10) }
    }
}

/// Codes that a standard publishes for one suite, in the order of their inputs.
struct OCRAVectors: CustomStringConvertible, Sendable {
    var suite: String
    var secret: [UInt8]
    var inputs: [OCRA.Input]
    var codes: [String]

    init(_ suite: String, _ secret: [UInt8], _ codes: String, _ input: (Int) -> OCRA.Input) {
        self.suite = suite
        self.secret = secret
        self.codes = codes.split(separator: " ").map(String.init)
        inputs = self.codes.indices.map(input)
    }

    var description: String { suite }
}

extension OCRAVectors {
    /// The time of the appendix: 2008-03-25, 12:06 UTC.
    static let time: UInt64 = 0x132d0b6 * 60
    static let pin = "1234"

    private static func eight(_ digit: Int) -> String { String(repeating: String(digit), count: 8) }

    /// Source: RFC 6287, appendix C.
    static let published = [
        OCRAVectors(
            "OCRA-1:HOTP-SHA1-6:QN08", Secret.of20,
            "237653 243178 653583 740991 608993 388898 816933 224598 750600 294470"
        ) { .init(eight($0)) },
        OCRAVectors(
            "OCRA-1:HOTP-SHA256-8:C-QN08-PSHA1", Secret.of32,
            """
            65347737 86775851 78192410 71565254 10104329 65983500 70069104 91771096 75011558 08522129
            """
        ) { .init("12345678", counter: UInt64($0), pin: pin) },
        OCRAVectors(
            "OCRA-1:HOTP-SHA256-8:QN08-PSHA1", Secret.of32, "83238735 01501458 17957585 86776967 86807031"
        ) { .init(eight($0), pin: pin) },
        OCRAVectors(
            "OCRA-1:HOTP-SHA512-8:C-QN08", Secret.of64,
            """
            07016083 63947962 70123924 25341727 33203315 34205738 44343969 51946085 20403879 31409299
            """
        ) { .init(eight($0), counter: UInt64($0)) },
        OCRAVectors(
            "OCRA-1:HOTP-SHA512-8:QN08-T1M", Secret.of64, "95209754 55907591 22048402 24218844 36209546"
        ) { .init(eight($0), time: time) },
        OCRAVectors(
            "OCRA-1:HOTP-SHA256-8:QA08", Secret.of32, "28247970 01984843 65387857 03351211 83412541"
        ) { .init("CLI2222\($0)", "SRV1111\($0)") },
        OCRAVectors(
            "OCRA-1:HOTP-SHA256-8:QA08", Secret.of32, "15510767 90175646 33777207 95285278 28934924"
        ) { .init("SRV1111\($0)", "CLI2222\($0)") },
        OCRAVectors(
            "OCRA-1:HOTP-SHA512-8:QA08", Secret.of64, "79496648 76831980 12250499 90856481 12761449"
        ) { .init("CLI2222\($0)", "SRV1111\($0)") },
        OCRAVectors(
            "OCRA-1:HOTP-SHA512-8:QA08-PSHA1", Secret.of64, "18806276 70020315 01600026 18951020 32528969"
        ) { .init("SRV1111\($0)", "CLI2222\($0)", pin: pin) },
        OCRAVectors(
            "OCRA-1:HOTP-SHA256-8:QA08", Secret.of32, "53095496 04110475 31331128 76028668 46554205"
        ) { .init("SIG1\($0)000") },
        OCRAVectors(
            "OCRA-1:HOTP-SHA512-8:QA10-T1M", Secret.of64, "77537423 31970405 10235557 95213541 65360607"
        ) { .init("SIG1\($0)00000", time: time) },
    ]
}
