import KeywayCore
import KeywayCrypto
import KeywayFileLog
import KeywayKeys
import KeywayLog
import KeywayTesting
import SimulatedDisk
import Testing

private let run = RunID(high: 1, low: 2)
private let bytes = [UInt8](repeating: 7, count: AESGCMKey.length)

/// A disk that has these files in a folder `keys`, flushed.
private func makeDisk(with files: [String] = [], seed: UInt64 = 1) -> SimulatedDisk {
    let disk = SimulatedDisk(chance: SeededGenerator(seed: seed))
    for file in files { disk.write(bytes, to: "keys/\(file)") }
    return disk
}

/// Keys on a disk that fails, and on one that another process uses as well.
///
/// A key is written into a draft, a file whose name ends in `new0` to `new15`, which is then linked to the key's own name.
@Suite("Keys on a disk that fails")
struct FailingDiskTests {
    @Test("A key whose erasing failed to flush the folder is erased durably once that is asked again")
    func erasedAgain() throws {
        let disk = makeDisk(with: ["\(run).key"])
        let store = try FileKeyStore("keys", in: disk)
        disk.strike(.failure, atFlushOf: "keys")
        #expect(throws: FileKeyStore.Failure.self) { try store.eraseKeyAndWait(of: run) }
        #expect(try !store.eraseKeyAndWait(of: run))
        disk.restart(after: .powerLoss, keeping: .nothing)
        #expect(disk.contents(of: "keys").isEmpty)
    }

    @Test("Erasing removes the drafts of the run's key, and nothing of another run")
    func drafts() throws {
        let other = RunID(high: 1, low: 3)
        let disk = makeDisk(with: ["\(run).key", "\(run).key.new0", "\(run).key.new15", "\(other).key.new0"])
        #expect(try FileKeyStore("keys", in: disk).eraseKeyAndWait(of: run))
        disk.restart(after: .powerLoss, keeping: .nothing)
        #expect(disk.contents(of: "keys").keys.sorted() == ["\(other).key.new0"])
    }

    @Test("Erasing asks for the run's own files, and never for a list of the folder")
    func unlisted() throws {
        let disk = makeDisk(with: ["\(run).key", "\(run).key.new3"])
        let lists = Lock(0)
        let store = try FileKeyStore("keys", in: CountedDisk(base: disk, lists: lists))
        #expect(try store.eraseKeyAndWait(of: run))
        #expect(lists.withLock { $0 } == 0)
        #expect(disk.contents(of: "keys").isEmpty)
    }

    @Test("A folder made without a flush is not lost once the store has opened it, nor are those above")
    func unflushedFolder() throws {
        for made in ["a", "a/b", "a/b/keys"] {
            let disk = makeDisk()
            disk.makeFolderUnflushed(made)
            _ = try FileKeyStore("a/b/keys", in: disk)
            disk.restart(after: .powerLoss, keeping: .nothing)
            #expect(disk.hasFolder("a/b/keys"), "\(made)")
        }
    }

