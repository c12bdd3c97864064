import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayPostgres

/// A log in a folder into which `keyway retire` copies the runs that it removes from a database.
struct RunArchive {
    /// The most bytes of records in an append, 1 MiB, unless one record alone is larger. The log refuses an append of more than 128 MiB.
    private static let bytesOfPart = 1 << 20

    private let folder: String
    private let log: FileLog
    /// Reads the runs that the folder had before this call; nil where it had none.
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
            // An early part says `over` too: the run has ended, and no process is to go on with it if this call is cut off.
            for part in parts(of: run.records.dropFirst(kept.count)) {
                try append(Append(run: run.run, records: part, standing: .over), behind: &writes)
            }
        }
        try wait(for: writes)
    }

    /// An append that the log has taken.
    private struct Write {
        var run: RunID
        /// Is given once the append is durable, or has failed.
        var outcome = Awaited<LogError?>()
    }

    private func append(_ append: Append, behind writes: inout [Write]) throws(CallRefusal) {
        do throws(LogError) {
            return writes.append(try begin(append))
        } catch {
            guard error == .overloaded else { throw refusal(of: append.run, error) }
        }
        // An overloaded log takes the append once what it has taken before is durable.
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

    /// The records in parts that are small enough for one append each.
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
