import FlowFixtures
import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import Testing

@testable import KeywayOrchestrator

@Suite("Whatever happens at once")
struct StormTests {
    @Test(
        "No callback, order or state is lost, doubled or out of order, and nothing hangs",
        arguments: 0..<8 as Range<UInt64>)
    func calm(seed: UInt64) async throws {
        let storm = try Storm(MemoryLog())
        await storm.rage(seed: seed)
        try await storm.judge(seed: seed)
    }

    @Test(
        "A log that refuses one append stops one run at most, tells its callers and observers, and nothing else changes",
        arguments: 0..<16 as Range<UInt64>)
    func refusing(seed: UInt64) async throws {
        let storm = try Storm(FaultyLog(refusing: Int(seed) * 4))
        await storm.rage(seed: seed)
        #expect(storm.runs.count { $0.run.isStopped } <= 1, "seed \(seed)")
        try await storm.judge(seed: seed)
    }

    @Test(
        "A log that is closed while runs go on has every step that observers heard of, and goes on when opened again",
        arguments: 0..<4 as Range<UInt64>)
    func reopened(seed: UInt64) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keyway-storm-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sources = Device.Sources()
        var runs: [RunID: Int] = [:]
        for opening in 0..<3 as Range<UInt64> {
            let file = try FileLog(folder, acknowledging: .written, segmentSize: 20_000)
            #expect(file.runs.count == runs.count, "seed \(seed)")
            let log = FaultyLog(file)
            let storm = try Storm(log, sources)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await storm.rage(seed: seed &* 7 &+ opening) }
                group.addTask {
                    while log.appends < 60 { try? await Task.sleep(for: .milliseconds(1)) }
                    try? await file.close()
                }
            }
            try await storm.judge(seed: seed)
            for run in file.runs { runs[run] = max(runs[run] ?? 0, try await file.records(of: run).count) }
        }
        #expect(try FileLog.verify(folder).findings.isEmpty, "seed \(seed)")
        let reader = try FileLog.Reader(folder)
        for (run, count) in runs { #expect(try reader.records(of: run).count == count, "seed \(seed)") }
    }
}
