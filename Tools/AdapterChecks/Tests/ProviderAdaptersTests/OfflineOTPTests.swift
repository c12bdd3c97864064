import CAStrongAuthentication
import CallNotes
import Foundation
import Keyway
import KeywayTesting
import Testing

@testable import ProviderAdapters

extension SharedSDKTests {
    @Suite("CA's adapter")
    @MainActor
    struct OfflineOTPTests {
        let codeResponse = OTPResponse(status: SUCCESS, otp: "755224")
        /// The codes that were shown to the person.
        let shown = CallNotes()

        init() {
            AuthenticationHandler.calls.removeAll()
            AuthenticationHandler.prompts = []
            AuthenticationHandler.enabled = [USER_PIN_AUTH, BIOMETRIC_AUTH]
            AuthenticationHandler.answerToPIN = OTPResponse(status: nil, otp: nil)
            AuthenticationHandler.accounts = [AccountDetails("visa-1881")]
        }

        func newRun() async throws -> ObservedRun<OfflineOTP> {
            let adapter = OfflineOTPAdapter { identity in
                AuthenticationHandler.accounts.first { $0.identity == identity }
            } screen: { [shown] in
                shown.add($0)
            }
            return try await ObservedRun(with: adapter, sources: Device.Sources())
        }

        /// A run whose biometric prompt is open; with `data`, the prompt signs that transaction.
        func prompting(over data: String? = nil) async throws -> ObservedRun<OfflineOTP> {
            let run = try await newRun()
            try run.send(.start(account: "visa-1881", signing: data != nil))
            #expect(try await eventually { try run.events.contains("typesRead: stayed") })
            try run.send(.chooseType(type: .biometric))
            if let data { try run.send(.provideTransaction(data: data)) }
            #expect(try await eventually { AuthenticationHandler.prompts.count == 1 })
            return run
        }

        /// A run in which the person has chosen the PIN and not yet typed it.
        func typing() async throws -> ObservedRun<OfflineOTP> {
            let run = try await newRun()
            try run.send(.start(account: "visa-1881", signing: false))
            #expect(try await eventually { try run.events.contains("typesRead: stayed") })
            try run.send(.chooseType(type: .pin))
            return run
        }

