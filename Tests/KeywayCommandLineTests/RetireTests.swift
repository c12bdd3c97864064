import FlowFixtures
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayPostgres
import KeywayTesting
import Testing

@testable import KeywayCommandLine

/// The tests of KeywayPostgres retire runs from a real server. These check the archive that the command makes of them, and its usage.
@Suite("keyway retire")
struct RetireTests {
    private static func ended(_ number: UInt64, _ sequences: Range<UInt64> = 0..<30) -> Retirement.EndedRun {
        let run = SampleRun(number)
        return Retirement.EndedRun(run: run.run, records: run.records(sequences))
    }

    @Test("A folder's log gets each run once, however often the call is cut off and made again")
    func archiving() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "archive")
        let first = try RunArchive(in: path)
        // The third run comes with seven of its thirty records.
        try first.take([Self.ended(1), Self.ended(2), Self.ended(3, 0..<7)])
        try first.close()
        let second = try RunArchive(in: path)
        try second.take((1..<600).map { Self.ended($0) })
        try second.close()
        let reader = try FileLog.Reader(path)
        #expect(reader.runs.count == 599 && reader.findings.isEmpty)
        for number in 1..<600 as Range<UInt64> {
            #expect(try reader.records(of: SampleRun(number).run) == SampleRun(number).records(0..<30))
        }
    }

    @Test("An empty folder that is there already becomes a log")
    func emptyFolder() throws {
        let folder = try TemporaryFolder()
        let archive = try RunArchive(in: folder.path)
        try archive.take([Self.ended(1)])
        try archive.close()
        #expect(try FileLog.Reader(folder.path).runs == [SampleRun(1).run])
    }

    @Test("A run that the folder has with other records is refused, and nothing is written of it")
    func otherRecords() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "archive")
        let first = try RunArchive(in: path)
        var other = Self.ended(1)
        other.records[20] = SampleRun(1).record(20, variant: 1)
        try first.take([other])
        try first.close()
        let second = try RunArchive(in: path)
        #expect {
            try second.take([Self.ended(1)])
        } throws: { error in
            (error as? CallRefusal)?.sentences.first?.contains("with other records: name another folder") == true
        }
        try second.close()
        #expect(try FileLog.Reader(path).records(of: other.run) == other.records)
    }

    @Test("A run with more bytes than a block of a log holds is kept whole")
    func largeRun() throws {
        let folder = try TemporaryFolder()
        var run = Self.ended(1, 0..<1)
        for sequence in 1..<12 as Range<UInt64> {
            let words = [String](repeating: String(repeating: "\(sequence % 10)", count: 512), count: 1024)
            run.records.append(
                SampleRun(1).record(
                    sequence, at: 0,
                    .commandBeforeLeg(
                        .init(leg: "outer", command: 0, fields: words.map { .text($0) }, commandID: ""))))
        }
        let archive = try RunArchive(in: folder.path(of: "archive"))
        try archive.take([run])
        try archive.close()
        #expect(try FileLog.Reader(folder.path(of: "archive")).records(of: run.run) == run.records)
    }

    @Test("A folder is refused, and so is a call without a date or with a bad one")
    func usage() {
        #expect(
            keyway("retire", "/tmp", "--before", "2026-10-01").errors.first?.contains("is removed as a whole") == true)
        #expect(keyway("retire", "/tmp").errors.first?.contains("--before") == true)
        let call = keyway("retire", "postgresql://db/x", "--before", "yesterday")
        #expect(call.code == .usage)
    }
}
