import Keyway
import Testing

@testable import KeywayLog

@Suite("A log that was tampered with")
struct TamperingTests {
    /// Three segments, three runs, two tables.
    static func files() throws -> [String: [UInt8]] {
        let disk = SimulatedFileSystem()
        let log = try FileLog(simulated: disk, segmentSize: 450)
        for number: UInt64 in 1...3 {
            let story = Story(number)
            let table: [UInt8] = number == 3 ? [3, 3] : Story.table
            try log.append([story.began(table: table)], to: story.run, expecting: .noStream)
            try log.append([story.event(1), story.event(2)], to: story.run, expecting: .exactly(1))
        }
        try log.append([Story(1).event(3)], to: Story(1).run, expecting: .exactly(3))
        return disk.contents
    }

    private func report(_ files: [String: [UInt8]]) throws -> VerificationReport {
        try verify("log", in: SimulatedFileSystem(folder: "log", files))
    }

    @Test("The log is sound as long as nobody tampers with it")
    func sound() throws {
        let files = try Self.files()
        let report = try report(files)
        #expect(files.keys.sorted() == ["log/00000001.log", "log/00000002.log", "log/00000003.log", "log/writer.lock"])
        #expect(report.findings == [])
        #expect((report.segments, report.blocks, report.records, report.runs) == (3, 9, 10, 3))
        // The table of two runs is written once.
        let bytes = files.values.joined()
        let count = bytes.indices.count { bytes[$0...].starts(with: Story.table) }
        #expect(count == 1)
    }

    @Test(
        "A flipped byte is found wherever it stands, and its place is named",
        arguments: [0x01, 0x80, 0xFF, 0x20] as [UInt8])
    func flips(pattern: UInt8) throws {
        let files = try Self.files()
        for (path, bytes) in files where path.hasSuffix(".log") {
            for index in bytes.indices {
                var files = files
                files[path]?[index] ^= pattern
                let findings = try report(files).findings
                let names = findings.contains { finding in
                    "log/" + finding.file == path && finding.position <= index
                        && index < finding.position + finding.length
                }
                #expect(names, "\(path) byte \(index): \(findings)")
            }
        }
    }

    @Test("Damage before the end keeps the log from being written to, and leaves it as it is")
    func damageIsRefused() throws {
        let files = try Self.files()
        var refused = 0
        for (path, bytes) in files where path.hasSuffix(".log") {
            for index in stride(from: 0, to: bytes.count, by: 7) {
                var files = files
                files[path]?[index] ^= 0x10
                let disk = SimulatedFileSystem(folder: "log", files)
                guard try !verify("log", in: disk).findings.contains(where: { $0.kind == .tornTail }) else { continue }
                for missing in ["", "log/writer.lock"] {
                    var files = files
                    files[missing] = nil
                    let disk = SimulatedFileSystem(folder: "log", files)
                    let error = #expect(throws: LogError.self) { try FileLog(simulated: disk) }
                    if case .damaged(path: "log", _) = error {
                    } else {
                        Issue.record("\(path) \(index): \(error as Any)")
                    }
                    #expect(disk.contents == files && disk.calls == 0)
                }
                refused += 1
            }
        }
        #expect(refused > 50)
    }

    @Test("A log cut at any length gives every record before the cut, and can be written to again")
    func cuts() throws {
        let files = try Self.files()
        let last = "log/00000003.log"
        let whole = try LogReader("log", in: SimulatedFileSystem(folder: "log", files))
        for length in 0..<(files[last] ?? []).count {
            var cut = files
            cut[last] = Array((files[last] ?? []).prefix(length))
            let disk = SimulatedFileSystem(folder: "log", cut)
            let reader = try LogReader("log", in: disk)
            #expect(reader.report.findings.allSatisfy { $0.kind == .tornTail && "log/" + $0.file == last })
            let log = try FileLog(simulated: disk)
            #expect(try verify("log", in: disk).findings == [], "cut at \(length)")
            for run in whole.runs {
                let records = try log.records(of: run)
                #expect(try records == reader.records(of: run))
                #expect(try records.elementsEqual(whole.records(of: run).prefix(records.count)))
                // Whatever is missing can be appended again.
                let rest = try Array(whole.records(of: run).dropFirst(records.count))
                let version: ExpectedVersion = records.isEmpty ? .noStream : .exactly(UInt64(records.count))
                if !rest.isEmpty { try log.append(rest, to: run, expecting: version) }
                #expect(try log.records(of: run) == whole.records(of: run))
            }
            #expect(try verify("log", in: disk).findings == [], "cut at \(length)")
        }
    }

    @Test("A cut before the last segment is damage, wherever it is")
    func earlierCuts() throws {
        let files = try Self.files()
        for path in ["log/00000001.log", "log/00000002.log"] {
            let bytes = files[path] ?? []
            for length in 0..<bytes.count {
                var cut = files
                cut[path] = Array(bytes.prefix(length))
                let findings = try report(cut).findings
                #expect(findings.contains { $0.kind == .damage && "log/" + $0.file == path }, "\(path) \(length)")
                #expect(!findings.contains { $0.kind == .tornTail }, "\(path) \(length)")
            }
        }
    }

    @Test("The records before the first damage are read, and none behind it")
    func beforeDamage() throws {
        var files = try Self.files()
        let whole = try LogReader("log", in: SimulatedFileSystem(folder: "log", files))
        files["log/00000002.log"]?[60] ^= 1
        let reader = try LogReader("log", in: SimulatedFileSystem(folder: "log", files))
        #expect(!reader.runs.isEmpty && reader.runs.count < whole.runs.count)
        for run in reader.runs {
            let records = try reader.records(of: run)
            #expect(try !records.isEmpty && records.elementsEqual(whole.records(of: run).prefix(records.count)))
        }
        var count: UInt64 = 0
        try reader.forEachAppend { count += UInt64($0.count) }
        #expect(count > 0 && count < whole.report.records)
    }