        /// Calls a block on a thread of its own, as the SDK may do, and waits until the block returns.
        func beside(_ block: @escaping () -> Void) async {
            nonisolated(unsafe) let block = block
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    block()
                    continuation.resume()
                }
            }
        }

        // MARK: - Words

        @Test("Each block of a prompt is read as the decoder's row says, on whatever thread it speaks")
        func words() async throws {
            let words: [(say: (AuthenticationHandler.Prompt) -> Void, event: String)] = [
                ({ $0.success(OTPResponse(status: SUCCESS, otp: "755224")) }, "bioMade"),
                ({ $0.success(OTPResponse(status: "FAILURE", otp: "755224")) }, "bioRefused"),
                ({ $0.success(OTPResponse(status: SUCCESS, otp: nil)) }, "bioRefused"),
                ({ $0.success(OTPResponse(status: nil, otp: "")) }, "bioRefused"),
                ({ $0.success(OTPResponse(status: "SUCCESS", otp: "755224")) }, "bioRefused"),
                ({ $0.failure(OTPResponse(status: "FAILURE", otp: nil)) }, "bioFailed"),
                ({ $0.failure(OTPResponse(status: nil, otp: nil)) }, "bioFailed"),
                ({ $0.fallback() }, "bioFallback"),
                ({ $0.cancel() }, "bioCancelled"),
            ]
            for (say, event) in words {
                AuthenticationHandler.prompts = []
                let run = try await prompting()
                let prompt = try #require(AuthenticationHandler.prompts.first)
                await beside { say(prompt) }
                let last = try #require(try run.timeline.entries.last)
                #expect(last.event == event)
                #expect(last.disposition == .taken)
                #expect(last.stamp == .current)
            }
        }

        @Test("The PIN's call answers at once: only SUCCESS with a code is a success, only another status a refusal")
        func pin() async throws {
            let answers: [(OTPResponse?, String)] = [
                (codeResponse, "generated: taken"), (OTPResponse(status: "FAILURE", otp: "755224"), "refused: taken"),
                (OTPResponse(status: String(repeating: "wrong PIN ", count: 7), otp: nil), "refused: taken"),
                (OTPResponse(status: SUCCESS, otp: nil), "noAnswer: taken"),
                (OTPResponse(status: SUCCESS, otp: ""), "noAnswer: taken"),
                (OTPResponse(status: nil, otp: "755224"), "noAnswer: taken"),
                (OTPResponse(status: "", otp: nil), "noAnswer: taken"),
                (OTPResponse(status: "SUCCESS", otp: "755224"), "noAnswer: taken"), (nil, "noAnswer: taken"),
            ]
            for (answer, event) in answers {
                AuthenticationHandler.answerToPIN = answer
                let run = try await typing()
                try run.send(.enterPIN(pin: "4711"))
                #expect(try await eventually { try run.events.last == event })
            }
            #expect(AuthenticationHandler.calls.all == Array(repeating: "pin visa-1881 4711", count: answers.count))
        }

        @Test("The status of a refusal is kept in the same word, whether a block or the PIN's call said it")
        func statuses() async throws {
            let statuses: [(sdk: String?, prompt: String?, pin: String?)] = [
                ("LOCKED", "LOCKED", "LOCKED"), (SUCCESS, "SUCCESS", nil), ("SUCCESS", nil, nil), (nil, nil, nil),
                ("", nil, nil),
            ]
            // `sdk` is the status that the SDK gives; the other two are what the run keeps of it after a prompt and after a PIN.
            for (sdk, prompt, pin) in statuses {
                let response = OTPResponse(status: sdk, otp: nil)
                AuthenticationHandler.prompts = []
                AuthenticationHandler.answerToPIN = response
                let prompted = try await prompting()
                let blocks = try #require(AuthenticationHandler.prompts.first)
                await beside { blocks.success(response) }
                prompted.time.advance(by: .seconds(900))
                #expect(try await prompted.end?.context.status == prompt)
                let typed = try await typing()
                try typed.send(.enterPIN(pin: "4711"))
                let event = pin == nil ? "noAnswer: taken" : "refused: taken"
                #expect(try await eventually { try typed.events.last == event })
                typed.time.advance(by: .seconds(900))
                #expect(try await typed.end?.context.status == pin)
            }
        }

        @Test("Only what the SDK has enabled can be chosen")
        func types() async throws {
            AuthenticationHandler.enabled = [USER_PIN_AUTH]
            let run = try await newRun()
            try run.send(.start(account: "visa-1881", signing: false))
            #expect(try await eventually { try run.events.contains("typesRead: stayed") })
            #expect(try run.send(.chooseType(type: .biometric)) == .rejected(.notNow))
        }

        // MARK: - Duties

        @Test("A block of an older call is stale, and its code is not shown")
        func attempts() async throws {
            let run = try await prompting(over: "EUR 49.90")
            try run.send(.provideTransaction(data: "EUR 94.90"))
            #expect(try await eventually { AuthenticationHandler.prompts.count == 2 })
            #expect(
                AuthenticationHandler.calls.all == [
                    "prompt visa-1881 over EUR 49.90", "prompt visa-1881 over EUR 94.90",
                ])
            let (older, newer) = (AuthenticationHandler.prompts[0], AuthenticationHandler.prompts[1])
            await beside { older.success(OTPResponse(status: SUCCESS, otp: "653583")) }
            #expect(try run.timeline.entries.last?.stamp == .stale)
            #expect(try run.state == "prompting")
            await beside { newer.success(OTPResponse(status: SUCCESS, otp: "608993")) }
            #expect(try await eventually { shown.all == ["608993"] })
        }

        @Test("A block speaks to its own run, also after that run's end")
        func runs() async throws {
            let first = try await prompting()
            let block = AuthenticationHandler.prompts[0]
            try first.send(.cancel)
            let second = try await newRun()
            await beside { block.success(OTPResponse(status: SUCCESS, otp: "755224")) }
            #expect(try first.events.last == "bioMade: late")
            #expect(try second.events.isEmpty)
            #expect(shown.all.isEmpty)
        }

        @Test("A transaction is signed with the PIN as well")
        func signing() async throws {
            AuthenticationHandler.answerToPIN = codeResponse
            let run = try await newRun()
            try run.send(.start(account: "visa-1881", signing: true))
            try run.send(.chooseType(type: .pin))
            try run.send(.provideTransaction(data: "EUR 49.90"))
            try run.send(.enterPIN(pin: "4711"))
            #expect(try await run.comes(to: "shown"))
            #expect(AuthenticationHandler.calls.all == ["pin visa-1881 4711 over EUR 49.90"])
        }

        @Test("An account that the phone does not have ends the run at once, and is no refused PIN")
        func noAccount() async throws {
            let run = try await newRun()
            try run.send(.start(account: "visa-1882", signing: false))
            #expect(try await run.comes(to: "failed"))
            #expect(try await run.end?.context.why == .noAccount)
            #expect(AuthenticationHandler.calls.all.isEmpty)
        }

        @Test("An account that goes while the person types is told by the PIN's call, and by no prompt")
        func accountGone() async throws {
            let typed = try await typing()
            AuthenticationHandler.accounts = []
            try typed.send(.enterPIN(pin: "4711"))
            #expect(try await typed.comes(to: "failed"))
            #expect(try await typed.end?.context.why == .noAccount)
            AuthenticationHandler.accounts = [AccountDetails("visa-1881")]
            let chosen = try await newRun()
            try chosen.send(.start(account: "visa-1881", signing: false))
            #expect(try await eventually { try chosen.events.contains("typesRead: stayed") })
            AuthenticationHandler.accounts = []
            try chosen.send(.chooseType(type: .biometric))
            var failures = chosen.run.failures.makeAsyncIterator()
            #expect(await failures.next()?.reason is OfflineOTPAdapter.NoSuchAccount)
        }

        // MARK: - Stories

        @Test("A prompt is passed and the code is shown")
        func success() async throws {
            let run = try await prompting()
            let prompt = AuthenticationHandler.prompts[0]
            await beside { prompt.success(OTPResponse(status: SUCCESS, otp: "755224")) }
            #expect(try await eventually { shown.all == ["755224"] })
            try run.send(.done)
            #expect(try run.state == "presented")
        }

        @Test("Beside a prompt that says nothing the PIN makes the code, at once and later", arguments: [0, 121])
        func silence(seconds: Int) async throws {
            let run = try await prompting()
            try await run.pass(seconds: seconds)
            #expect(try await run.comes(to: seconds > 120 ? "unanswered" : "prompting"))
            AuthenticationHandler.answerToPIN = codeResponse
            try run.send(.enterPIN(pin: "4711"))
            #expect(try await run.comes(to: "shown"))
            try run.send(.done)
            #expect(try run.state == "presented")
        }
    }
}
