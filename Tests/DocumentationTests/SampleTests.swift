import FlowFixtures
import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import ProviderFlows
import Testing

/// Serialized, because the samples share singleton sources, each of which only one run at a time can hold.
@Suite("The samples of the README and the articles", .serialized)
struct SampleTests {
    @Test("The README's sample signs in, with the real clock")
    func readme() async throws {
        var folders: [String] = []
        defer { for folder in folders { try? FileManager.default.removeItem(atPath: folder) } }
        let state = try await patiently {
            folders.append(FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID())").path)
            return try await signIn("ARID_7f3a", keepingIn: folders[folders.count - 1])
        }
        #expect(state == .authenticated)
        #expect(try FileLog.Reader(folders[folders.count - 1]).runs.count == 1)
    }

    @Test("The README's sample stands there word for word")
    func readmeIsPrinted() throws {
        let sample = try ShippedFlows.bytes(at: "../Tests/DocumentationTests/Samples/ReadmeSample.swift")
        let readme = try ShippedFlows.bytes(at: "../README.md")
        #expect(
            String(decoding: readme, as: UTF8.self).contains(String(decoding: sample, as: UTF8.self)),
            "copy ReadmeSample.swift into README.md")
    }

    @Test("Getting started signs in once the backend says so")
    func gettingStarted() async throws {
        let state = try await patiently {
            let sdk = SilentAuthentication(statuses: ["PENDING", "SUCCESS"])
            return try await signIn("ARID_1", with: sdk, keeping: MemoryLog())
        }
        #expect(state == .authenticated)
    }

    @Test("Deciding by hand passes the states of the flow, and an answer to nothing moves nothing")
    func decidingEvents() {
        let states = statesPassed(by: [.start(requestId: "ARID_1"), .oneTap(token: nil, idToken: nil), .confirmed])
        #expect(states == [.idle, .running, .confirming, .confirming])
    }

    @Test("A log is kept, verified and told")
    func logs() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let log = try openLog(in: folder)
        let sdk = SilentAuthentication(statuses: ["SUCCESS"])
        let state = try await signIn("ARID_1", with: sdk, keeping: log)
        #expect(try problems(in: folder).isEmpty)
        let end = try #require(state)
        #expect(try story(of: "ticket 4711", in: folder).last?.hasSuffix(" was taken, then \(end)") == true)
        #expect(try story(of: "another", in: folder).isEmpty)
    }

    @Test("A damaged log is named, signing in goes on with a new one, and the old one is kept beside it")
    func damagedLog() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID())").path
        defer {
            for path in [folder, folder + ".damaged-1"] { try? FileManager.default.removeItem(atPath: path) }
        }
        let log = try FileLog(folder)
        _ = try await signIn("ARID_1", with: SilentAuthentication(statuses: ["SUCCESS"]), keeping: log)
        try await log.close()
        let segment = URL(filePath: folder).appending(path: "00000001.log")
        var bytes = try Data(contentsOf: segment)
        // This byte is in a block that was flushed before the last one, so the log is damaged, and not only in doubt at its end.
        bytes[100] ^= 1
        try bytes.write(to: segment)
        #expect(try !problems(in: folder).isEmpty)
        let next = try openLog(in: folder)
        #expect(next.durability == .flushed && next.damagedLog != nil)
        #expect(try !problems(in: folder + ".damaged-1").isEmpty)
        try await next.close()
    }

    /// A store of one mark in memory; an app has its mark in the keychain.
    private final class Marks: MarkStore {
        private let text = Lock<String?>(nil)

        func read() -> String? { text.withLock { $0 } }
        func write(_ text: String) { self.text.withLock { $0 = text } }
    }

    @Test("An app opens its log by the mark; an old copy, and a log that came without one, are set aside")
    func appLog() throws {
        let parent = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID())")
        defer { try? FileManager.default.removeItem(at: parent) }
        try prepare(parent)
        let (folder, copy, marks) = (parent.appending(path: "log"), parent.appending(path: "copy"), Marks())
        try openLog(at: folder, marks: marks).closeAndWait()
        try FileManager.default.copyItem(at: folder, to: copy)
        let first = try #require(marks.read().flatMap { FileLog.Mark($0) })
        let log = try openLog(at: folder, marks: marks)
        #expect(log.mark.log == first.log && log.mark.epoch > first.epoch)
        try log.closeAndWait()
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.copyItem(at: copy, to: folder)
        let begun = try openLog(at: folder, marks: marks)
        #expect(begun.mark.log != first.log && marks.read() == "\(begun.mark)")
        try begun.closeAndWait()
        let restored = try openLog(at: folder, marks: Marks())
        #expect(restored.mark.log != begun.mark.log)
        try FileManager.default.removeItem(at: folder)
        #expect(try openLog(at: folder, marks: marks).mark.log != begun.mark.log)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: parent.path).filter { $0.contains("old-") }.count == 2)
    }

    @Test("A server opens its log, tells how it is, and shuts down; the next process goes on")
    func server() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let services = [Orchestrator.Service { _, _ in SignIn() }]
        let first = try await serve(services, in: folder)
        let run = try await first.begin(OTPlessSNA.self)
        #expect(health(of: first) == ["unfinished": "1", "unresumed": "0", "log": "takes records"])
        await #expect(throws: FileLog.Failure.self) { try await serve(services, in: folder) }
        try await first.shutDown()
        await #expect(throws: RunError.shutDown) { try await run.send(.cancel) }
        let second = try await serve(services, in: folder)
        #expect(second.run(run.id, of: OTPlessSNA.self) != nil)
        try await second.shutDown()
    }

    @Test("A spec is checked and written as Swift by a tool of one's own")
    func specs() throws {
        let bytes = try ShippedFlows.bytes(at: "OTPless/SNA.flow")
        #expect(problems(in: bytes, at: "SNA.flow").allSatisfy { !$0.contains("error:") })
        #expect(swift(of: bytes, at: "SNA.flow")?.contains("public enum OTPlessSNA: Flow {") == true)
        #expect(problems(in: Array("flow Broken version 1".utf8), at: "broken.flow").contains { $0.contains("error:") })
        #expect(swift(of: Array("flow Broken version 1".utf8), at: "broken.flow") == nil)
    }

    @Test("A flow is explored against the models that ship, and one that trusts the SDK is not proved")
    func exploring() throws {
        let flow = String(decoding: try ShippedFlows.bytes(at: "OTPless/SNA.flow"), as: UTF8.self)
        #expect(try isProved(Array(flow.utf8)))
        let trusting = flow.changing("on oneTap -> confirming", to: "on oneTap -> authenticated")
        #expect(try !isProved(Array(trusting.utf8)))
        #expect(throws: NoSoundFlow.self) { try isProved(Array("state".utf8)) }
    }

    @Test("A released version is kept, and a spec that means something else is found")
    func releasing() throws {
        let flow = String(decoding: try ShippedFlows.bytes(at: "OTPless/SNA.flow"), as: UTF8.self)
        let (name, table) = try #require(release(Array(flow.utf8)))
        #expect(name == "OTPlessSNA-2")
        #expect(isAsReleased(Array(flow.utf8), among: [name: table]))
        #expect(isAsReleased(Array((flow + "// the same\n").utf8), among: [name: table]))
        let changed = flow.changing("{ why = abandoned; do stop }", to: "{ why = abandoned }")
        #expect(!isAsReleased(Array(changed.utf8), among: [name: table]))
        let next = changed.changing("OTPlessSNA version 2", to: "OTPlessSNA version 3")
        #expect(isAsReleased(Array(next.utf8), among: [name: table]))
    }

    @Test("Many runs are reduced at once, and a reply to no order ends none")
    func manyRuns() {
        let start = Instant(milliseconds: 1_000)
        let asked = EffectOrder.ID(sequence: 1, index: 1)
        var recording = (0..<1000).map { Heard(signIn: $0, event: .start(requestId: "ARID_1"), time: start) }
        for signIn in 0..<600 {
            recording.append(
                Heard(
                    signIn: signIn, event: signIn < 500 ? .confirmed : .denied, answers: asked,
                    time: start.advanced(byMilliseconds: 900)))
        }
        #expect(endings(of: recording, in: 1000, from: start) == [.authenticated: 500, .failed: 100])
        recording = recording.map { Heard(signIn: $0.signIn, event: $0.event, time: $0.time) }
        #expect(endings(of: recording, in: 1000, from: start) == [:])
        #expect(endings(of: [Heard(signIn: 1, event: .cancel, time: start)], in: 1, from: start) == nil)
    }

    @Test("An adapter calls the SDK and hands its words over, also one that came before the run")
    func adapter() async throws {
        let state = try await patiently {
            let sources = Device.Sources()
            let connection = Connection(sources: sources)
            connection.onResponse(SDKResponse(type: "SDK_READY", status: 200))
            let adapter = Adapter(
                start: { _ in connection.onResponse(SDKResponse(type: "ONETAP", status: 200)) }, cancel: {},
                status: { _ in .confirmed })
            let log = MemoryLog()
            let orchestrator = try await Orchestrator(
                log, serving: [Orchestrator.Service { _, _ in adapter }], device: { _, _ in Device(sources: sources) })
            let run = try await orchestrator.begin(OTPlessSNA.self)
            #expect(try await run.send(.start(requestId: "ARID_1")) == .accepted)
            var state: OTPlessSNA.State?
            for try await situation in run.situations { state = situation.state }
            let heard = try await log.records(of: run.id).compactMap(\.event).map {
                OTPlessSNA.table.events[$0.event].name
            }
            #expect(heard.first == "ready" && heard.contains("oneTap"))
            return state
        }
        #expect(state == .authenticated)
    }

    @Test("For a call that no run ordered the sample makes no block")
    func blocks() { #expect(blockOfThisCall() == nil) }

    /// Signs in, and at most 20 times again, because on a busy machine the flow's own deadlines may end a run before its answers come.
    private func patiently(
        _ signIn: () async throws -> OTPlessSNA.State?
    ) async throws -> OTPlessSNA.State? {
        var state = try await signIn()
        for _ in 0..<20 where state != .authenticated { state = try await signIn() }
        return state
    }
}
