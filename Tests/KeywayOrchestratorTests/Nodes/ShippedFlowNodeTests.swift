import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayOrchestrator
import KeywayReplay
import KeywayRuns
import LoginFixtures
import ProviderFlows
import Testing

/// Each test begins a run at one node and goes on with it at another, with callbacks as the SDKs make them.
@Suite("The shipped flows on two nodes")
struct ShippedFlowNodeTests {
    private static let phone = "9876543210"
    private static let ready: RawValue = .object(["responseType": .text("SDK_READY"), "statusCode": .integer(200)])
    private static let failed: RawValue = .object([
        "responseType": .text("FAILED"), "statusCode": .integer(9106), "who": .text(phone),
    ])
    private static let initiated: RawValue = .object([
        "responseType": .text("INITIATE"), "statusCode": .integer(200),
        "response": .object(["authType": .text("SILENT_AUTH"), "requestId": .text("ARID_7f3a")]),
    ])
    private static let oneTap: RawValue = .object([
        "responseType": .text("ONETAP"), "statusCode": .integer(200),
        "response": .object(["data": .object(["token": .text("tok_5e1f"), "idToken": .text("idt_91c")])]),
    ])
    /// A callback of Truecaller's delegate with this verification state.
    private static func truecaller(_ state: Int64, _ more: [String: RawValue]) -> RawValue {
        .object(
            ["delegate": .text("verificationStatusChanged"), "verificationState": .integer(state)].merging(more) { $1 })
    }

    private let log = MemorySharedLog()
    private let backend = SignInBackend()

    private func makeNodes() throws -> [Node] {
        let (backend, keys) = (backend, TestKeys())
        return try (0..<2).map { _ in
            var terms = NodeTerms()
            (terms.grace, terms.poll, terms.watch, terms.patience) = (100, 20, 20, 20_000)
            return try Node(
                in: SharedLog(log),
                serving: [
                    Orchestrator.Service { _, _ in SilentAnswers(backend: backend) },
                    Orchestrator.Service { _, _ in SmartAnswers(backend: backend) },
                    Orchestrator.Service { _, _ in TruecallerAnswers(backend: backend) },
                    Orchestrator.Service { _, _ in PhoneAnswers(backend: backend) },
                ], keys: keys, terms: terms)
        }
    }

    private func wait<Followed: Flow>(
        for state: Followed.State, of run: RunID, following flow: Followed.Type, at node: Node
    ) async throws where Followed.State: Equatable {
        try await eventually {
            try await node.run(run, of: flow).situation.state == state ? true : nil
        }
    }

    /// Checks that the run's records replay without a key, and have no personal or secret value in clear.
    private func check(_ run: RunID) throws {
        let records = log.blocks(of: run).flatMap(\.records)
        #expect(try Replay(of: records).disagreement == nil)
        let text = String(decoding: records.flatMap(\.codedBytes), as: UTF8.self)
        for value in [Self.phone, "tok_5e1f", "482913", "ARID_7f3a"] { #expect(!text.contains(value)) }
    }

    @Test("Silent authentication: a callback from before the run is heard, and later ones find the run at either node")
    func silent() async throws {
        let nodes = try makeNodes()
        try await withRunning(nodes) {
            #expect(try await nodes[1].deliver(Self.failed, as: OTPlessSNA.self, from: "phone 1") == nil)
            let start = OTPlessSNA.Command.start(requestId: "ARID_7f3a")
            await #expect(throws: NodeError.needsDevice(flow: "OTPlessSNA")) {
                _ = try await nodes[0].start(start, of: OTPlessSNA.self, id: "none")
            }
            // The longest patience: other tests may keep the processors busy.
            let patience = OTPlessSNA.Parameters(patience: .seconds(60))
            let run = try await nodes[0].start(
                start, of: OTPlessSNA.self, parameters: patience, on: "phone 1", id: "start"
            ).run.id
            #expect(try await nodes[1].deliver(Self.initiated, as: OTPlessSNA.self, from: "phone 1") == run)
            try await wait(for: .racing, of: run, following: OTPlessSNA.self, at: nodes[0])
            // The run got the retained `FAILED`: the SDK was not initialised. A run on another device does not get that callback.
            #expect(log.causes(of: run).contains(.retained))
            let other = try await nodes[1].start(start, of: OTPlessSNA.self, on: "phone 2", id: "other").run.id
            try await wait(for: .running, of: other, following: OTPlessSNA.self, at: nodes[0])
            #expect(!log.causes(of: other).contains(.retained))
            #expect(try await nodes[0].deliver(Self.oneTap, as: OTPlessSNA.self, from: "phone 1") == run)
            try await wait(for: .confirming, of: run, following: OTPlessSNA.self, at: nodes[1])
            backend.confirm()
            try await wait(for: .authenticated, of: run, following: OTPlessSNA.self, at: nodes[1])
            #expect(backend.asked.contains("status ARID_7f3a") && backend.asked.contains("begin ARID_7f3a"))
            try check(run)
        }
    }

