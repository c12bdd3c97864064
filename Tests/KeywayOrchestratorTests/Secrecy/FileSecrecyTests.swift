import FlowFixtures
import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayRuns
import KeywayTesting
import TestThreads
import Testing

@testable import KeywayOrchestrator

@Suite("What the files of a log tell", .longComputation)
struct FileSecrecyTests {
    /// A folder of a test's own, which is gone with the value.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("keyway-secrecy-\(UUID())").path

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// The bytes of every file, by its name.
        func files() throws -> [String: Data] {
            let names = try FileManager.default.subpathsOfDirectory(atPath: path)
            return try Dictionary(
                uniqueKeysWithValues: names.map {
                    ($0, try Data(contentsOf: URL(filePath: path).appendingPathComponent($0)))
                })
        }
    }

    /// A handler that answers with values which no log may have, and now and then throws an error that has such values.
    private final class Checking: EffectHandler {
        struct Refused: Error { var values: [Value?] }

        let flow: LoadedFlow
        let values: CanaryValues

        init(flow: LoadedFlow, values: CanaryValues) {
            self.flow = flow
            self.values = values
        }

        nonisolated(nonsending) func perform(
            _ order: EffectOrder, of run: RunID, in leg: String?
        ) async throws -> EffectAnswer? {
            if order.id.sequence.isMultiple(of: 3) { throw Refused(values: order.arguments) }
            let table = leg == nil ? flow.table : flow.table.children[0].table
            let yes = table.event(named: "yes") ?? -1
            return EffectAnswer(reply: yes, fields: values.values(for: table.events[yes].fields))
        }
    }

    @Test(
        "They tell no classified value of the run or its sub-flow, however written, with a key store and without",
        arguments: 0..<4 as Range<UInt64>, [false, true])
    func files(seed: UInt64, hasKeys: Bool) async throws {
        let folder = Folder()
        var generator = SeededGenerator(seed: seed)
        let log = try FileLog(folder.path, in: SystemFileSystem(), segmentSize: 20_000, drawing: &generator)
        let values = CanaryValues(seed: seed)
        try await drive(log, values, keys: hasKeys ? TestKeys() : nil)
        let open = try folder.files()
        try await log.close()
        let closed = try folder.files()
        for (name, bytes) in Array(open) + Array(closed) {
            for value in values.secrets {
                let found = Disguises(of: value).found(in: bytes)
                #expect(found.isEmpty, "seed \(seed): \(name) tells \(value) as \(found)")
            }
        }
        #expect(values.secrets.count > 100)
        // What is plain is there, so there is something to be found.
        for text in values.plain {
            let isThere = closed.values.contains { $0.range(of: Data(text.utf8)) != nil }
            #expect(isThere, "seed \(seed): \(text)")
        }
    }

    /// The value as it stands in a provider's callback.
    private static func raw(_ value: Value?) -> RawValue {
        switch value {
        case .text(let text): .text(text)
        case .integer(let number), .duration(let number): .integer(number)
        default: .null
        }
    }

    /// Drives a run to which values come in every way: by commands, callbacks and replies, to the root and to a leg.
    private func drive(_ log: FileLog, _ values: CanaryValues, keys: TestKeys?) async throws {
        let flow = try SecretFlows.load()
        let run = try await LiveRun.begin(flow, in: log, Checking(flow: flow, values: values), keys: keys)
        func send(_ name: String, to leg: String? = nil, id: String? = nil) async throws -> CommandAnswer {
            let table = (leg.flatMap { run.flow.subFlow(named: $0) } ?? run.flow).table
            let position = try #require(table.event(named: name))
            let fields = values.values(for: table.events[position].fields)
            return try await run.send(Command(position, fields: fields, to: leg, id: id))
        }
        /// Delivers a callback of this kind to the run; `key` is the field by which one of the two sources knows its callbacks.
        func tell(_ word: String, by key: String) {
            let fields = flow.table.events.first { $0.name == "word" }?.fields ?? []
            let drawn = values.values(for: fields, areRead: word == "WORD")
            let data = zip(fields, drawn).map { ($0.name, Self.raw($1)) }
            let told = RawValue.object(Dictionary(uniqueKeysWithValues: data))
            run.deliver(.object([key: .text(word), "data": told]))
        }
        for round in 0..<3 {
            // A leg that has not begun turns the command away, and that is on record.
            #expect(try await send("tell", to: "way", id: "early \(round)") == .rejected(.notNow))
            #expect(try await send("tell", id: "root \(round)") == .accepted)
            #expect(try await send("tell") == .accepted)
            for word in ["WORD", "UNHEARD OF"] { tell(word, by: "login") }
        }
        #expect(try await send("next") == .accepted)
        await run.settled()
        for round in 0..<3 {
            #expect(try await send("tell", to: "way", id: "way \(round)") == .accepted)
            #expect(try await send("tell", to: "way") == .accepted)
            #expect(try await send("begin", to: "way", id: "again \(round)") == .rejected(.notNow))
            for key in ["way", "login"] { for word in ["WORD", "UNHEARD OF"] { tell(word, by: key) } }
            #expect(try await send("tell") == .accepted)
        }
        #expect(try await send("finish", to: "way") == .accepted)
        #expect(try await send("tell", id: "late") == .rejected(.ended))
        for await _ in run.failures {}
        await run.settled()
        let records = try await log.records(of: run.id)
        let early = records.filter { if case .commandBeforeLeg = $0.content { true } else { false } }
        #expect(early.count == 3)
        #expect(records.hasSealedValues == (keys != nil))
        let events = records.compactMap(\.event)
        #expect(Set(events.map(\.cause)).isSuperset(of: [.asked, .heard, .replied, .failed]))
        #expect(Set(events.map(\.disposition)).isSuperset(of: [.taken, .stayed, .rejected, .unrecognised]))
    }
}
