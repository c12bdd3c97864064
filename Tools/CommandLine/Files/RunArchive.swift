import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayPostgres

/// A log in a folder that takes the runs which leave a database.
struct RunArchive {
    /// Fewer bytes than a block of a log holds, with room for any one record more.
    private static let bytesOfPart = 1 << 20

    private let folder: String
    private let log: FileLog
    /// What the folder had before; nil where that was nothing.
    private let earlier: FileLog.Reader?

    /// Opens the folder's log, and begins one where there is none.
    init(in folder: String) throws {
        self.folder = folder
        _ = try FileAccess.isFolder(folder, for: "a log")
        log = try FileLog(folder)
        earlier = log.runs.isEmpty ? nil : try FileLog.Reader(folder)
    }

    /// Returns when the folder has all of the runs, as durably as a log in a folder keeps anything.
    ///
    /// What the folder has of a run already, because an earlier call was cut off, is not written again.
    /// - Throws: `CallRefusal` where the folder has other records of a run, or cannot be written to.
    func take(_ runs: [Retirement.EndedRun]) throws {
        var writes: [Write] = []
        for run in runs {
            let kept = try earlier?.records(of: run.run) ?? []
            guard run.records.starts(with: kept) else {
                throw CallRefusal("run \(run.run) is here with other records: name another folder", at: folder)
            }
            for part in parts(of: run.records.dropFirst(kept.count)) {
                try append(Append(run: run.run, records: part, standing: .over), behind: &writes)
            }
        }
        try wait(for: writes)
    }

    private struct Write {
        var run: RunID
        var outcome = Awaited<LogError?>()
    }

    private func append(_ append: Append, behind writes: inout [Write]) throws(CallRefusal) {
        do throws(LogError) {
            return writes.append(try begin(append))
        } catch {
            guard error == .overloaded else { throw refusal(of: append.run, error) }
        }
        // What the log has taken must be durable first; then there is room.
        try wait(for: writes)
        writes = []
        do throws(LogError) { writes.append(try begin(append)) } catch { throw refusal(of: append.run, error) }
    }

    private func begin(_ append: Append) throws(LogError) -> Write {
        let write = Write(run: append.run)
        if try log.append(append, report: { write.outcome.give($0) }) == .durable { write.outcome.give(nil) }
        return write
    }

    private func wait(for writes: [Write]) throws(CallRefusal) {
        for write in writes {
            if let error = write.outcome.wait() { throw refusal(of: write.run, error) }
        }
    }

    private func refusal(of run: RunID, _ error: LogError) -> CallRefusal {
        CallRefusal("run \(run): \(error)", at: folder)
    }

    /// The records in parts that a log takes at once.
    private func parts(of records: ArraySlice<Record>) -> [[Record]] {
        var parts: [[Record]] = []
        var size = 0
        for record in records {
            let bytes = record.codedBytes.count
            if parts.isEmpty || size + bytes > Self.bytesOfPart {
                parts.append([])
                size = 0
            }
            parts[parts.count - 1].append(record)
            size += bytes
        }
        return parts
    }

    func close() throws {
        do throws(LogError) { try log.closeAndWait() } catch { throw CallRefusal("\(error)", at: folder) }
    }
}