    @Test("An empty identity, and an empty name of a device, are refused: strangers would share a run or an SDK")
    func emptyNames() async throws {
        let nodes = try makeNodes()
        let start = OTPlessSNA.Command.start(requestId: "ARID_7f3a")
        try await withRunning(nodes) {
            let run = try await nodes[0].start(start, of: OTPlessSNA.self, on: "phone 1", id: "start").run
            await #expect(throws: NodeError.emptyName) {
                _ = try await nodes[0].start(start, of: OTPlessSNA.self, on: "phone 1", id: "")
            }
            await #expect(throws: NodeError.emptyName) {
                _ = try await nodes[0].start(start, of: OTPlessSNA.self, on: "", id: "other")
            }
            await #expect(throws: NodeError.emptyName) {
                try await nodes[0].deliver(Self.ready, as: OTPlessSNA.self, from: "", id: "word")
            }
            await #expect(throws: NodeError.emptyName) {
                try await nodes[0].deliver(Self.ready, as: OTPlessSNA.self, from: "phone 1", id: "")
            }
            await #expect(throws: NodeError.emptyName) { try await run.send(.cancel, id: "") }
            await #expect(throws: NodeError.emptyName) { try await run.deliver(Self.ready, id: "") }
        }
    }

    private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test("An identity of more than 256 bytes, and a reference of more than 1,024, are refused, and no log has them")
    func longNames() async throws {
        let nodes = try makeNodes()
        let start = OTPlessSNA.Command.start(requestId: "ARID_7f3a")
        let error = NodeError.refused(.identityTooLong(limit: 256))
        try await withRunning(nodes) {
            let run = try await nodes[0].start(
                start, of: OTPlessSNA.self, reference: Self.text(1024), on: "phone 1", id: Self.text(256)
            ).run
            await #expect(throws: error) {
                _ = try await nodes[0].start(start, of: OTPlessSNA.self, on: "phone 2", id: Self.text(257))
            }
            await #expect(throws: NodeError.refused(.referenceTooLong(limit: 1024))) {
                _ = try await nodes[0].start(
                    start, of: OTPlessSNA.self, reference: Self.text(1025), on: "phone 2", id: "other")
            }
            await #expect(throws: error) {
                try await nodes[0].deliver(Self.ready, as: OTPlessSNA.self, from: "phone 3", id: Self.text(257))
            }
            await #expect(throws: error) { try await run.deliver(Self.ready, id: Self.text(257)) }
            await #expect(throws: error) { try await run.send(.cancel, id: Self.text(257)) }
            #expect(try await run.send(.cancel, id: Self.text(255)) == .accepted)
            #expect(try await nodes[1].runs(of: OTPlessSNA.self, reference: Self.text(1025)).isEmpty)
        }
    }

    @Test("SmartAuth: the token that one node heard is what the backend is asked about")
    func smart() async throws {
        let nodes = try makeNodes()
        backend.confirm()
        try await withRunning(nodes) {
            #expect(try await nodes[0].deliver(Self.ready, as: OTPlessSmartAuth.self, from: "phone 1") == nil)
            let run = try await nodes[1].start(
                .start(phone: Self.phone, countryCode: "IN"), of: OTPlessSmartAuth.self, on: "phone 1", id: "start"
            ).run.id
            #expect(try await nodes[0].deliver(Self.oneTap, as: OTPlessSmartAuth.self, from: "phone 1") == run)
            try await wait(for: .authenticated, of: run, following: OTPlessSmartAuth.self, at: nodes[1])
            #expect(backend.asked.contains("token tok_5e1f of \(Self.phone)"))
            try check(run)
        }
    }

    @Test("Truecaller: the code is typed at another node than the one that began")
    func truecaller() async throws {
        let nodes = try makeNodes()
        backend.confirm()
        try await withRunning(nodes) {
            let run = try await nodes[0].start(
                .start(phone: Self.phone, countryCode: "IN"), of: TruecallerOTP.self, on: "phone 1", id: "start"
            ).run.id
            let sent = Self.truecaller(0, ["tokenTtl": .integer(60)])
            #expect(try await nodes[1].deliver(sent, as: TruecallerOTP.self, from: "phone 1") == run)
            try await wait(for: .awaiting, of: run, following: TruecallerOTP.self, at: nodes[1])
            let code = TruecallerOTP.Command.submitCode(code: "482913", firstName: "Asha", lastName: "Rao")
            #expect(try await nodes[1].run(run, of: TruecallerOTP.self).send(code, id: "code") == .accepted)
            try await eventually { backend.asked.contains("verify 482913") ? true : nil }
            let done = Self.truecaller(2, ["accessToken": .text("tok_5e1f")])
            #expect(try await nodes[0].deliver(done, as: TruecallerOTP.self, from: "phone 1") == run)
            try await wait(for: .authenticated, of: run, following: TruecallerOTP.self, at: nodes[1])
            #expect(backend.asked.contains("request \(Self.phone)"))
            #expect(backend.asked.contains("token tok_5e1f of \(Self.phone)"))
            try check(run)
        }
    }

    @Test("A login by phone: the silent way is given up, and Truecaller signs the person in")
    func phone() async throws {
        let nodes = try makeNodes()
        try await withRunning(nodes) {
            let start = PhoneLogin.Command.start(
                phone: Self.phone, countryCode: "IN", methods: [.silent, .truecaller], account: nil, nonce: nil,
                budget: .seconds(600))
            let run = try await nodes[0].start(start, of: PhoneLogin.self, on: "phone 1", id: "start").run.id
            try await wait(for: .bySilence, of: run, following: PhoneLogin.self, at: nodes[1])
            try await eventually { backend.asked.contains("begin ARID_7f3a") ? true : nil }
            #expect(try await nodes[1].deliver(Self.initiated, as: OTPlessSNA.self, from: "phone 1") == run)
            #expect(
                try await nodes[1].run(run, of: PhoneLogin.self).send(.cancel, to: .silent, id: "next way") == .accepted
            )
            try await wait(for: .byTruecaller, of: run, following: PhoneLogin.self, at: nodes[0])
            backend.confirm()
            try await eventually { backend.asked.contains("request \(Self.phone)") ? true : nil }
            let known = Self.truecaller(3, ["accessToken": .text("tok_5e1f")])
            #expect(try await nodes[0].deliver(known, as: PhoneLogin.self, from: "phone 1") == run)
            try await wait(for: .authenticated, of: run, following: PhoneLogin.self, at: nodes[1])
            #expect(backend.asked.contains("token tok_5e1f of \(Self.phone)"))
            try check(run)
        }
    }

    @Test("Of two runs on a device the one that called the SDK last hears it")
    func lastCaller() async throws {
        let nodes = try makeNodes()
        try await withRunning(nodes) {
            let start = OTPlessSNA.Command.start(requestId: "ARID_7f3a")
            let first = try await nodes[0].start(start, of: OTPlessSNA.self, on: "phone 1", id: "first").run.id
            #expect(try await nodes[1].deliver(Self.initiated, as: OTPlessSNA.self, from: "phone 1") == first)
            let second = try await nodes[1].start(start, of: OTPlessSNA.self, on: "phone 1", id: "second").run.id
            // The first node has the device in memory as it was before the second run called the SDK.
            #expect(try await nodes[0].deliver(Self.oneTap, as: OTPlessSNA.self, from: "phone 1") == second)
            try await wait(for: .confirming, of: second, following: OTPlessSNA.self, at: nodes[0])
            #expect(try await nodes[0].run(first, of: OTPlessSNA.self).situation.state == .racing)
        }
    }
}

