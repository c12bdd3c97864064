/// From which inputs a one-time code is computed and how, as a name like `OCRA-1:HOTP-SHA256-8:C-QN08-PSHA1` says it.
///
/// Source: RFC 6287, section 6.
package struct OCRASuite: Hashable, Sendable {
    /// One of the inputs from which a code is computed.
    package enum Part: Hashable, Sendable {
        case counter
        case challenge
        case pin
        case session
        case time
    }

    /// The name as it was written: the message that the code is computed of begins with it.
    package let name: String
    /// The function of the authentication code, not of the PIN.
    package let hash: HashFunction
    /// How many digits a code has, 4 to 10; nil: the code is the whole authentication code, in hexadecimal.
    package let digits: Int?
    /// Whether an input must have a counter; where false, an input with a counter is refused.
    package let hasCounter: Bool
    /// How challenges are written. A suite without a challenge, which the standard allows, is refused by `init`.
    package let challengeForm: ChallengeForm
    /// The most characters of one challenge, 4 to 64; a mutual exchange has two challenges.
    package let longestChallenge: Int
    /// The function that hashes the PIN; nil where the suite takes no PIN.
    package let pinHash: HashFunction?
    /// How long the session's part of a message is, in bytes; nil where the suite takes no session.
    package let sessionLength: Int?
    /// How long a step of the time is, in seconds; nil where the suite takes no time.
    package let timeStep: UInt64?

    /// Reads the name of a suite.
    ///
    /// - Returns: nil for a name that the standard does not have, and for a suite without a challenge.
    package init?(_ name: String) {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "OCRA-1" else { return nil }

        let function = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        guard function.count == 3, function[0] == "HOTP", let hash = HashFunction(suiteName: function[1]),
            let digits = Int(digits: function[2]), digits == 0 || (4...10).contains(digits), function[2] == "\(digits)"
        else { return nil }

        var input = SuiteInput(parts[2])
        hasCounter = input.take(named: "C") { $0.isEmpty ? true : nil } ?? false
        guard let challenge = input.take(named: "Q", { Self.challenge($0) }) else { return nil }
        (challengeForm, longestChallenge) = challenge
        pinHash = input.take(named: "P") { HashFunction(suiteName: $0) }
        sessionLength = input.take(named: "S") { Self.sessionLength($0) }
        timeStep = input.take(named: "T") { Self.timeStep($0) }
        guard input.isUsedUp else { return nil }

        self.name = name
        self.hash = hash
        self.digits = digits == 0 ? nil : digits
    }

    private static func challenge(_ text: Substring) -> (ChallengeForm, Int)? {
        guard let form = text.first.flatMap(ChallengeForm.init), text.count == 3,
            let longest = Int(digits: text.dropFirst()), (4...64).contains(longest)
        else { return nil }
        return (form, longest)
    }

    /// The number of bytes, in three digits; 64 where the name gives none.
    private static func sessionLength(_ text: Substring) -> Int? {
        if text.isEmpty { return 64 }
        guard text.count == 3, let length = Int(digits: text), length > 0 else { return nil }
        return length
    }

    /// The seconds of a time step: 60 where the name gives no step; nil for a step of zero, such as `T0H`, which the standard has.
    private static func timeStep(_ text: Substring) -> UInt64? {
        if text.isEmpty { return 60 }
        guard let count = UInt64(digits: text.dropLast()), count > 0, text.dropLast() == "\(count)" else { return nil }
        return switch text.last {
        case "S" where count <= 59: count
        case "M" where count <= 59: count * 60
        case "H" where count <= 48: count * 3600
        default: nil
        }
    }
}
