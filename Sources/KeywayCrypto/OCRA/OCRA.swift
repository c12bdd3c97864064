/// Codes that answer a challenge or sign a transaction. Source: RFC 6287.
package struct OCRA: Sendable {
    /// The inputs of one code; the suite says which of them there must be.
    package struct Input: Hashable, Sendable {
        /// A number that both sides count up; it enters the code as eight bytes. Nil where the suite takes no counter.
        package var counter: UInt64?
        /// One challenge; in a mutual exchange two: first the other side's, then that of the side whose code this is.
        /// Source: RFC 6287, section 7.3.
        package var challenges: [String]
        /// The PIN as the person types it; only its hash enters the code.
        package var pin: String?
        /// What identifies the session; at most as long as the suite says, and filled up with zeros on the left.
        package var session: [UInt8]?
        /// In seconds since 1970; only the number of whole time steps enters the code.
        package var time: UInt64?

        package init(
            _ challenges: String..., counter: UInt64? = nil, pin: String? = nil, session: [UInt8]? = nil,
            time: UInt64? = nil
        ) {
            self.challenges = challenges
            self.counter = counter
            self.pin = pin
            self.session = session
            self.time = time
        }
    }

    /// Which inputs a code is computed from, and how; the suite's name goes into every code.
    package let suite: OCRASuite
    private let secret: [UInt8]

    /// The secret is the one that both sides know, of any length.
    package init(suite: OCRASuite, secret: [UInt8]) {
        self.suite = suite
        self.secret = secret
    }

    /// The code for the input: decimal digits, or the whole authentication code in hexadecimal where the suite has no
    /// digits.
    ///
    /// - Throws: `CryptoError`, also for an input that lacks a part of the suite, or has a part that the suite does not take or takes in
    ///   another form.
    package func code(for input: Input) throws(CryptoError) -> String {
        let code = try suite.hash.authenticationCode(for: message(for: input), key: secret)
        if let digits = suite.digits { return DecimalCode.truncating(code, digits: digits) }
        return code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The bytes that a code authenticates: the suite's name, a zero, and the parts in the standard's order.
    ///
    /// Source: RFC 6287, section 5.1.
    func message(for input: Input) throws(CryptoError) -> [UInt8] {
        var message = Array(suite.name.utf8) + [0]
        // A counter has one form alone, so `true` stands for its form.
        if let counter = try wanted(input.counter, .counter, suite.hasCounter ? true : nil)?.given {
            message += counter.bigEndianBytes
        }
        message += try challenge(of: input)
        if let (pin, hash) = try wanted(input.pin, .pin, suite.pinHash) {
            message += try hash.digest(of: Array(pin.utf8))
        }
        if let (session, length) = try wanted(input.session, .session, suite.sessionLength) {
            guard session.count <= length else { throw .unfit(.session) }
            message += Array(repeating: 0, count: length - session.count) + session
        }
        if let (time, step) = try wanted(input.time, .time, suite.timeStep) {
            message += (time / step).bigEndianBytes
        }
        return message
    }

    private func challenge(of input: Input) throws(CryptoError) -> [UInt8] {
        guard !input.challenges.isEmpty else { throw .missing(.challenge) }
        guard input.challenges.count <= 2,
            input.challenges.allSatisfy({ (1...suite.longestChallenge).contains($0.unicodeScalars.count) }),
            let bytes = suite.challengeForm.bytes(of: input.challenges.joined())
        else { throw .unfit(.challenge) }
        return bytes
    }

    /// A part and what the suite says of it; nil where the input lacks the part and the suite does not take it.
    ///
    /// - Throws: `missing` where only the suite has the part, `unexpected` where only the input has it.
    private func wanted<Given, Form>(
        _ given: Given?, _ part: OCRASuite.Part, _ form: Form?
    ) throws(CryptoError) -> (given: Given, form: Form)? {
        switch (given, form) {
        case (let given?, let form?): return (given, form)
        case (nil, _?): throw .missing(part)
        case (_?, nil): throw .unexpected(part)
        case (nil, nil): return nil
        }
    }
}
