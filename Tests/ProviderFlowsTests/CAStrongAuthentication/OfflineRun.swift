import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayTesting
import ProviderFlows
import Testing

/// A run of `OfflineOTP` over the fake SDK, with its situations, prompts and codes, each read in their order.
struct OfflineRun {
    let run: Run<OfflineOTP>
    private var situations: AsyncThrowingStream<Run<OfflineOTP>.Situation, any Error>.Iterator
    private var prompts: AsyncStream<FakeAuthenticationHandler.Prompt>.Iterator
    private var codes: AsyncStream<String>.Iterator

    init(_ sdk: FakeAuthenticationHandler, in log: any EventLog = MemoryLog()) async throws {
        let phone = Phone()
        // The clock stands still, so no deadline passes, however busy the machine is.
        let orchestrator = try await Orchestrator(
            log, serving: [Orchestrator.Service { _, _ in FakeAdapter(sdk: sdk, phone: phone) }], time: TestClock(),
            device: { _, _ in Device() })
        run = try await orchestrator.begin(OfflineOTP.self)
        phone.hold(run)
        situations = run.situations.makeAsyncIterator()
        prompts = sdk.prompts.makeAsyncIterator()
        codes = phone.codes.makeAsyncIterator()
    }

    /// Sends a command that must be accepted.
    func send(_ command: OfflineOTP.Command) async throws {
        #expect(try await run.send(command) == .accepted)
    }

    /// Skips situations up to the next one in this state, and returns its context.
    @discardableResult
    mutating func reach(_ state: OfflineOTP.State) async throws -> OfflineOTP.Context {
        while let situation = try await situations.next() {
            if situation.state == state { return situation.context }
        }
        throw EndedBefore(state: state)
    }

    mutating func nextPrompt() async throws -> FakeAuthenticationHandler.Prompt {
        try #require(await prompts.next())
    }

    mutating func nextCode() async throws -> String {
        try #require(await codes.next())
    }

    struct EndedBefore: Error {
        var state: OfflineOTP.State
    }
}
