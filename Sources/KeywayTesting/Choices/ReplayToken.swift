#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A walk as a text without spaces, `OTPlessSNA:1.3-0-`: failures print it, and `KEYWAY_REPLAY` asks to make the walk again.
struct ReplayToken: Equatable {
    static let variable = "KEYWAY_REPLAY"

    var flow: String
    var choices: ChoiceSequence

    var text: String { "\(flow):\(choices.text)" }

    init(flow: String, choices: ChoiceSequence) {
        self.flow = flow
        self.choices = choices
    }

    init?(text: String) {
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let choices = ChoiceSequence(text: String(halves[1])) else { return nil }
        self.init(flow: String(halves[0]), choices: choices)
    }

    /// The walk that the environment's `KEYWAY_REPLAY` asks for; nil where that variable is not set.
    ///
    /// - Throws: `UnreadableToken` when the variable's value is no walk.
    static func asked() throws(UnreadableToken) -> ReplayToken? {
        guard let value = getenv(variable) else { return nil }
        let text = String(cString: value)
        guard let token = ReplayToken(text: text) else { throw UnreadableToken(text: text) }
        return token
    }
}

/// The environment variable `KEYWAY_REPLAY` has a value that is not a walk as failures print them.
public struct UnreadableToken: Error, CustomStringConvertible {
    var text: String

    /// One sentence with the value that could not be read.
    public var description: String { "KEYWAY_REPLAY is '\(text)', which is no walk that a failure printed" }
}
