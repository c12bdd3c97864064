import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("An old copy of a log")
struct OldCopyTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keyway-copy-\(UUID())").path
    private var backup: String { folder + "-backup" }

    private func files() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "writer.lock" }
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: folder + "/" + $0))) })
    }

    @Test(
        "Where a mark says how far the log had come, it is refused and left as it is; else it is sound, without the last run"
    )
    func restored() async throws {
        defer { for path in [folder, backup] { try? FileManager.default.removeItem(atPath: path) } }
        let first = try await signingIn(try FileLog(folder))
        let early = try await first.begin(OTPlessSNA.self)
        try await first.shutDown()
        try FileManager.default.copyItem(atPath: folder, toPath: backup)
        let log = try FileLog(folder)
        let second = try await signingIn(log)
        _ = try await second.begin(OTPlessSNA.self)
        try await second.shutDown()
        let mark = log.mark
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.copyItem(atPath: backup, toPath: folder)
        let before = try files()
        let error = #expect(throws: FileLog.Failure.self) { try FileLog(folder, expecting: mark) }
        guard case .behind(folder, let found, mark) = error else { throw try #require(error) }
        #expect(found.log == mark.log && found.epoch < mark.epoch && found.blocks < mark.blocks)
        #expect(try files() == before)
        let unmarked = try await signingIn(try FileLog(folder))
        #expect(unmarked.unfinished.map(\.run) == [early.id])
        #expect(try await unmarked.run(early.id, of: OTPlessSNA.self)?.send(.cancel) == .accepted)
        try await unmarked.shutDown()
    }
}
