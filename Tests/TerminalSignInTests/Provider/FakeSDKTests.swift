import FlowLanguage
import FlowMachine
import Foundation
import KeywayCore
import KeywayLog
import KeywayTesting
import ProviderFlows
import Testing

@testable import TerminalSignIn

@Suite("A fake SDK that speaks by itself, as time passes")
struct FakeSDKTests {
    /// What an SDK told, in order.
    private enum Told: Equatable {
        case verified(FakeSDK.Subject)
        case sent
        case spoken(String, RawValue)
    }

    private func sdk(
        seed: UInt64, _ told: Lock<[Told]>, code: Lock<String?>
    ) throws -> FakeSDK {
        let model = try #require(
            Phone.shippedModels.first { $0.name.text == "OTPless" && $0.version.content == "2.3.2" })
        let time = FastTime(beginning: 0, factor: 1000, wall: 0)
        return FakeSDK(
            RandomModelWalk(model, called: AppCalls(of: "OTPless", by: [OTPlessSmartAuth.table]), .init()),
            by: "responseType",
            pace: Pace(time: time, latency: 300), channel: WordChannel(faults: []), seed: seed,
            outside: FakeSDK.Outside(
                verified: { subject in
                    told.withLock { $0.append(.verified(subject)) }
                    return "token-7"
                },
                failed: { _ in },
                sent: { sent in
                    code.withLock { $0 = sent }
                    told.withLock { $0.append(.sent) }
                },
                spoken: { word, raw, _ in told.withLock { $0.append(.spoken(word, raw)) } }))
    }

    private func isEventually(_ condition: () -> Bool) async throws -> Bool {
        for _ in 0..<2000 {
            if condition() { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    @Test("Its server vouches for the number before the app hears the token, and the flow reads every word")
    func success() async throws {
        let subject = FakeSDK.Subject(phone: "4912345678")
        for seed in 1...6 as ClosedRange<UInt64> {
            let (told, code) = (Lock<[Told]>([]), Lock<String?>(nil))
            let sdk = try sdk(seed: seed, told, code: code)
            sdk.load()
            sdk.call("begin", for: subject)
            var typed: String?
            let isVerified = try await isEventually {
                // A person types what the phone shows.
                if let sent = code.withLock({ $0 }), sent != typed {
                    typed = sent
                    sdk.call("verify", code: sent)
                }
                return told.withLock { $0.contains { if case .spoken("oneTap", _) = $0 { true } else { false } } }
            }
            #expect(isVerified, "seed \(seed): \(told.withLock { $0 })")
            let all = told.withLock { $0 }
            let verified = try #require(all.firstIndex(of: .verified(subject)))
            let spoken = try #require(
                all.firstIndex { if case .spoken("oneTap", _) = $0 { true } else { false } })
            #expect(verified < spoken)
            for case .spoken(let word, let raw) in all {
                let event = try #require(OTPlessSmartAuth.decode(raw), "\(word)")
                if word == "oneTap" { #expect(event == .oneTap(token: "token-7", idToken: nil)) }
            }
        }
    }

    @Test("A wrong code is never vouched for")
    func wrongCode() async throws {
        var asked = 0
        for seed in 1...6 as ClosedRange<UInt64> {
            let (told, code) = (Lock<[Told]>([]), Lock<String?>(nil))
            let sdk = try sdk(seed: seed, told, code: code)
            sdk.call("begin", for: FakeSDK.Subject(phone: "4912345678"))
            let isAtAnEnd = try await isEventually { code.withLock { $0 } != nil || isVerified(told) }
            // Some attempts need no code.
            guard isAtAnEnd, code.withLock({ $0 }) != nil else { continue }
            asked += 1
            let count = told.withLock { $0.count }
            sdk.call("verify", code: "0000")
            #expect(try await isEventually { told.withLock { $0.count > count } })
            #expect(!isVerified(told), "seed \(seed)")
        }
        #expect(asked > 0)
    }

    private func isVerified(_ told: Lock<[Told]>) -> Bool {
        told.withLock { $0.contains { if case .verified = $0 { true } else { false } } }
    }
}

@Suite("A fast clock")
struct FastTimeTests {
    @Test("Processes that share its beginning agree, and one that was set back is behind")
    func agreement() {
        let first = FastTime(beginning: 1_000, factor: 60, wall: 1_000)
        let second = FastTime(beginning: 1_000, factor: 60, wall: 3_000)
        #expect((1_000..<61_000).contains(first.now.milliseconds))
        #expect((121_000..<181_000).contains(second.now.milliseconds))
        let behind = FastTime(beginning: 1_000, factor: 60, behind: 100_000, wall: 3_000)
        #expect((21_000..<81_000).contains(behind.now.milliseconds))
    }

    @Test("A wait ends when the instant has come, and not before")
    func waiting() async throws {
        let time = FastTime(beginning: 0, factor: 1000, wall: 0)
        let end = time.now.advanced(byMilliseconds: 300_000)
        try await time.sleep(until: end)
        #expect(time.now >= end)
    }

    @Test("Its beginning is kept beside the log")
    func beginning() throws {
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("clock-\(UUID().uuidString)")
        let folder = SignInFolder(log: base.path)
        defer { try? FileManager.default.removeItem(atPath: base.path + ".server") }
        try folder.prepare()
        #expect(try folder.clockBeginning(now: 5) == 5)
        #expect(try folder.clockBeginning(now: 9) == 5)
    }
}
