import Foundation
import KeywayCore
import KeywayCrypto
import KeywayFileLog
import KeywayLog
import KeywayOrchestrator
import KeywayReplay
import ProviderFlows
import Testing

/// The flow from end to end: an app's run, its adapter, and an SDK that makes codes.
@Suite("OfflineOTP over a fake SDK")
struct OfflineRunTests {
    /// Codes that anybody can tell apart: the counter, and whether there is a transaction.
    private static let plain = { @Sendable (counter: UInt64, transaction: String?) in
        "\((transaction == nil ? 100_000 : 200_000) + counter)"
    }

    private static let start = OfflineOTP.Command.start(account: "visa-1881", signing: false)

    @Test(
        "The shown codes are those of RFC 4226, one after the other",
        .enabled(if: HashFunction.isAvailable, needsHashes))
    func counterBased() async throws {
        let hotp = try #require(HOTP(secret: Secret.of20))
        var offline = try await OfflineRun(FakeAuthenticationHandler { counter, _ in try hotp.code(at: counter) })
        try await offline.send(Self.start)
        try await offline.send(.chooseType(type: .biometric))
        for number in 0..<5 {
            if number > 0 { try await offline.send(.regenerate) }
            try await offline.nextPrompt().pass()
            #expect(try await offline.nextCode() == HOTPTests.published[number])
        }
        try await offline.send(.done)
        try await offline.reach(.presented)
    }

    @Test(
        "A code over a transaction is that of RFC 6287, with a PIN and with a prompt",
        .enabled(if: HashFunction.isAvailable, needsHashes), arguments: [OfflineOTP.Factor.pin, .biometric])
    func signed(factor: OfflineOTP.Factor) async throws {
        let vectors = try #require(OCRAVectors.published.first { $0.inputs.first?.challenges == ["SIG10000"] })
        let ocra = OCRA(suite: try #require(OCRASuite(vectors.suite)), secret: vectors.secret)
        var offline = try await OfflineRun(
            FakeAuthenticationHandler { _, transaction in try ocra.code(for: .init(transaction ?? "")) })
        try await offline.send(.start(account: "visa-1881", signing: true))
        try await offline.send(.chooseType(type: factor))
        try await offline.send(.provideTransaction(data: "SIG10000"))
        switch factor {
        case .pin: try await offline.send(.enterPIN(pin: "4711"))
        case .biometric: try await offline.nextPrompt().pass()
        }
        #expect(try await offline.nextCode() == vectors.codes.first)
        try await offline.send(.done)
        try await offline.reach(.presented)
    }

    @Test("A wrong PIN is refused, the fourth one ends the run")
    func wrongPIN() async throws {
        var offline = try await OfflineRun(FakeAuthenticationHandler(code: Self.plain))
        try await offline.send(Self.start)
        try await offline.send(.chooseType(type: .pin))
        for number in 1...4 {
            try await offline.send(.enterPIN(pin: "0000"))
            try await offline.reach(.making)
            if number < 4 { try await offline.reach(.typing) }
        }
        #expect(try await offline.reach(.failed).why == .tooManyTries)
    }

    @Test("A prompt that was passed in vain shows nothing; the PIN goes on over the same transaction")
    func passedInVain() async throws {
        var offline = try await OfflineRun(FakeAuthenticationHandler(code: Self.plain))
        try await offline.send(.start(account: "visa-1881", signing: true))
        try await offline.send(.chooseType(type: .biometric))
        try await offline.send(.provideTransaction(data: "EUR 49.90"))
        try await offline.nextPrompt().passInVain()
        try await offline.send(.enterPIN(pin: "4711"))
        #expect(try await offline.nextCode() == "200000")
    }

    @Test("A block of an earlier call shows nothing, and its code is counted")
    func staleBlock() async throws {
        var offline = try await OfflineRun(FakeAuthenticationHandler(code: Self.plain))
        try await offline.send(Self.start)
        try await offline.send(.chooseType(type: .biometric))
        let first = try await offline.nextPrompt()
        first.cancel()
        try await offline.send(.chooseType(type: .biometric))
        let second = try await offline.nextPrompt()
        // The first prompt was cancelled, and its blocks are called all the same.
        first.pass()
        first.fallBack()
        second.pass()
        #expect(try await offline.nextCode() == "100001")
        #expect(try await offline.reach(.shown).codesLeft == 3)
    }

    @Test("Only the PIN is enabled: a prompt is rejected")
    func notEnabled() async throws {
        let sdk = FakeAuthenticationHandler(enabledTypes: [.userPIN], code: Self.plain)
        var offline = try await OfflineRun(sdk)
        try await offline.send(Self.start)
        // `biometry` is true until the SDK's answer to `readTypes` has come.
        while try await offline.reach(.choosing).biometry {}
        #expect(try await offline.run.send(.chooseType(type: .biometric)) == .rejected(.notNow))
        try await offline.send(.chooseType(type: .pin))
        try await offline.send(.enterPIN(pin: "4711"))
        #expect(try await offline.nextCode() == "100000")
    }

    @Test("Neither code nor PIN, account or transaction is in the log; the run replays from it")
    func secrecy() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "offline-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = try FileLog(folder.path)
        var offline = try await OfflineRun(FakeAuthenticationHandler(code: Self.plain), in: log)
        try await offline.send(.start(account: "visa-1881", signing: true))
        try await offline.send(.chooseType(type: .biometric))
        try await offline.send(.provideTransaction(data: "EUR 49.90"))
        try await offline.nextPrompt().pass()
        #expect(try await offline.nextCode() == "200000")
        try await offline.send(.regenerate)
        try await offline.nextPrompt().fallBack()
        try await offline.send(.enterPIN(pin: "4711"))
        #expect(try await offline.nextCode() == "200001")
        try await offline.send(.done)
        try await offline.reach(.presented)

        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let bytes = try files.reduce(into: Data()) { $0 += try Data(contentsOf: $1) }
        // The search finds the flow's name, so it would also find a secret.
        #expect(bytes.contains(Data("OfflineOTP".utf8)))
        for secret in ["200000", "200001", "4711", "visa-1881", "EUR 49.90"] {
            #expect(!bytes.contains(Data(secret.utf8)), "\(secret)")
        }
        let replayed = try Replay(of: try await log.records(of: offline.run.id))
        #expect(replayed.disagreement == nil)
        #expect(replayed.timeline.final == "presented")
    }
}

extension Data {
    fileprivate func contains(_ part: Data) -> Bool { range(of: part) != nil }
}
