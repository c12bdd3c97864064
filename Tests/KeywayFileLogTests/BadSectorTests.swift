import KeywayCore
import KeywayLog
import SimulatedDisk
import Testing

@testable import KeywayFileLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("A log on a disk with a sector that cannot be read")
struct BadSectorTests {
    private let story = Story(1)
    private let segmentSize: UInt64 = 40_000

    /// The files of a log with one segment, of which about 20,000 bytes are written.
    private func files() throws -> [String: [UInt8]] {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: segmentSize)
        try log.write(story, upTo: 200)
        try log.closeAndWait()
        let written = try #require(disk.logFiles["00000001.log"]?.lastIndex { $0 != 0 })
        try #require((15_000..<25_000).contains(written))
        return disk.logFiles
    }

    @Test("Only the sector is lost: what stands before it is read, and with pastDamage what stands behind it as well")
    func oneSector() throws {
        let disk = BadSectorDisk(base: SimulatedDisk(try files()), file: "00000001.log", bad: 9_000..<9_001)
        let findings = try FileLog.verify("log", in: disk).findings
        let first = try #require(findings.first)
        #expect(first.description == "00000001.log, byte 8192: the disk cannot read these bytes")
        #expect((first.kind, first.length) == (.damage, 4096))
        // The blocks that reach into the sector are damaged with it.
        #expect(findings.map(\.kind) == [.damage, .damage])
        let before = try FileLog.Reader("log", in: disk).records(of: story.run)
        #expect(before.count > 60 && before.elementsEqual(story.records(UInt64(before.count))))
        let all = try FileLog.Reader("log", in: disk, pastDamage: true).records(of: story.run)
        #expect(all.count > before.count + 60 && all.count < 200)
        #expect(all.allSatisfy { $0 == story.record($0.sequence) })
        #expect(all.last == story.record(199))
    }

    @Test("A log with such a sector is refused as damaged, and another is begun in its place on request")
    func opening() throws {
        for bad in [0..<1, 9_000..<9_001, 30_000..<30_001] {
            let disk = BadSectorDisk(base: SimulatedDisk(try files()), file: "00000001.log", bad: bad)
            let error = #expect(throws: FileLog.Failure.self) { try FileLog(on: disk, segmentSize: segmentSize) }
            guard case .damaged(_, let finding) = error else { throw try #require(error) }
            #expect(finding.reason == "the disk cannot read these bytes")
            #expect(finding.position == UInt64(bad.lowerBound / 4096 * 4096))
            let log = try FileLog(on: disk, ifDamaged: .beginAnewBeside, segmentSize: segmentSize, seed: 8)
            #expect(log.damagedLog == "log.damaged-1")
        }
    }

    @Test("A head that cannot be read is a bad head, which the next opening writes anew")
    func head() throws {
        let simulated = SimulatedDisk(try files())
        let disk = BadSectorDisk(base: simulated, file: "head.index", bad: 0..<1)
        #expect(try FileLog.verify("log", in: disk).findings.map(\.kind) == [.damagedHead, .damagedHead])
        try FileLog(on: disk, segmentSize: segmentSize, seed: 8).closeAndWait()
        #expect(try FileLog.verify("log", in: simulated).findings == [])
    }

    @Test("A file of bytes that were set aside is named where it cannot be read")
    func remainder() throws {
        var files = try files()
        let end = try #require(files["00000001.log"]?.lastIndex { $0 != 0 }) + 1
        files["00000001.log"]?.replaceSubrange(end..<end + 3, with: [1, 2, 3])
        let simulated = SimulatedDisk(files)
        try FileLog(on: simulated, segmentSize: segmentSize, seed: 8).closeAndWait()
        let disk = BadSectorDisk(base: simulated, file: "00000001.torn-\(end)", bad: 0..<1)
        #expect(try FileLog.verify("log", in: disk).findings.map(\.kind) == [.damagedRemainder])
    }

    @Test(
        "What keeps the process from reading, and is no fault of the disk, is no damage",
        arguments: [EACCES, EPERM, ENOMEM])
    func otherFaults(number: Int32) throws {
        let disk = BadSectorDisk(
            base: SimulatedDisk(try files()), file: "00000001.log", bad: 9_000..<9_001, number: number)
        for attempt in [{ _ = try FileLog.verify("log", in: disk) }, { _ = try FileLog(on: disk) }] {
            let error = #expect(throws: FileLog.Failure.self) { try attempt() }
            guard case .file(let fault) = error else { throw try #require(error) }
            #expect(fault.number == number)
        }
    }
}
