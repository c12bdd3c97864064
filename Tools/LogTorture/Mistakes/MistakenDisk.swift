import KeywayFileLog
import KeywayLog
import SimulatedDisk

/// A disk below a correct log that makes the log seem to have the mistake: it skips the calls that a log with the mistake would not make.
/// For `evidenceCut` it cuts files.
struct MistakenDisk: WrappingFileSystem {
    let base: any FileSystem
    let mistake: LogMistake
    /// Whether the log is being opened, and is not for the first time.
    let isReopening: @Sendable () -> Bool

    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        MistakenFolder(base: try base.openFolder(path), disk: self)
    }

    func moveFolder(_ path: String, to target: String) throws(StorageFault) {
        try base.moveFolder(path, to: target)
        guard mistake == .evidenceCut else { return }
        let folder = try base.openFolder(target)
        for name in try folder.names() where name.hasSuffix(".log") {
            try folder.openFile(name, for: .writing).truncate(to: 0)
        }
    }
}

private struct MistakenFolder: WrappingFolder {
    let base: any OpenFolder
    let disk: MistakenDisk

    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        MistakenFile(base: try base.openFile(name, for: purpose), disk: disk)
    }

    func flush() throws(StorageFault) {
        if disk.mistake == .folderNotFlushedOnReopening, disk.isReopening() { return }
        try base.flush()
    }

    func flushOwnName() throws(StorageFault) {
        if disk.mistake == .folderNotFlushedOnReopening, disk.isReopening() { return }
        try base.flushOwnName()
    }

    func flushPath() throws(StorageFault) {
        if disk.mistake == .onlyOwnNameFlushed { return try base.flushOwnName() }
        try base.flushPath()
    }
}

private struct MistakenFile: WrappingFile {
    let base: any OpenFile
    let disk: MistakenDisk

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageFault) {
        if disk.mistake == .tailNotWrittenAgain, disk.isReopening(),
            try base.bytes(from: offset, count: bytes.count) == bytes
        {
            return
        }
        try base.write(bytes, at: offset)
    }

    func flush() throws(StorageFault) {
        switch disk.mistake {
        case .flushSkipped: return
        case .flushErrorIgnored: try? base.flush()
        default: try base.flush()
        }
    }
}
