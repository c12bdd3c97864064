import KeywayFileLog
import KeywayLog
import KeywayTesting
import SimulatedDisk
import Testing

@Suite("A disk that does what real disks do")
struct SimulatedDiskTests {
    private static let sector = 512

    private func disk(_ seed: UInt64) throws -> (disk: SimulatedDisk, folder: any OpenFolder, file: any OpenFile) {
        let disk = SimulatedDisk(chance: SeededGenerator(seed: seed))
        try disk.makeFolder("log")
        let folder = try disk.openFolder("log")
        let file = try folder.openFile("file", for: .creating)
        try folder.flush()
        return (disk, folder, file)
    }

    /// Which of the file's first sectors begin with another byte than zero.
    private func sectors(_ disk: SimulatedDisk, _ count: Int) -> [Bool] {
        let bytes = disk.contents(of: "log")["file"] ?? []
        return (0..<count).map { $0 * Self.sector < bytes.count && bytes[$0 * Self.sector] != 0 }
    }

    @Test("A loss of power keeps any sectors of one write, also the later without the earlier")
    func tornWrites() throws {
        var seen: Set<[Bool]> = []
        for seed in 0..<400 as Range<UInt64> {
            let (disk, _, file) = try disk(seed)
            try file.write([UInt8](repeating: 1, count: 3 * Self.sector), at: 0)
            disk.restart(after: .powerLoss)
            seen.insert(sectors(disk, 3))
        }
        #expect(seen.count == 8)
    }

