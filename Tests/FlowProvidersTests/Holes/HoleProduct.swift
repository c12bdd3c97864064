import FlowFixtures
import FlowProviders
import Testing

/// A flow that is written from a provider's page alone, and a model of what that provider's SDK does.
enum HoleProduct: String, CaseIterable, Sendable {
    case silent209, silent232
    /// Its model says no word of an earlier attempt.
    case silentAlone
    /// After an INITIATE that failed the flow begins again; in the second the SDK says 7160 only once.
    case silentRetrying, silentRetryingSaidOnce
    /// Its model counts 7169 as a success, which it is on the server.
    case silentDuplicate
    case smart209, smart232
    /// Its model says no word of an earlier attempt. In the second the channel may double each word, as where two ends of the SDK say it.
    /// The third is of an SDK before 2.0.1, where 9106 was an INITIATE.
    case smartAlone, smartDoubled, smartBefore201
    case code
    /// The flow's timer for the code's life runs while the person types, and no longer.
    case codeOnScreen

    /// - Parameter hasQuietRows: whether the model has its `quiet` rows, by which the SDK falls silent.
    func explored(hasQuietRows: Bool = true) throws -> FlowExploration {
        let lines = try modelText().split(separator: "\n", omittingEmptySubsequences: false)
        let kept = hasQuietRows ? lines : lines.filter { !$0.drop { $0 == " " }.hasPrefix("quiet") }
        #expect(hasQuietRows == (kept.count == lines.count))
        return try explore(
            machine(flowText()), against: model(kept.joined(separator: "\n")),
            through: Channel(doubles: self == .smartDoubled))
    }

    private func flowText() throws -> String {
        switch self {
        case .silent209, .silent232, .silentAlone, .silentDuplicate:
            return try Fixtures.naive("OTPlessSNA.flow")
        case .silentRetrying, .silentRetryingSaidOnce:
            return try change(
                Fixtures.naive("OTPlessSNA.flow"),
                ("effect begin(requestId: RequestID)", "effect begin(requestId: RequestID) starts attempt"),
                (
                    "on initiateFailed, terminated -> failed",
                    "on terminated -> failed\n  on initiateFailed -> running { do begin(requestId) }"
                ))
        case .smart209, .smart232, .smartBefore201, .smartAlone, .smartDoubled:
            return try Fixtures.naive("OTPlessSmartAuth.flow")
        case .code:
            return try Fixtures.naive("TruecallerOTP.flow")
        case .codeOnScreen:
            return try change(
                Fixtures.naive("TruecallerOTP.flow"), ("\ntimer ttl\n", "\n"),
                ("state awaiting waits for user {", "state awaiting waits for user {\n  timer ttl"),
                (
                    "{ keep token; do checkToken(token) }\n  on ttl -> lapsed\n",
                    "{ keep token; do checkToken(token) }\n"
                ))
        }
    }

    private func modelText() throws -> String {
        let older = "OTPless/Models/SDK-2.0.9.provider"
        switch self {
        case .silent209, .smart209: return try Fixtures.shipped(older)
        case .silent232, .smart232: return try Fixtures.shipped("OTPless/Models/SDK-2.3.2.provider")
        case .silentAlone, .smartAlone, .smartDoubled, .silentRetrying:
            return try withoutGhosts(Fixtures.shipped(older))
        case .silentRetryingSaidOnce:
            return try change(
                withoutGhosts(Fixtures.shipped(older)),
                ("emit precheck then precheckEnd -> idle", "emit precheck -> idle"))
        case .silentDuplicate:
            return try change(
                Fixtures.shipped(older), ("\nsuccess oneTap, flatOneTap\n", "\nsuccess oneTap, flatOneTap, duplicate\n")
            )
        case .smartBefore201:
            return try change(
                withoutGhosts(Fixtures.shipped(older)),
                (
                    #"= VERIFY(statusCode: 9106, response.errorCode: "9106", response.authType: "SILENT_AUTH")"#
                        + "\nword notValid",
                    #"= INITIATE(statusCode: 9106, response.errorCode: "9106")"# + "\nword notValid"
                ))
        case .code, .codeOnScreen: return try Fixtures.shipped("Truecaller/Models/SDK-0.2.provider")
        }
    }
}

/// The model without the rows by which an earlier attempt speaks, or one success is told twice.
private func withoutGhosts(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.contains(" when earlier stay") && !$0.contains("oneTap then oneTap") }
        .joined(separator: "\n")
}

/// The text with each part replaced. Each part must stand in the text exactly once.
private func change(_ text: String, _ changes: (part: String, other: String)...) throws -> String {
    try changes.reduce(text) { text, change in
        try #require(text.split(separator: change.part, omittingEmptySubsequences: false).count == 2, "\(change.part)")
        return text.changing(change.part, to: change.other)
    }
}
