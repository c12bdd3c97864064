import CallNotes
import Keyway
import PowerAuth2
import Testing
import WultraPowerAuthNetworking

@testable import ProviderAdapters

/// Requests that are cancelled, never answered or answered twice, and the queue in which signed requests wait for their turn.
extension PowerAuthRequestTests {
    @Test("Of a completion that is called three times only the first word counts", arguments: versions)
    func doubled(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        let (run, posted) = try await phone.requestUnderWay(.signed)
        posted.end(RequestingPhone.answer, times: 3)
        #expect(try await run.comes(to: "succeeded"))
        posted.end(nil, WPNError(reason: .network_generic))
        try await run.pass(seconds: 5)
        #expect(phone.completions.all == ["an answer"])
        #expect(try run.events.filter { $0.hasPrefix("answered") } == ["answered: taken"])
    }

    @Test(
        "A completion that is never called is a time-out, and keeps its place; then 2 is told to let go, 1.3 is left alone",
        arguments: versions)
    func silence(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        let (run, posted) = try await phone.requestUnderWay(.signed)
        try await run.pass(seconds: 31)
        #expect(try await run.comes(to: "withdrawn"))
        #expect(try await eventually { phone.completions.all == ["network_timeOut"] })
        try await run.pass(seconds: 120)
        #expect(try await run.comes(to: "failed"))
        #expect(try await eventually { version == .v1 || phone.calls.last == "cancel" })
        posted.end(RequestingPhone.answer)
        try await run.pass(seconds: 5)
        #expect(phone.calls.contains("cancel") == (version == .v2))
        #expect(phone.completions.all == ["network_timeOut"])
    }

    @Test(
        "A cancelled request that nobody has signed ends at once: 2 completes it as canceled, 1.3 does not complete it",
        arguments: versions)
    func cancelled(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        let (run, posted) = try await phone.requestUnderWay(.basic)
        try run.send(.cancel)
        #expect(try run.state == "cancelled")
        let told = version == .v2 ? ["canceled"] : []
        #expect(try await eventually { phone.completions.all == told })
        #expect(try await eventually { version == .v1 || phone.calls.last == "cancel" })
        posted.end(RequestingPhone.answer)
        try await run.pass(seconds: 5)
        #expect(phone.calls.contains("cancel") == (version == .v2))
        #expect(phone.completions.all == told)
    }

    @Test("A request that is cancelled before its turn is not posted", arguments: versions)
    func cancelledInTheLine(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        let (first, posted) = try await phone.requestUnderWay(.signed)
        let second = try await phone.request(.signed)
        #expect(try await second.comes(to: "queued"))
        try second.send(.cancel)
        posted.end(RequestingPhone.answer)
        #expect(try await first.comes(to: "succeeded"))
        #expect(try second.state == "cancelled")
        #expect(phone.networking.requests.count == 1)
    }

    @Test("A failure that a cancel overtakes is told as canceled")
    func overtaken() async throws {
        let phone = RequestingPhone(.v2)
        let adapter = phone.adapter(.basic)
        let sending = Task { try await adapter.send(kind: .basic, encrypted: false) }
        #expect(try await eventually { phone.networking.requests.count == 1 })
        phone.networking.requests[0].end(nil, WPNError(reason: .network_generic))
        #expect(try await sending.value == .dropped(drop: .other))
        #expect(try await adapter.complete(reason: .canceled, refusal: nil) == .completed)
        #expect(phone.completions.all == ["canceled"])
    }

    @Test("What is cancelled before the SDK was asked is not posted", arguments: versions)
    func cancelledAtOnce(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        phone.sdk.time.isTimeSynchronized = true
        // No `await` between the request and its cancel: the adapter runs on the main actor too, so it has not called the SDK yet.
        let run = try await phone.request(.basic)
        #expect(try run.state == "sending")
        try run.send(.cancel)
        try await run.pass(seconds: 5)
        #expect(phone.networking.requests.isEmpty)
        #expect(phone.completions.all == (version == .v2 ? ["canceled"] : []))
    }

    @Test(
        "A signed request that is cancelled keeps its place until it is answered, and is not cancelled in the SDK",
        arguments: versions)
    func withdrawn(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        let (first, posted) = try await phone.requestUnderWay(.signed)
        try first.send(.cancel)
        #expect(try first.state == "withdrawn")
        let second = try await phone.request(.signed)
        #expect(try await second.comes(to: "queued"))
        try await second.pass(seconds: 5)
        #expect(phone.networking.requests.count == 1)
        posted.end(RequestingPhone.answer)
        #expect(try await first.comes(to: "cancelled"))
        #expect(try await eventually { phone.networking.requests.count == 2 })
        phone.networking.requests[1].end(RequestingPhone.answer)
        #expect(try await second.comes(to: "succeeded"))
        #expect(phone.completions.all == (version == .v2 ? ["canceled"] : []) + ["an answer"])
        #expect(!phone.calls.contains("cancel"))
    }

    @Test("A cancel after the answer changes nothing", arguments: versions)
    func cancelledTooLate(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        let (run, posted) = try await phone.requestUnderWay(.signed)
        posted.end(RequestingPhone.answer)
        #expect(try await run.comes(to: "succeeded"))
        #expect(try run.send(.cancel) == .rejected(.ended))
        #expect(phone.completions.all == ["an answer"])
        #expect(!phone.calls.contains("cancel"))
    }

    @Test("The next signed request waits until the app's completion has returned", arguments: versions)
    func slowCompletion(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        let (app, returns) = AsyncStream<Void>.makeStream()
        let first = try await phone.request(.signed) { for await _ in app { return } }
        #expect(try await eventually { phone.networking.requests.count == 1 })
        let second = try await phone.request(.signed)
        phone.networking.requests[0].end(RequestingPhone.answer)
        #expect(try await first.comes(to: "completing"))
        try await second.pass(seconds: 5)
        #expect(phone.networking.requests.count == 1)
        returns.yield()
        #expect(try await first.comes(to: "succeeded"))
        #expect(try await eventually { phone.networking.requests.count == 2 })
    }

    @Test("With concurrentAll nobody waits for anybody", arguments: versions)
    func concurrent(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        var runs: [ObservedRun<PowerAuthRequest>] = []
        for _ in 0..<3 { runs.append(try await phone.request(.signed, strategy: .concurrentAll)) }
        #expect(try await eventually { phone.networking.requests.count == 3 })
        for posted in phone.networking.requests { posted.end(RequestingPhone.answer) }
        for run in runs { #expect(try await run.comes(to: "succeeded")) }
    }

    @Test("With serialAll a token would wait for itself, so it is not asked for")
    func serialAll() async throws {
        let phone = RequestingPhone(.v1)
        let run = try await phone.request(.token, strategy: .serialAll)
        #expect(try run.events == ["post: rejected"])
        #expect(phone.calls.isEmpty)
    }
}
