import KeywayCore
import KeywayLog
import SimulatedDisk
import Testing

@testable import KeywayFileLog

@Suite("A log that was tampered with")
struct TamperingTests {
    /// The files of a log that was closed: three segments, with three runs of two versions.
    static func files() throws -> [String: [UInt8]] {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 500)
        let other = FlowVersion(table: [3, 3], annotations: [])
        for number: UInt64 in 1...3 {
            let story = Story(number, reference: "order-\(number)")
            try log.write(story.append([story.began(number == 3 ? other : Story.version)]))
            try log.write(story.append([story.event(1), story.event(2)], .open(neededRecords: [1])))
        }
        try log.write(Story(1).append([Story(1).event(3)], .over))
        try log.closeAndWait()
        return disk.logFiles
    }

    private func report(_ files: [String: [UInt8]]) throws -> FileLog.Verification {
        try FileLog.verify("log", in: SimulatedDisk(files))
    }

    @Test("The log is sound as long as nobody tampers with it")
    func sound() throws {
        let files = try Self.files()
        let report = try report(files)
        #expect(files.keys.sorted() == ["00000001.log", "00000002.log", "00000003.log", "head.index"])
        #expect(report.findings == [])
        #expect((report.segments, report.records, report.runs) == (3, 10, 3))
    }

    @Test(
        "A flipped byte of segments and head is found wherever it stands, and its place is named",
        arguments: [0x01, 0x80, 0xFF, 0x20] as [UInt8])
    func flips(pattern: UInt8) throws {
        let files = try Self.files()
        for (name, bytes) in files {
            for index in bytes.indices {
                var files = files
                files[name]?[index] ^= pattern
                let findings = try report(files).findings
                let names = findings.contains { finding in
                    finding.file == name && finding.position <= index && index < finding.position + finding.length
                }
                #expect(names, "\(name) byte \(index): \(findings)")
            }
        }
    }

    @Test("A flipped byte of a log that was closed is never taken for a tail in doubt where a block stood")
    func flippedBlocksAreDamage() throws {
        let files = try Self.files()
        let end = try #require(files["00000003.log"]?.lastIndex { $0 != 0 })
        for (name, bytes) in files where name.hasSuffix(".log") {
            for index in bytes.indices where name != "00000003.log" || index <= end {
                var files = files
                files[name]?[index] ^= 0x10
                let disk = SimulatedDisk(files)
                let error = #expect(throws: FileLog.Failure.self) { try FileLog(on: disk, segmentSize: 500) }
                guard case .damaged(path: "log", _) = error else {
                    Issue.record("\(name) \(index): \(error as Any)")
                    continue
                }
                #expect(disk.logFiles == files, "\(name) \(index)")
            }
        }
    }

    @Test("A log whose last blocks are gone is damaged, for the head knows that they were flushed")
    func lastBlocksGone() throws {
        let files = try Self.files()
        let bytes = try #require(files["00000003.log"])
        let end = try #require(bytes.lastIndex { $0 != 0 }) + 1
        for first in SegmentHeader.length..<end {
            var files = files
            files["00000003.log"]?.replaceSubrange(first..<end, with: [UInt8](repeating: 0, count: end - first))
            #expect(try report(files).findings.contains { $0.kind == .damage }, "from \(first)")
        }
        // Without a head nothing is known of the last flush.
        var headless = files
        headless["head.index"] = nil
        #expect(try report(headless).findings == [])
        headless["00000003.log"]?[end - 1] ^= 1
        #expect(try report(headless).findings.map(\.kind) == [.tailInDoubt])
    }

    @Test("A cut before the last segment is damage, wherever it is")
    func earlierCuts() throws {
        let files = try Self.files()
        for name in ["00000001.log", "00000002.log"] {
            let bytes = files[name] ?? []
            let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
            for length in 0..<end {
                var cut = files
                cut[name] = Array(bytes.prefix(length))
                let findings = try report(cut).findings
                #expect(findings.contains { $0.kind == .damage && $0.file == name }, "\(name) \(length)")
                #expect(!findings.contains { $0.kind == .tailInDoubt }, "\(name) \(length)")
            }
        }
    }

    @Test("The records before the first damage are read, and with pastDamage those behind it as well")
    func beforeAndPastDamage() throws {
        var files = try Self.files()
        let whole = try FileLog.Reader("log", in: SimulatedDisk(files))
        let story = Story(2, reference: "order-2")
        #expect(try whole.records(of: story.run) == story.records(3))
        files["00000002.log"]?[SegmentHeader.length + 40] ^= 1
        let before = try FileLog.Reader("log", in: SimulatedDisk(files))
        let past = try FileLog.Reader("log", in: SimulatedDisk(files), pastDamage: true)
        #expect(!before.runs.isEmpty && before.runs.count < whole.runs.count)
        var (lost, behind) = (0, 0)
        for run in whole.runs {
            let all = try whole.records(of: run)
            let early = try before.records(of: run)
            #expect(early.elementsEqual(all.prefix(early.count)))
            let left = try past.records(of: run)
            lost += all.count - left.count
            behind += left.count - early.count
            #expect(left.count >= early.count && left.count >= all.count - 3, "\(run)")
            for record in left where record.sequence > 0 { #expect(record == all[Int(record.sequence)]) }
        }
        // One byte costs the records of one block.
        #expect(lost > 0 && lost <= 3)
        #expect(behind > 0)
    }

    @Test(
        "A run whose table is damaged is read with an empty one; runs of other segments have a copy of their own"
    )
    func damagedTable() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 500)
        for number: UInt64 in 1...6 { try log.write(Story(number).append(Story(number).records(2))) }
        try log.closeAndWait()
        var files = disk.logFiles
        let segments = files.keys.filter { $0.hasSuffix(".log") }.sorted()
        #expect(segments.count >= 3)
        for name in segments {
            let tables = try #require(files[name]).occurrences(of: Story.version.table)
            // Each segment that begins a run has the table once.
            #expect(tables == 1, "\(name)")
        }
        let place = try #require(files["00000001.log"]?.firstRange(of: Story.version.table)).lowerBound
        files["00000001.log"]?[place] ^= 1
        let reader = try FileLog.Reader("log", in: SimulatedDisk(files), pastDamage: true)
        #expect(reader.runs.count == 6)
        var empty = 0
        for run in reader.runs {
            let records = try reader.records(of: run)
            #expect(records.count == 2)
            guard case .began(let beginning) = records.first?.content else {
                Issue.record("run \(run) does not begin")
                continue
            }
            if beginning.version.table.isEmpty { empty += 1 } else { #expect(beginning.version == Story.version) }
        }
        #expect(empty > 0 && empty < 6)
    }

    @Test("Where no header and no head is whole, blocks that fit the identity in a damaged header are read past damage")
    func noWholeHeader() throws {
        // The last byte of a header belongs to its checksum, and byte 20 to the log's identity.
        let last = SegmentHeader.length - 1
        var files = try Self.files()
        let whole = try FileLog.Reader("log", in: SimulatedDisk(files))
        files["head.index"] = nil
        for number in 1...3 { files["0000000\(number).log"]?[last] ^= 1 }
        let disk = SimulatedDisk(files)
        #expect(try FileLog.Reader("log", in: disk).runs == [])
        let all = try FileLog.Reader("log", in: disk, pastDamage: true)
        #expect(all.runs == whole.runs && whole.runs.count == 3)
        for run in whole.runs { #expect(try all.records(of: run) == whole.records(of: run)) }
        // An identity that no block confirms is not that of the log.
        disk.flip("log/00000001.log", at: 20, by: 1)
        let fewer = try FileLog.Reader("log", in: disk, pastDamage: true)
        #expect(!fewer.runs.isEmpty)
        for run in fewer.runs {
            let records = try fewer.records(of: run)
            #expect(try !records.isEmpty && records.elementsEqual(whole.records(of: run).suffix(records.count)))
        }
    }

    @Test("One flipped byte of the last block is one finding, and where blocks are gone they are counted")
    func lastBlock() throws {
        let (name, story) = ("00000001.log", Story(1))
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk)
        try log.write(story, upTo: 4)
        try log.closeAndWait()
        let files = disk.logFiles
        let scan = try LogScan(LogFolder("log", in: disk))
        let last = try Int(place(of: story.run, in: scan).offset)
        let end = try Int(#require(scan.end).offset)
        for index in last..<end {
            var files = files
            files[name]?[index] ^= 4
            #expect(try report(files).findings.map(\.kind) == [.damage], "byte \(index)")
        }
        func reasons(from start: Int) throws -> [String] {
            var files = files
            files[name]?.replaceSubrange(start..<end, with: [UInt8](repeating: 0, count: end - start))
            return try report(files).findings.map(\.reason)
        }
        #expect(try reasons(from: last) == ["1 block that was flushed is missing here"])
        // The opening, the table, and four times a record.
        #expect(try reasons(from: SegmentHeader.length) == ["6 blocks that were flushed are missing here"])
    }

    /// A log of one run with two records, to which whole blocks can be added that no writer of this version writes.
    private struct ExtensibleLog {
        let story = Story(1)
        let files: [String: [UInt8]]
        let scan: LogScan
        /// The log's identity.
        private let log: FileLog.ID
        /// Where the next block goes in the only segment.
        let end: UInt32

        init() throws {
            let disk = SimulatedDisk(chance: Seeded(1))
            let log = try FileLog(on: disk)
            try log.write(story.append(story.records(2)))
            try log.closeAndWait()
            files = disk.logFiles
            self.log = try #require(SegmentHeader(in: files["00000001.log"] ?? [])).log
            scan = try LogScan(LogFolder("log", in: disk))
            end = try #require(scan.end).offset
        }

        /// The files of the log with one block more.
        func with(
            _ kind: UInt8, _ payload: [UInt8], number: UInt64? = nil, flags: UInt8 = 0
        ) -> [String: [UInt8]] {
            var block = BlockBytes(at: UInt64(end), seed: BlockSeed(log: log, segment: 1))
            let header = BlockHeader(
                kind: kind, flags: flags, epoch: 9, unflushedBefore: 0, number: number ?? scan.nextBlock)
            block.add(header, expecting: payload.count) { $0 += payload }
            var files = files
            files["00000001.log"]?.replaceSubrange(Int(end)..<Int(end) + block.bytes.count, with: block.bytes)
            return files
        }

        /// The part of a block's payload that says how the run goes on: by one more record.
        func entry(at time: Int64, previous: BlockPlace? = nil) throws -> [UInt8] {
            let known = try #require(scan.index.find(story.run))
            let entry = EntryToWrite(
                run: story.run, origin: .continuing(previous: previous ?? scan.index[known].place, first: 2), count: 1,
                time: time, neededRecords: [])
            var bytes: [UInt8] = []
            bytes.append(varint: 1)
            entry.append(to: &bytes, in: 1)
            return bytes
        }

        /// The payload of a block that goes on with the run by a record of these bytes, and the byte of the file at which they begin.
        func commit(of record: [UInt8], at time: Int64) throws -> (payload: [UInt8], start: Int) {
            // One append, of the first run, of one record.
            var payload = try entry(at: time) + [1, 0, 1]
            payload.append(varint: UInt64(record.count))
            return (payload + record, Int(end) + Block.headerLength + payload.count)
        }
    }

    @Test("A block that is whole, but says what no log can have, is named, and the log is refused")
    func malformedBlocks() throws {
        let log = try ExtensibleLog()
        func told(_ files: [String: [UInt8]]) throws -> [String] {
            let findings = try report(files).findings
            let error = #expect(throws: FileLog.Failure.self) { try FileLog(on: SimulatedDisk(files)) }
            guard case .damaged(path: "log", _) = error else { throw try #require(error) }
            return findings.map { "\($0.kind): \($0.reason)" }
        }
        // The run begins again, in a block whose checksum holds.
        var again: [UInt8] = []
        again.append(varint: 1)
        EntryToWrite(
            run: log.story.run, origin: .beginning(table: 0, reference: nil), count: 1, time: 0, neededRecords: nil
        )
        .append(to: &again, in: 1)
        #expect(try told(log.with(2, again)).count == 1)
        let number = log.scan.nextBlock
        #expect(
            try told(log.with(1, [0, 0], number: number + 4))
                == ["misplaced: block \(number + 4) stands where block \(number) belongs"])
        // The entry must lead back to the block that has the run's last record.
        let astray = try log.entry(at: 5_000, previous: BlockPlace(segment: 1, offset: 48))
        #expect(try told(log.with(2, astray + [0])).count == 1)
        // A run that is named twice, each time with a record that follows the one before.
        func named(twice run: RunID, _ origins: [EntryToWrite.Origin], _ records: [Record]) -> [UInt8] {
            var payload: [UInt8] = []
            payload.append(varint: 2)
            for (origin, record) in zip(origins, records) {
                EntryToWrite(run: run, origin: origin, count: 1, time: record.time.milliseconds, neededRecords: [])
                    .append(to: &payload, in: 1)
            }
            payload.append(varint: 2)
            for (entry, record) in records.enumerated() {
                payload += [UInt8(entry), 1]
                payload.append(varint: UInt64(record.codedBytes.count))
                payload += record.codedBytes
            }
            return payload
        }
        let here = BlockPlace(segment: 1, offset: log.end)
        let last = try place(of: log.story.run, in: log.scan)
        let goesOn = named(
            twice: log.story.run, [.continuing(previous: last, first: 2), .continuing(previous: here, first: 3)],
            [log.story.event(2), log.story.event(3)])
        #expect(
            try told(log.with(2, goesOn)) == ["malformedRecord: run \(log.story.run) is named twice in this block"])
        let begins = named(
            twice: Story(8).run,
            [.beginning(table: 48, reference: nil), .continuing(previous: here, first: 1)], Story(8).records(2))
        #expect(try told(log.with(2, begins)) == ["malformedRecord: run \(Story(8).run) is named twice in this block"])
        // Two runs with so many records that no number of 64 bits counts them.
        var endless: [UInt8] = []
        endless.append(varint: 2)
        for number: UInt64 in 8...9 {
            EntryToWrite(
                run: Story(number).run, origin: .beginning(table: 48, reference: nil), count: 1 << 63, time: 0,
                neededRecords: nil
            )
            .append(to: &endless, in: 1)
        }
        #expect(
            try told(log.with(2, endless)) == ["malformedRecord: what the block says of its runs cannot be read"])
    }

    @Test("A record that cannot be read is told alike by whoever verifies and whoever reads, with its byte of the file")
    func unreadableRecord() throws {
        let log = try ExtensibleLog()
        var record = log.story.event(2).codedBytes
        let text = try #require(record.firstRange(of: Array("PENDING".utf8))).lowerBound
        record[text] = 0xFF
        let (payload, start) = try log.commit(of: record, at: 2_000)
        let files = log.with(2, payload)
        let disk = SimulatedDisk(files)
        // The text's count stands before it.
        let reason =
            "a record of run \(log.story.run) cannot be read: there is a text that is not UTF-8 at byte \(start + text - 1) of the file"
        #expect(try report(files).findings.map(\.reason) == [reason])
        let reader = try FileLog.Reader("log", in: disk)
        let error = #expect(throws: FileLog.Failure.self) { try reader.records(of: log.story.run) }
        guard case .damaged(path: "log", let finding) = error else { throw try #require(error) }
        #expect(finding.reason == reason && finding.position == UInt64(log.end))
    }

    /// The end of each sentence about something that a newer version of Keyway wrote.
    private static let newer = "which a newer version of Keyway wrote: read the log with that version or a newer one"

    @Test("What a newer version wrote is said to be that, and the log is left as it is and where it is")
    func newerContent() throws {
        let log = try ExtensibleLog()
        let unknownRecord = try log.commit(of: [0, 2, 0x90, 0x4E, 9], at: 5_000).payload
        var unknownEntry = try log.entry(at: 5_000)
        // The tag stands behind the count of entries and the run's identity.
        unknownEntry[17] = 7
        for (files, what) in [
            (log.with(4, []), "this block is of kind 4"),
            (log.with(1, [0, 0], flags: 1), "this block has the flags 1"),
            (log.with(2, unknownRecord), "a record of run \(log.story.run) is of kind 9"),
            (log.with(2, unknownEntry), "what this block says of a run has the tag 7"),
        ] {
            let disk = SimulatedDisk(files)
            let failure = FileLog.Failure.newerContent(
                path: "log/00000001.log", position: UInt64(log.end), what: "\(what), \(Self.newer)")
            #expect(failure.description == "log/00000001.log, byte \(log.end): \(what), \(Self.newer)")
            #expect(throws: failure) { try FileLog(on: disk) }
            #expect(throws: failure) { try FileLog(on: disk, ifDamaged: .beginAnewBeside) }
            #expect(throws: failure) { try FileLog.verify("log", in: disk) }
            #expect(throws: failure) { try FileLog.Reader("log", in: disk) }
            #expect(disk.logFiles == files && !disk.hasFolder("log.damaged-1"))
        }
        // Where the checksum does not hold, nothing that the block says counts.
        var changed = log.with(4, [])
        changed["00000001.log"]?[Int(log.end) + 12] ^= 1
        #expect(try report(changed).findings.map(\.kind) == [.tailInDoubt])
    }

    @Test("A tag of a newer version in a record keeps its run from being read, and the log is not called damaged")
    func newerTag() throws {
        let log = try ExtensibleLog()
        let run = log.story.run
        var record = log.story.event(2).codedBytes
        // Leg, sequence, time in two bytes, kind and event stand before the cause.
        record[6] = 99
        let (payload, start) = try log.commit(of: record, at: 2_000)
        let disk = SimulatedDisk(log.with(2, payload))
        let what = "a record of run \(run) has the tag 99 at byte \(start + 6) of the file, \(Self.newer)"
        let failure = FileLog.Failure.newerContent(
            path: "log/00000001.log", position: UInt64(log.end), what: what)
        #expect(throws: failure) { try FileLog.verify("log", in: disk) }
        let reader = try FileLog.Reader("log", in: disk)
        #expect(throws: failure) { try reader.records(of: run) }
        let error = LogError.newer("00000001.log, byte \(log.end): \(what)")
        #expect("\(error)" == "00000001.log, byte \(log.end): \(what)")
        let opened = try FileLog(on: disk)
        #expect(throws: error) { try opened.durableRecords(of: run) }
        try opened.write(Story(2), upTo: 2)
    }

    private func place(of run: RunID, in scan: LogScan) throws -> BlockPlace {
        scan.index[try #require(scan.index.find(run))].place
    }

    @Test("A segment that is missing, doubled or of another log is named")
    func segments() throws {
        let files = try Self.files()
        for number in [1, 2, 3] {
            var fewer = files
            fewer["0000000\(number).log"] = nil
            let finding = try #require(try report(fewer).findings.first)
            #expect((finding.kind, finding.file) == (.missingSegment, "0000000\(number).log"))
            #expect(throws: FileLog.Failure.self) { try FileLog(on: SimulatedDisk(fewer)) }
        }
        var doubled = files
        doubled["00000004.log"] = files["00000003.log"]
        #expect(try report(doubled).findings.map(\.kind) == [.misplaced])
        var swapped = files
        swapped["00000002.log"] = files["00000003.log"]
        #expect(try report(swapped).findings.contains { $0.kind == .misplaced && $0.file == "00000002.log" })
        var foreign = files
        foreign["notes.txt"] = [1]
        foreign[".hidden"] = [1]
        #expect(try report(foreign).findings.map(\.file) == ["notes.txt"])
    }

    @Test("A head without its segments, or of another log, is damage")
    func strangeHeads() throws {
        let files = try Self.files()
        let alone = ["head.index": files["head.index"] ?? []]
        #expect(throws: FileLog.Failure.self) { try FileLog(on: SimulatedDisk(alone)) }
        #expect(try report(alone).findings.map(\.kind) == [.missingSegment])
        // The greatest number that a head can name is a segment's as well.
        var far = files
        for slot in 0..<2 {
            let range = slot * Head.slotLength..<(slot + 1) * Head.slotLength
            var head = try #require(Head(slot: files["head.index"]?[range] ?? []))
            head.place.segment = .max
            far["head.index"]?.replaceSubrange(range, with: head.bytes)
        }
        let reason = "this segment and \(UInt32.max - 4) after it are missing"
        #expect(try report(far).findings.map(\.description) == ["00000004.log, byte 0: \(reason)"])
        #expect(throws: FileLog.Failure.self) { try FileLog(on: SimulatedDisk(far)) }
        // A segment of the greatest number is the last, and none is missing behind it.
        far["4294967295.log"] = files["00000003.log"]
        #expect(try report(far).findings.map(\.kind) == [.missingSegment, .misplaced])
        let disk = SimulatedDisk(chance: Seeded(3))
        _ = try FileLog(on: disk, seed: 99)
        var other = files
        other["head.index"] = disk.logFiles["head.index"]
        #expect(try report(other).findings.map(\.kind) == [.misplaced])
        #expect(throws: FileLog.Failure.self) { try FileLog(on: SimulatedDisk(other)) }
        // What the segments have is read all the same.
        let whole = try FileLog.Reader("log", in: SimulatedDisk(files))
        let reader = try FileLog.Reader("log", in: SimulatedDisk(other))
        #expect(reader.runs == whole.runs && whole.runs.count == 3)
        for run in whole.runs { #expect(try reader.records(of: run) == whole.records(of: run)) }
    }

    @Test("A head that has counted to where no number follows is damaged, and is whole again once the log was opened")
    func endlessCounter() throws {
        let files = try Self.files()
        let head = try #require(files["head.index"])
        for slots in [[0], [1], [0, 1]] {
            var files = files
            for slot in slots {
                let range = slot * Head.slotLength..<(slot + 1) * Head.slotLength
                var changed = try #require(Head(slot: head[range]))
                changed.counter = slot == 0 ? .max - 1 : .max
                files["head.index"]?.replaceSubrange(range, with: changed.bytes)
            }
            #expect(try report(files).findings.map(\.kind) == slots.map { _ in .damagedHead })
            let disk = SimulatedDisk(files)
            try FileLog(on: disk, segmentSize: 500).closeAndWait()
            #expect(try FileLog.verify("log", in: disk).findings == [])
        }
    }

    @Test("A damaged head is named, keeps nobody from opening, and is whole again then")
    func damagedHead() throws {
        var files = try Self.files()
        for slots in [[0], [1], [0, 1]] {
            for slot in slots { files["head.index"]?[slot * 64 + 20] ^= 4 }
            #expect(try report(files).findings.map(\.kind) == slots.map { _ in .damagedHead })
            let disk = SimulatedDisk(files)
            try FileLog(on: disk).closeAndWait()
            #expect(try FileLog.verify("log", in: disk).findings == [])
            files = disk.logFiles
        }
    }

    @Test("A block from another place of the log is none where it stands")
    func copiedBlock() throws {
        var files = try Self.files()
        let bytes = files["00000003.log"] ?? []
        let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
        let copy = Array(bytes[48..<max(48, min(end, bytes.count - end + 48))])
        files["00000003.log"]?.replaceSubrange(end..<end + copy.count, with: copy)
        #expect(try report(files).findings.map(\.kind) == [.tailInDoubt])
    }

    @Test("Of a tail in doubt no more is copied than what is written, and the same place can be set aside again")
    func setAsideTwice() throws {
        var files = try Self.files()
        let end = try #require(files["00000003.log"]?.lastIndex { $0 != 0 }) + 1
        files["00000003.log"]? += [UInt8](repeating: 0, count: 100_000)
        for round in 1...3 {
            files["00000003.log"]?.replaceSubrange(end..<end + 3, with: [UInt8(round), 2, 3])
            let disk = SimulatedDisk(files)
            let finding = try #require(try FileLog.verify("log", in: disk).findings.first)
            #expect((finding.kind, finding.position, finding.length) == (.tailInDoubt, UInt64(end), 3))
            let log = try FileLog(on: disk, segmentSize: 500)
            #expect(log.setAside.count == round)
            #expect(log.setAside.last?.length == 3)
            try log.closeAndWait()
            #expect(try FileLog.verify("log", in: disk).findings == [])
            files = disk.logFiles
        }
        let names = files.keys.filter { $0.contains("torn") }.sorted()
        #expect(names == ["", "-2", "-3"].map { "00000003.torn-\(end)\($0)" })
        #expect(try report(files).setAside.map(\.file) == names)
        for name in names {
            try #require(files[name]?.count == Remainder.headerLength + 3)
            for index in (files[name] ?? []).indices {
                var flipped = files
                flipped[name]?[index] ^= 0x40
                #expect(try report(flipped).findings.map(\.kind) == [.damagedRemainder], "\(name) \(index)")
            }
        }
    }

    @Test("A file with a size that none of its kind has is a finding, and no memory is taken for the size")
    func endlessFiles() throws {
        var files = try Self.files()
        let end = try #require(files["00000003.log"]?.lastIndex { $0 != 0 }) + 1
        files["00000003.log"]?.replaceSubrange(end..<end + 3, with: [1, 2, 3])
        let disk = SimulatedDisk(files)
        try FileLog(on: disk, segmentSize: 500).closeAndWait()
        let reason = "no segment has so many bytes"
        for (name, told) in [
            ("00000001.log", "damage: \(reason)"), ("00000003.log", "damage: \(reason)"),
            ("head.index", "damagedHead: these bytes are not part of it"),
            ("00000003.torn-\(end)", "damagedRemainder: these bytes, which were set aside, are damaged"),
        ] {
            for size: UInt64 in [1 << 40, UInt64(UInt32.max), (1 << 30) + 57] {
                let endless = EndlessFileDisk(disk, file: name, size: size)
                let findings = try FileLog.verify("log", in: endless).findings.filter { $0.file == name }
                #expect(findings.map { "\($0.kind): \($0.reason)" } == [told])
                #expect(findings.map { $0.position + $0.length } == [size])
                _ = try FileLog.Reader("log", in: endless, pastDamage: true)
                #expect(endless.requests.allSatisfy { $0 < 10_000 } && !endless.requests.isEmpty, "\(name)")
            }
        }
    }

    /// A file whose first bytes are ones and all others zeros.
    private struct HollowFile: OpenFile {
        let written: UInt64
        let length: UInt64

        func size() -> UInt64 { length }
        func bytes(from offset: UInt64, count: Int) -> [UInt8] {
            let end = min(length, offset + UInt64(count))
            let ones = max(offset, min(written, end)) - offset
            return [UInt8](repeating: 1, count: Int(ones)) + [UInt8](repeating: 0, count: Int(end - offset - ones))
        }
        func write(_: [UInt8], at _: UInt64) {}
        func truncate(to _: UInt64) {}
        func flush() {}
    }

    @Test(
        "Of the zeros at the end of a file no more take memory than a block can end in",
        arguments: [0, 1, 5, 3_000_000])
    func hollowFile(written: UInt64) throws {
        for length in [written, written + 6, written + 7, written + 8, written + 5_000_000] {
            let file = HollowFile(written: written, length: length)
            let contents = try FileContents(file, upTo: 1 << 30, keepingZeros: 7)
            #expect(contents.size == length && contents.unreadable == [])
            #expect(contents.bytes == file.bytes(from: 0, count: Int(min(length, written + 7))))
        }
    }

    @Test("A log of another format is left alone, and the sentence names the version that reads it")
    func otherFormats() throws {
        for version: UInt8 in [1, 3] {
            var files = try Self.files()
            var header = Array((files["00000001.log"] ?? []).prefix(44))
            header[8] = version
            var writer = ByteWriter()
            writer.raw(header)
            writer.fixed(CRC32C.checksum(of: header))
            files["00000001.log"] = writer.bytes + [1, 2, 3, 4]
            files["head.index"] = nil
            let disk = SimulatedDisk(files)
            let error = #expect(throws: FileLog.Failure.self) { try FileLog(on: disk, ifDamaged: .beginAnewBeside) }
            let path = "log/00000001.log"
            if version == 1 {
                #expect(error == .olderFormat(path: path, found: 1, known: 2))
                #expect(error?.description.contains("the versions of Keyway before format 2 read") == true)
            } else {
                #expect(error == .newerFormat(path: path, found: 3, known: 2))
            }
            #expect(disk.logFiles == files)
            #expect(throws: try #require(error)) { try FileLog.verify("log", in: disk) }
        }
    }
}

extension SegmentHeader {
    init?(in bytes: [UInt8]) {
        guard case .header(let header) = SegmentBeginning(Array(bytes.prefix(Self.length))) else { return nil }
        self = header
    }
}

extension [UInt8] {
    /// How often the part stands in these bytes.
    fileprivate func occurrences(of part: [UInt8]) -> Int {
        indices.count { self[$0...].starts(with: part) }
    }
}
