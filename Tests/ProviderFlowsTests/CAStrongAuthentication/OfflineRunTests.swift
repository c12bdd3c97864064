import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayOrchestrator
import KeywayReplay
import ProviderFlows
import Testing

/// The flow from end to end: an app's run, its adapter, and an SDK that makes codes.
@Suite("OfflineOTP over a fake SDK")
struct OfflineRunTests {
    private static let start = OfflineOTP.Command.start(account: "visa-1881", signing: false)

    @Test("The codes that the SDK makes are shown, one after the other, with the 0 that they begin with")
    func oneAfterTheOther() async throws {
        var offline = try await OfflineRun(FakeAuthenticationHandler())
        try await offline.send(Self.start)
        try await offline.send(.chooseType(type: .biometric))
        for number in 0..<5 {
            if number > 0 { try await offline.send(.regenerate) }
            try await offline.nextPrompt().pass()
            #expect(try await offline.nextCode() == "01000\(number)")
        }
        try await offline.send(.done)
        try await offline.reach(.presented)
    }

    @Test(
        "A code is made over the transaction that the person gave, with a PIN and with a prompt",
        arguments: [OfflineOTP.Factor.pin, .biometric])
    func signed(factor: OfflineOTP.Factor) async throws {
        let sdk = FakeAuthenticationHandler()
        var offline = try await OfflineRun(sdk)
        try await offline.send(.start(account: "visa-1881", signing: true))
        try await offline.send(.chooseType(type: factor))
        try await offline.send(.provideTransaction(data: "EUR 49.90"))
        switch factor {
        case .pin: try await offline.send(.enterPIN(pin: "4711"))
        case .biometric: try await offline.nextPrompt().pass()
        }
        #expect(try await offline.nextCode() == "200000")
        #expect(sdk.signed == ["EUR 49.90"])
        try await offline.send(.done)
        try await offline.reach(.presented)
    }

    @Test("A wrong PIN is refused, the fourth one ends the run")
    func wrongPIN() async throws {
        var offline = try await OfflineRun(FakeAuthenticationHandler())
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
        let sdk = FakeAuthenticationHandler()
        var offline = try await OfflineRun(sdk)
        try await offline.send(.start(account: "visa-1881", signing: true))
        try await offline.send(.chooseType(type: .biometric))
        try await offline.send(.provideTransaction(data: "EUR 49.90"))
        try await offline.nextPrompt().passInVain()
        try await offline.send(.enterPIN(pin: "4711"))
        #expect(try await offline.nextCode() == "200000")
        #expect(sdk.signed == ["EUR 49.90"])
    }

    @Test("A block of an earlier call shows nothing, and its code is counted")
    func staleBlock() async throws {
        var offline = try await OfflineRun(FakeAuthenticationHandler())
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
        #expect(try await offline.nextCode() == "010001")
        #expect(try await offline.reach(.shown).codesLeft == 3)
    }

    @Test("Only the PIN is enabled: a prompt is rejected")
    func notEnabled() async throws {
        let sdk = FakeAuthenticationHandler(enabledTypes: [.userPIN])
        var offline = try await OfflineRun(sdk)
        try await offline.send(Self.start)
        // `biometry` is true until the SDK's answer to `readTypes` has come.
        while try await offline.reach(.choosing).biometry {}
        #expect(try await offline.run.send(.chooseType(type: .biometric)) == .rejected(.notNow))
        try await offline.send(.chooseType(type: .pin))
        try await offline.send(.enterPIN(pin: "4711"))
        #expect(try await offline.nextCode() == "010000")
    }

    @Test("Neither code nor PIN, account or transaction is in the log; the run replays from it")
    func secrecy() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "offline-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = try FileLog(folder.path)
        var offline = try await OfflineRun(FakeAuthenticationHandler(), in: log)
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