    @Test("What was flushed survives every loss of power; of the rest survives what `keeping` says")
    func flushes() throws {
        for seed in 0..<50 as Range<UInt64> {
            let (disk, _, file) = try disk(seed)
            try file.write([UInt8](repeating: 1, count: Self.sector), at: 0)
            try file.flush()
            try file.write([UInt8](repeating: 2, count: Self.sector), at: UInt64(Self.sector))
            let survival: Survival? = seed < 10 ? .nothing : seed < 20 ? .everything : nil
            disk.restart(after: .powerLoss, keeping: survival)
            let found = sectors(disk, 2)
            #expect(found[0], "seed \(seed)")
            if let survival { #expect(found[1] == (survival == .everything), "seed \(seed)") }
        }
    }

    @Test("Bytes of a failed flush can be read, but only a second write makes sure that a later flush keeps them")
    func failedFlush() throws {
        for isWrittenAgain in [false, true] {
            var lost = 0
            for seed in 0..<40 as Range<UInt64> {
                let (disk, _, file) = try disk(seed)
                let bytes = [UInt8](repeating: 1, count: Self.sector)
                try file.write(bytes, at: 0)
                disk.strike(.failure, atFlushOf: "file")
                #expect(throws: StorageFault.self) { try file.flush() }
                #expect(try file.bytes(from: 0, count: 1) == [1])
                if isWrittenAgain { try file.write(bytes, at: 0) }
                try file.flush()
                disk.restart(after: .powerLoss, keeping: .nothing)
                if !sectors(disk, 1)[0] { lost += 1 }
            }
            #expect(isWrittenAgain ? lost == 0 : lost > 20, "of 40 times \(lost)")
        }
    }

    @Test("A name is durable once its folder was flushed, and a rename is one step")
    func names() throws {
        var seen: Set<[String]> = []
        for seed in 0..<100 as Range<UInt64> {
            let (disk, folder, _) = try disk(seed)
            _ = try folder.openFile("new", for: .creating)
            try folder.move("file", to: "renamed")
            disk.restart(after: .powerLoss)
            seen.insert(disk.contents(of: "log").keys.sorted())
        }
        #expect(seen == [["file"], ["file", "new"], ["new", "renamed"], ["renamed"]])
    }

    @Test("A second name is refused where something has it, and is durable once the folder was flushed")
    func secondName() throws {
        for isFlushed in [false, true] {
            let (disk, folder, file) = try disk(1)
            try file.write([1], at: 0)
            try file.flush()
            try folder.link("file", as: "second")
            #expect(throws: StorageFault.self) { try folder.link("file", as: "second") }
            #expect(throws: StorageFault.self) { try folder.link("missing", as: "third") }
            try folder.removeFile("file")
            if isFlushed { try folder.flush() }
            disk.restart(after: .powerLoss, keeping: .nothing)
            #expect(disk.contents(of: "log") == [(isFlushed ? "second" : "file"): [1]])
        }
    }

    @Test("A new folder may be lost until its name is flushed in the folder above")
    func ownName() throws {
        for isFlushed in [false, true] {
            let disk = SimulatedDisk(chance: SeededGenerator(seed: 1))
            disk.makeFolderUnflushed("log")
            if isFlushed { try disk.openFolder("log").flushOwnName() }
            disk.restart(after: .powerLoss, keeping: .nothing)
            #expect(disk.hasFolder("log") == isFlushed)
        }
    }

    @Test("A flush of the path keeps the names of all folders on it, and one of the own name keeps that name alone")
    func path() throws {
        for isWhole in [false, true] {
            let disk = SimulatedDisk(chance: SeededGenerator(seed: 1))
            disk.makeFolderUnflushed("a/b/log")
            let folder = try disk.openFolder("a/b/log")
            if isWhole { try folder.flushPath() } else { try folder.flushOwnName() }
            disk.restart(after: .powerLoss, keeping: .nothing)
            #expect(disk.hasFolder("a/b/log") == isWhole)
        }
    }

    @Test("A process that is killed loses its files and locks, and nothing that it wrote")
    func kill() throws {
        let (disk, folder, file) = try disk(1)
        let lock = try #require(try folder.takeLock("lock", shared: false))
        try file.write([7], at: 0)
        #expect(try disk.openFolder("log").takeLock("lock", shared: true) == nil)
        disk.restart(after: .kill)
        #expect(throws: StorageFault.self) { try file.write([8], at: 0) }
        #expect(try disk.openFolder("log").takeLock("lock", shared: false) != nil)
        #expect(disk.contents(of: "log")["file"] == [7])
        withExtendedLifetime(lock) {}
    }

    @Test("Shared locks go beside each other, and not beside the other kind")
    func locks() throws {
        let (_, folder, _) = try disk(1)
        // There is no lock file yet: only an exclusive lock makes one.
        #expect(try folder.takeLock("lock", shared: true) == nil)
        var writer = try folder.takeLock("lock", shared: false)
        #expect(writer != nil)
        #expect(try folder.takeLock("lock", shared: true) == nil)
        writer = nil
        let readers = [try folder.takeLock("lock", shared: true), try folder.takeLock("lock", shared: true)]
        #expect(readers.allSatisfy { $0 != nil })
        #expect(try folder.takeLock("lock", shared: false) == nil)
        withExtendedLifetime(readers) {}
    }

    @Test("Without room a write beyond the end fails, perhaps in part; one within the file works; and room comes back")
    func room() throws {
        let (disk, folder, file) = try disk(1)
        try file.write([1, 1], at: 0)
        disk.strike(.noRoom(calls: 4), atCall: disk.calls)
        try file.write([2, 2], at: 0)
        #expect(throws: StorageFault.self) { try file.write([UInt8](repeating: 3, count: 2_000), at: 1) }
        #expect(throws: StorageFault.self) { try folder.openFile("new", for: .creating) }
        #expect(try file.size() < 2_001)
        try file.write([UInt8](repeating: 3, count: 2_000), at: 1)
        #expect(try file.size() == 2_001)
    }

    @Test("Without descriptors nothing is opened, and what is open works")
    func descriptors() throws {
        let (disk, folder, file) = try disk(1)
        disk.strike(.noDescriptors(calls: 2), atCall: disk.calls)
        #expect(throws: StorageFault.self) { try folder.openFile("file", for: .reading) }
        try file.write([1], at: 0)
        _ = try folder.openFile("file", for: .reading)
    }

    @Test("A folder that is moved stays open, and is not in its place")
    func moved() throws {
        let (disk, folder, file) = try disk(1)
        #expect(try folder.isInPlace())
        disk.strike(.moved(to: "elsewhere"), atCall: disk.calls)
        try file.write([1], at: 0)
        #expect(try !folder.isInPlace())
        #expect(try folder.names() == ["file"])
        disk.makeFolderUnflushed("log")
        #expect(try !folder.isInPlace())
        disk.deleteFolder("elsewhere")
        #expect(throws: StorageFault.self) { try folder.openFile("new", for: .creating) }
    }

    @Test("An interrupted write takes a second call for the rest, and loses nothing")
    func interruption() throws {
        let (disk, _, file) = try disk(1)
        let calls = disk.calls
        disk.strike(.interruption, atCall: calls)
        try file.write([1, 2, 3], at: 0)
        #expect(disk.calls == calls + 2)
        #expect(disk.contents(of: "log")["file"] == [1, 2, 3])
    }

    @Test("Bytes are found in whatever file has them, also across sectors, and apart from those that were flushed")
    func search() throws {
        let (disk, folder, file) = try disk(1)
        let bytes = (1...20).map { UInt8($0) } + [0, 0]
        try file.write(bytes, at: UInt64(Self.sector) - 20)
        try file.write([UInt8](repeating: 0, count: 100), at: UInt64(Self.sector) + 2)
        #expect(disk.has(bytes, flushed: false) && !disk.has(bytes, flushed: true))
        try file.flush()
        // Bytes of a file whose name was removed are found as well, whether the removal is flushed or not.
        try folder.removeFile("file")
        #expect(disk.has(bytes, flushed: true) && !disk.has(bytes + [1], flushed: true))
    }

    @Test("The same numbers do the same again, bit for bit")
    func repetition() throws {
        func traces(_ seed: UInt64) throws -> [UInt64] {
            let (disk, folder, file) = try disk(seed)
            for call in 0..<20 as Range<UInt64> {
                if call == 9 { disk.strike(.failure, atCall: disk.calls) }
                try? file.write([UInt8](repeating: UInt8(call), count: 700), at: call * 300)
                if call % 5 == 4 { try? file.flush() }
            }
            try folder.flush()
            disk.restart(after: .powerLoss)
            let bytes = disk.contents(of: "log")["file"] ?? []
            return [disk.trace] + bytes.map(UInt64.init)
        }
        for seed in 0..<10 as Range<UInt64> { #expect(try traces(seed) == traces(seed)) }
        #expect(try traces(1) != traces(2))
    }

    @Test("Zeros that were never stored are read from any byte on")
    func unstoredZeros() throws {
        let (_, _, file) = try disk(1)
        try file.write([1] + [UInt8](repeating: 0, count: 5_000), at: 0)
        #expect(try file.bytes(from: 3_000, count: 9) == [UInt8](repeating: 0, count: 9))
    }

    @Test("Zeros take no room and no time, however many")
    func zeros() throws {
        let (disk, _, file) = try disk(1)
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        for part in 0..<64 as Range<UInt64> { try file.write(zeros, at: part << 20) }
        try file.flush()
        disk.restart(after: .powerLoss)
        #expect(disk.contents(of: "log")["file"]?.count == 64 << 20)
    }
}