    @Test("Where another folder stands at the store's path, no key is called erased that may still be there")
    func replacedFolder() throws {
        for deletes in [false, true] {
            let disk = makeDisk(with: ["\(run).key"])
            let store = try FileKeyStore("keys", in: disk)
            if deletes { disk.deleteFolder("keys") } else { disk.relocateFolder("keys", to: "keys.old") }
            disk.write(bytes, to: "keys/\(run).key")
            let failure = #expect(throws: FileKeyStore.Failure.self) { try store.eraseKeyAndWait(of: run) }
            guard case .storage(let fault) = failure else { throw try #require(failure) }
            #expect(fault.description == "keys: cannot go on in it: the folder was moved or deleted")
            #expect(disk.contents(of: "keys").count == 1)
        }
    }

    @Test("The key in a folder that was moved, and that nothing stands in the place of, is erased where it is now")
    func movedFolder() throws {
        let disk = makeDisk(with: ["\(run).key"])
        let store = try FileKeyStore("keys", in: disk)
        disk.relocateFolder("keys", to: "elsewhere")
        #expect(try store.eraseKeyAndWait(of: run))
        #expect(disk.contents(of: "elsewhere").isEmpty)
    }

    @Test("What nobody waits for any more when its turn comes is not done")
    func cancelled() async throws {
        let (disk, gate) = (makeDisk(with: ["\(run).key"]), Gate())
        let store = try FileKeyStore("keys", in: HeldDisk(base: disk, gate: gate))
        let asking = Task { try await store.key(of: run) }
        while !gate.isReached { try await Task.sleep(for: .milliseconds(1)) }
        let others = (3...5).map { (low: UInt64) in
            let other = Task { try await store.makeKey(for: RunID(high: 1, low: low)) }
            other.cancel()
            return other
        }
        gate.open()
        #expect(try await asking.value != nil)
        for other in others { await #expect(throws: CancellationError.self) { try await other.value } }
        #expect(disk.contents(of: "keys").count == 1)
    }

    @Suite("Making a key", .enabled(if: AESGCM.isAvailable, "the package was built without its trait Crypto"))
    struct MakingTests {
        @Test("A key whose name could not be flushed is not found, and another can be made")
        func unflushedName() throws {
            let disk = makeDisk()
            let store = try FileKeyStore("keys", in: disk)
            disk.strike(.failure, atFlushOf: "keys")
            #expect(throws: FileKeyStore.Failure.self) { try store.makeKeyAndWait(for: run) }
            #expect(try store.keyAndWait(of: run) == nil)
            let key = try store.makeKeyAndWait(for: run)
            disk.restart(after: .powerLoss, keeping: .nothing)
            #expect(try FileKeyStore("keys", in: disk).keyAndWait(of: run)?.bytes == key.bytes)
            #expect(disk.contents(of: "keys").count == 1)
        }

        @Test("A key that nobody waits for any more while it is made does not stay, and another can be made")
        func cancelled() async throws {
            let (disk, gate) = (makeDisk(), Gate())
            let store = try FileKeyStore("keys", in: HeldDisk(base: disk, gate: gate))
            let making = Task { try await store.makeKey(for: run) }
            while !gate.isReached { try await Task.sleep(for: .milliseconds(1)) }
            making.cancel()
            gate.open()
            await #expect(throws: CancellationError.self) { try await making.value }
            #expect(disk.contents(of: "keys").isEmpty)
            _ = try await store.makeKey(for: run)
            #expect(disk.contents(of: "keys").count == 1)
        }

        @Test("In a folder that was moved or deleted no key is made, and none is given out")
        func removedFolder() throws {
            let other = RunID(high: 1, low: 3)
            for (deletes, isReplaced) in [(false, false), (false, true), (true, false), (true, true)] {
                let disk = makeDisk(with: ["\(run).key"])
                let store = try FileKeyStore("keys", in: disk)
                if deletes { disk.deleteFolder("keys") } else { disk.relocateFolder("keys", to: "keys.old") }
                if isReplaced { disk.write(bytes, to: "keys/\(run).key") }
                let fault = StorageFault(
                    operation: "go on in", subject: "keys", number: 0, reason: "the folder was moved or deleted")
                #expect(throws: FileKeyStore.Failure.storage(fault)) { try store.makeKeyAndWait(for: other) }
                #expect(throws: FileKeyStore.Failure.storage(fault)) { try store.keyAndWait(of: run) }
            }
        }

        @Test("A draft that a killed process has left keeps nobody from making the key")
        func leftDraft() throws {
            let store = try FileKeyStore("keys", in: makeDisk(with: ["\(run).key.new0", "\(run).key.new1"]))
            let key = try store.makeKeyAndWait(for: run)
            #expect(try store.keyAndWait(of: run)?.bytes == key.bytes)
        }

        @Test(
            "Where killed processes have left all drafts, the file that cannot be made is told, and no key that is not there"
        )
        func allDraftsLeft() throws {
            let drafts = (0..<16).map { "\(run).key.new\($0)" }
            let store = try FileKeyStore("keys", in: makeDisk(with: drafts))
            let failure = #expect(throws: FileKeyStore.Failure.self) { try store.makeKeyAndWait(for: run) }
            guard case .storage(let fault) = failure else { throw try #require(failure) }
            #expect(fault.isTaken && fault.subject == "keys/\(run).key.new15")
            #expect(try store.keyAndWait(of: run) == nil)
            // Erasing the key, which is not there, frees the names of its drafts.
            #expect(try !store.eraseKeyAndWait(of: run))
            _ = try store.makeKeyAndWait(for: run)
        }

        @Test("Of two processes that make a key for one run, one keeps its key, and the other is refused")
        func twoProcesses() throws {
            let disk = makeDisk()
            let other = try FileKeyStore("keys", in: disk)
            let made = Lock<AESGCMKey?>(nil)
            let interrupted = InterruptedDisk(disk, before: .link) {
                let key = try? other.makeKeyAndWait(for: run)
                made.withLock { $0 = key }
            }
            let store = try FileKeyStore("keys", in: interrupted)
            #expect(throws: FileKeyStore.Failure.exists(run)) { try store.makeKeyAndWait(for: run) }
            let key = try #require(made.withLock { $0 })
            #expect(try store.keyAndWait(of: run)?.bytes == key.bytes)
            #expect(disk.contents(of: "keys").count == 1)
        }

        @Test(
            "After a crash at any call a key is whole or missing, and erasing leaves nothing", arguments: Crash.allCases
        )
        func ends(crash: Crash) throws {
            let quiet = makeDisk()
            _ = try FileKeyStore("keys", in: quiet).makeKeyAndWait(for: run)
            for call in 0..<quiet.calls {
                let disk = makeDisk(seed: UInt64(call))
                disk.strike(.crash(crash), atCall: call)
                _ = try? FileKeyStore("keys", in: disk).makeKeyAndWait(for: run)
                disk.restart(after: crash)
                let store = try FileKeyStore("keys", in: disk)
                if try store.keyAndWait(of: run) == nil { _ = try store.makeKeyAndWait(for: run) }
                #expect(try store.eraseKeyAndWait(of: run), "call \(call)")
                disk.restart(after: .powerLoss, keeping: .nothing)
                #expect(disk.contents(of: "keys").isEmpty, "call \(call)")
            }
        }
    }
}

/// Where a thread waits until the gate is opened.
private final class Gate: Sendable {
    private let state = Monitor((isReached: false, isOpen: false))

    var isReached: Bool { state.withLock { $0.isReached } }

    func open() {
        state.withLock { $0.isOpen = true }
        state.wake()
    }

    func pass() {
        state.withLock { $0.isReached = true }
        state.wait { $0.isOpen ? .found(()) : .waiting }
    }
}

/// A disk that opens no file of a folder before a gate is open.
private struct HeldDisk: WrappingFileSystem {
    let base: any FileSystem
    let gate: Gate

    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        HeldFolder(base: try base.openFolder(path), gate: gate)
    }
}

private struct HeldFolder: WrappingFolder {
    let base: any OpenFolder
    let gate: Gate

    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        gate.pass()
        return try base.openFile(name, for: purpose)
    }
}

/// A disk that counts how often a folder of it is listed.
private struct CountedDisk: WrappingFileSystem {
    let base: any FileSystem
    let lists: Lock<Int>

    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        CountedFolder(base: try base.openFolder(path), lists: lists)
    }
}

private struct CountedFolder: WrappingFolder {
    let base: any OpenFolder
    let lists: Lock<Int>

    func names() throws(StorageFault) -> [String] {
        lists.withLock { $0 += 1 }
        return try base.names()
    }
}
