/// How an app's own handler ended a sign-in that a shadow follows; a shadow is a run whose effects nobody performs.
public struct AppOutcome: Hashable, Sendable {
    /// Whether the person has what they came for.
    package enum Ending: UInt8, Sendable, CaseIterable {
        case succeeded = 0
        case failed = 1
        case cancelled = 2
    }

    package let ending: Ending
    /// The app's own word for why it failed; nil where it gave none.
    package let reason: String?

    package init(_ ending: Ending, reason: String? = nil) {
        self.ending = ending
        self.reason = reason
    }

    /// The person is signed in, or has whatever else the flow is for.
    public static let succeeded = AppOutcome(.succeeded)
    /// The person left.
    public static let cancelled = AppOutcome(.cancelled)

    /// The app gave up, or showed an error.
    ///
    /// - Parameter reason: the app's own word for why, such as `timeout`; nil says nothing. The log has it in clear, so it is
    ///   a text of the app's source, which no phone number or message of a server can get into.
    public static func failed(_ reason: StaticString? = nil) -> AppOutcome {
        AppOutcome(.failed, reason: reason.map { "\($0)" })
    }
}

extension AppOutcome {
    /// The outcome as lists show it: `succeeded`, `failed: timeout`, `cancelled`.
    package var words: String {
        reason.map { "\(ending): \($0)" } ?? "\(ending)"
    }
}
