import KeywayCore
import KeywayFileLog
import KeywayLog

/// A log in files that writes only when `writeTaken` is called, with the mistakes that are made around such a log.
final class DrivenLog: Sendable {
    typealias Report = @Sendable (LogError?) -> Void

    let log: FileLog
    private let mistake: LogMistake?
    /// By a mistake: successes that are reported before, or without, the write that would make them true.
    private let early = Lock<[Report]>([])

    init(_ log: FileLog, mistake: LogMistake?) {
        self.log = log
        self.mistake = mistake
    }

    /// The salt of this opening of the log, a part of the key by which a backend knows an effect again.
    var salt: UInt64 { mistake == .keyWithoutSalt ? 0 : log.salt }

    /// How far the log has been flushed, for the app to keep.
    var mark: FileLog.Mark {
        var mark = log.mark
        if mistake == .markAhead {
            mark = FileLog.Mark(log: mark.log, epoch: mark.epoch, blocks: mark.blocks + 1)
        }
        return mark
    }

    /// Hands the log an append, which `writeTaken` writes; `report` is called with nil once the log calls the append durable.
    func append(_ append: Append, report: @escaping Report) throws(LogError) {
        do throws(LogError) {
            guard mistake == .effectBeforeDurability else {
                _ = try log.append(append, report: report)
                return
            }
            // The success is reported by `writeTaken` below, before anything is written.
            _ = try log.append(append) { error in if error != nil { report(error) } }
            early.withLock { $0.append { _ in report(nil) } }
        } catch {
            guard mistake == .repetitionByContent, case .conflict = error, isKnown(append) else { throw error }
            early.withLock { $0.append(report) }
        }
    }

    /// Writes what `append` has taken in, and reports what became of it.
    func writeTaken() {
        reportEarly()
        log.writeTaken()
    }

    /// Closes the log, which writes what `append` has taken in and reports what became of it.
    func close() async throws(LogError) {
        reportEarly()
        try await log.close()
    }

    private func reportEarly() {
        let reports = early.withLock { early in
            defer { early = [] }
            return early
        }
        for report in reports { report(nil) }
    }

    /// Whether the log has equal records in the places of the append's.
    private func isKnown(_ append: Append) -> Bool {
        guard let first = append.records.first, let known = try? log.durableRecords(of: append.run) else {
            return false
        }
        return known.dropFirst(Int(clamping: first.sequence)).starts(with: append.records)
    }
}
