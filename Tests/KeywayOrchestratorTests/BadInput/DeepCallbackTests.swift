import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayTesting
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("A callback with a hundred thousand levels")
struct DeepCallbackTests {
    private let log = MemoryLog()

    /// A callback of this `responseType`, with a text in so many levels of what `wrap` puts around a value.
    private static func deep(_ word: String, in wrap: (RawValue) -> RawValue) -> RawValue {
        var value = RawValue.text("deep")
        for _ in 0..<100_000 { value = wrap(value) }
        return .object(["responseType": .text(word), "statusCode": .integer(200), "note": value])
    }

    @Test("It is read, retained and let go of on a small stack, and its run and others go on")
    func delivered() async throws {
        let sources = Device.Sources()
        let orchestrator = try await signingIn(log, sources: sources)
        let (run, other) = (
            try await orchestrator.begin(OTPlessSNA.self), try await orchestrator.begin(OTPlessSNA.self)
        )
        SmallStack.run {
            for wrap: (RawValue) -> RawValue in [{ .list([$0]) }, { .object(["a": $0]) }] {
                run.deliver(Self.deep("SDK_READY", in: wrap))
                run.deliver(Self.deep("UNHEARD_OF", in: wrap))
                try? sources.deliver(Self.deep("SDK_READY", in: wrap), as: OTPlessSNA.self)
            }
        }
        #expect(try await run.send(.start(requestId: "ARID_1")) == .accepted)
        #expect(try await other.send(.cancel) == .accepted)
        let events = try await eventNames(of: run.id, in: log)
        #expect(events.prefix(2) == ["ready", "unrecognised"] && events.last == "start")
        // The record describes the shape of an unread callback down to its first levels only.
        let unread = try await log.records(of: run.id).compactMap(\.event?.unread)
        #expect(unread.count == 2 && unread.allSatisfy { $0.shape.count == 3 })
        // What is retained for later runs is cut as well, so that it can be released on any stack.
        #expect(sources.retained.words.count == 1)
        #expect(sources.retained.words.allSatisfy { $0.callback == $0.callback.cutToGreatestDepth() })
    }

    @Test("It reaches its run by the route that was current when the SDK was called")
    func route() async throws {
        struct Speaking: OTPlessSNA.Effects {
            func begin(requestId: String) async throws {
                let route = CallbackRoute.current
                SmallStack.run { route?.deliver(DeepCallbackTests.deep("ONETAP") { .list([$0]) }) }
            }
            func stop() async throws {}
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .pending }
        }
        let orchestrator = try await Orchestrator(
            log, serving: [Orchestrator.Service { _, _ in Speaking() }], time: TestClock()
        ) { _, _ in Device() }
        let run = try await orchestrator.begin(OTPlessSNA.self)
        #expect(try await run.send(.start(requestId: "ARID_1")) == .accepted)
        #expect(try await eventually { try await eventNames(of: run.id, in: log).contains("oneTap") })
    }

    @Test("What stands within the greatest depth is left as it is, and null stands where the rest was")
    func limit() {
        func nested(_ depth: Int) -> RawValue { (0..<depth).reduce(.text("x")) { value, _ in .list([value]) } }
        let greatest = nested(RawValue.greatestDepth)
        #expect(greatest.cutToGreatestDepth() == greatest)
        let null = (0..<RawValue.greatestDepth).reduce(RawValue.null) { value, _ in .list([value]) }
        #expect(nested(RawValue.greatestDepth + 1).cutToGreatestDepth() == null)
        #expect(
            RawValue.object(["a": .integer(1), "b": nested(1_000)]).cutToGreatestDepth().value(at: ["a"]) == .integer(1)
        )
    }
}