    @Test("A block that is whole and no history is named, and the log refused")
    func malformedRecords() throws {
        let disk = SimulatedFileSystem()
        let story = Story(1)
        try FileLog(simulated: disk).append([story.began()], to: story.run, expecting: .noStream)
        var files = disk.contents
        // The same commit again, in its new place: every checksum holds, and the run begins twice.
        let bytes = try #require(files["log/00000001.log"])
        let log = LogID(bytes: bytes[16..<32])
        let block = Block(kind: .commit, number: 2, payload: Array(bytes[139...]))
        let seed = BlockSeed(log: log, segment: 1)
        files["log/00000001.log"]? += block.bytes(at: UInt64(bytes.count), seed: seed)
        let finding = try #require(try report(files).findings.first)
        #expect((finding.kind, finding.position) == (.malformedRecord, UInt64(bytes.count)))
        #expect(finding.description.contains("record 0 stands where record 1 belongs"))
        #expect(throws: LogError.damaged(path: "log", finding)) {
            try FileLog(simulated: SimulatedFileSystem(folder: "log", files))
        }
        // And with a number that is not next.
        let skipping = Block(kind: .table, number: 7, payload: FlowTable(table: [1], annotations: []).payload)
        files["log/00000001.log"] = bytes + skipping.bytes(at: UInt64(bytes.count), seed: seed)
        #expect(try report(files).findings.map(\.kind) == [.misplaced])
    }

    @Test("A segment that is missing, doubled or of another log is named")
    func segments() throws {
        let files = try Self.files()
        for number in [1, 2] {
            var fewer = files
            fewer["log/0000000\(number).log"] = nil
            let finding = try #require(try report(fewer).findings.first)
            #expect((finding.kind, finding.file) == (.missingSegment, "0000000\(number).log"))
        }
        var doubled = files
        doubled["log/00000004.log"] = files["log/00000003.log"]
        #expect(try report(doubled).findings.map(\.kind) == [.misplaced])
        var swapped = files
        swapped["log/00000002.log"] = files["log/00000003.log"]
        #expect(try report(swapped).findings.contains { $0.kind == .misplaced && $0.file == "00000002.log" })
        var foreign = files
        foreign["log/notes.txt"] = [1]
        foreign["log/.hidden"] = [1]
        #expect(try report(foreign).findings.map(\.file) == ["notes.txt"])
    }

    @Test("A block from another place of the log is none where it stands")
    func copiedBlock() throws {
        var files = try Self.files()
        let bytes = files["log/00000003.log"] ?? []
        files["log/00000003.log"] = bytes + bytes.dropFirst(48)
        #expect(try report(files).findings.map(\.kind) == [.tornTail])
    }

    @Test("Zeros at the end are not written yet, and are written over")
    func zeros() throws {
        var files = try Self.files()
        files["log/00000003.log"]? += [UInt8](repeating: 0, count: 1_000)
        #expect(try report(files).findings == [])
        let disk = SimulatedFileSystem(folder: "log", files)
        let run = Story(1).run
        try FileLog(simulated: disk).append([Story(1).event(4)], to: run, expecting: .exactly(4))
        #expect(try verify("log", in: disk).findings == [])
        #expect(try FileLog(simulated: disk).records(of: run) == Story(1).records(5))
    }

    @Test("What is torn twice at one place is kept twice, and covered by verification")
    func tornTwice() throws {
        var files = try Self.files()
        let end = (files["log/00000003.log"] ?? []).count
        for round in 1...3 {
            files["log/00000003.log"]? += [UInt8(round), 2, 3, 0, 0]
            let disk = SimulatedFileSystem(folder: "log", files)
            let finding = try #require(try verify("log", in: disk).findings.first)
            #expect((finding.kind, finding.position, finding.length) == (.tornTail, UInt64(end), 5))
            _ = try FileLog(simulated: disk)
            files = disk.contents
        }
        #expect(try report(files).setAside == 3)
        let names = files.keys.filter { $0.contains("torn") }.sorted()
        #expect(names == ["", "-2", "-3"].map { "log/00000003.torn-\(end)\($0)" })
        for name in names {
            for index in (files[name] ?? []).indices {
                var flipped = files
                flipped[name]?[index] ^= 0x40
                #expect(try report(flipped).findings.map(\.kind) == [.damagedRemainder], "\(name) \(index)")
            }
        }
    }

    @Test("A log of a newer format is left alone")
    func newerFormat() throws {
        var files = try Self.files()
        var writer = ByteWriter()
        var header = Array((files["log/00000003.log"] ?? []).prefix(44))
        header[8] = 2
        writer.raw(header)
        writer.fixed(CRC32C.checksum(of: header))
        files["log/00000003.log"] = writer.bytes + [1, 2, 3, 4]
        let disk = SimulatedFileSystem(folder: "log", files)
        #expect(throws: LogError.newerFormat(path: "log/00000003.log", found: 2, known: 1)) {
            try FileLog(simulated: disk)
        }
        #expect(disk.contents == files)
        #expect(try verify("log", in: disk).findings.map(\.kind) == [.newerFormat])
    }
}

extension LogID {
    fileprivate init(bytes: ArraySlice<UInt8>) {
        let digits = RunID(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        self.init(high: digits?.high ?? 0, low: digits?.low ?? 0)
    }
}