/// What handlers asked of the backend and the SDKs, and whether the backend confirms the person.
private final class SignInBackend: Sendable {
    private let state = Lock<(asked: [String], isConfirmed: Bool)>(([], false))

    var asked: [String] { state.withLock { $0.asked } }
    var isConfirmed: Bool { state.withLock { $0.isConfirmed } }

    func note(_ question: String) { state.withLock { $0.asked.append(question) } }
    func confirm() { state.withLock { $0.isConfirmed = true } }
}

private struct SilentAnswers: OTPlessSNA.Effects {
    let backend: SignInBackend

    func begin(requestId: String) async throws { backend.note("begin \(requestId)") }
    func stop() async throws {}
    func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
        backend.note("status \(requestId)")
        return backend.isConfirmed ? .confirmed : .pending
    }
}

private struct SmartAnswers: OTPlessSmartAuth.Effects {
    let backend: SignInBackend

    func begin(
        phone: String?, countryCode: String?, email: String?, account: OTPlessSmartAuth.Account?, requestId: String?,
        way: OTPlessSmartAuth.Way?, by channel: OTPlessSmartAuth.Channel?, digits: Int?, codeLife: Duration?
    ) async throws { backend.note("begin \(phone ?? "")") }
    func initialise() async throws {}
    func open(url: String) async throws {}
    func verify(code: String) async throws {}
    func stop() async throws {}
    func checkStatus(requestId: String) async throws -> OTPlessSmartAuth.CheckStatusReply { .pending }
    func checkToken(
        token: String, phone: String?, countryCode: String?, email: String?, account: OTPlessSmartAuth.Account?
    ) async throws -> OTPlessSmartAuth.CheckTokenReply {
        backend.note("token \(token) of \(phone ?? "")")
        return .confirmed
    }
}

