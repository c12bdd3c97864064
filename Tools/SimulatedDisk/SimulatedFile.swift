import KeywayCore
import KeywayFileLog
import KeywayLog

/// A file that a process has open; it can be read and written also after its name is removed.
struct SimulatedFile: OpenFile {
    let disk: SimulatedDisk
    /// The number of the process that has the file open.
    let process: Int
    /// The file's number among the disk's nodes, its files and folders.
    let node: Int
    /// The number of the folder in which it was opened: by a fault `moved` or `deleted` somebody takes this folder away at a call of the
    /// file.
    let folder: Int
    /// The path by which the file was opened.
    let path: String

    func size() throws(StorageFault) -> UInt64 {
        try call("look at") { [node] shared in UInt64(shared.state.files[node]?.size ?? 0) }
    }

    func bytes(from offset: UInt64, count: Int) throws(StorageFault) -> [UInt8] {
        try call("read") { [node] shared in
            shared.state.files[node]?.cached.bytes(from: Int(clamping: offset), count: count) ?? []
        }
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageFault) {
        var done = 0
        while done < bytes.count {
            let rest = bytes[done...]
            let offset = Int(clamping: offset) + done
            done += try disk.callTellingTrouble("write to", path, process: process, folder: folder) {
                [node] (shared, trouble) throws(DiskRefusal) in
                try shared.write(rest, to: node, at: offset, trouble)
            }
        }
    }

    func truncate(to size: UInt64) throws(StorageFault) {
        try call("truncate") { [node] shared in
            shared.state.addToTrace(size)
            let change = shared.state.nextChange()
            shared.state.files[node]?.truncate(to: Int(clamping: size), numbered: change)
        }
    }

    func flush() throws(StorageFault) {
        try disk.callTellingTrouble("flush", path, process: process, folder: folder) {
            [node] (shared, trouble) throws(DiskRefusal) in
            switch trouble {
            // Only a write can be interrupted half way.
            case nil, .interruption: shared.state.files[node]?.flush()
            case .crash:
                // With an even chance the file is flushed before the crash. If it is not, `restart` draws what survives.
                if Bool.random(using: &shared.chance) { shared.state.files[node]?.flush() }
            case .failure:
                // Two times in three no sector becomes durable, else each has an even chance.
                let survival = Survival.any(percent: [0, 0, 50].randomElement(using: &shared.chance) ?? 0)
                shared.state.files[node]?.failFlush(keeping: survival, using: &shared.chance)
                throw .failed
            }
        }
    }

    private func call<Answer>(
        _ operation: String, _ body: (inout SimulatedDisk.Shared) throws(DiskRefusal) -> Answer
    ) throws(StorageFault) -> Answer {
        try disk.call(operation, path, process: process, folder: folder, body)
    }
}

extension SimulatedDisk.Shared {
    /// Writes as many of the bytes as the trouble and the room allow, and returns how many.
    fileprivate mutating func write(
        _ bytes: ArraySlice<UInt8>, to node: Int, at offset: Int, _ trouble: Trouble?
    ) throws(DiskRefusal) -> Int {
        let size = state.files[node]?.size ?? 0
        var count = bytes.count
        var refusal: DiskRefusal?
        if offset + count > size, !state.hasRoom {
            // Bytes within the file's size need no new room. Of the bytes behind the file's end up to a sector's worth may be written, and
            // at least one byte is refused.
            count = min(
                count, max(0, size - offset) + Int.random(in: 0...SparseBytes.sectorSize, using: &chance))
            count = max(0, min(count, bytes.count - 1))
            refusal = .noRoom
        }
        switch trouble {
        case nil: break
        case .interruption: count = (count + 1) / 2
        case .crash: count = Int.random(in: 0...count, using: &chance)
        case .failure:
            count = Int.random(in: 0...count, using: &chance)
            refusal = .failed
        }
        state.addToTrace(UInt64(offset) << 24 ^ UInt64(count))
        let part = bytes.prefix(count)
        // A part of zeros is known by its count, which is in the trace already, so it needs no checksum: a log writes many zeros.
        if !part.isZero { state.addToTrace(UInt64(CRC32C.checksum(of: part))) }
        let change = state.nextChange()
        state.files[node]?.write(part, at: offset, numbered: change)
        if let refusal { throw refusal }
        return count
    }
}