private struct TruecallerAnswers: TruecallerOTP.Effects {
    let backend: SignInBackend

    func request(phone: String, countryCode: String) async throws { backend.note("request \(phone)") }
    func verify(code: String, firstName: String, lastName: String) async throws { backend.note("verify \(code)") }
    func checkToken(
        token: String, phone: String, countryCode: String
    ) async throws -> TruecallerOTP.CheckTokenReply {
        backend.note("token \(token) of \(phone)")
        return .confirmed
    }
}

private struct PhoneAnswers: PhoneLogin.Effects {
    let backend: SignInBackend

    var oneTap: any TruecallerOneTap.Effects { OfflineLogin().oneTap }
    var silent: any OTPlessSNA.Effects { SilentAnswers(backend: backend) }
    var smart: any OTPlessSmartAuth.Effects { SmartAnswers(backend: backend) }
    var truecaller: any TruecallerOTP.Effects { TruecallerAnswers(backend: backend) }
    var offline: any OfflineOTP.Effects { OfflineLogin().offline }

    func createRequest(phone: String, countryCode: String) async throws -> PhoneLogin.CreateRequestReply {
        backend.note("create \(phone)")
        return .created(requestId: "ARID_7f3a")
    }
}

extension MemorySharedLog {
    /// Why each event of the run came, in the order of its records.
    fileprivate func causes(of run: RunID) -> [Cause] {
        blocks(of: run).flatMap(\.records).compactMap(\.event?.cause)
    }
}
