import KeywayCore
import KeywayFileLog
import KeywayLog

/// A log of files that is driven, with the mistakes that are made around it.
final class DrivenLog: Sendable {
    typealias Report = @Sendable (LogError?) -> Void

    let log: FileLog
    private let mistake: LogMistake?
    /// Reports that come before their time.
    private let early = Lock<[Report]>([])

    init(_ log: FileLog, mistake: LogMistake?) {
        self.log = log
        self.mistake = mistake
    }

    /// Part of the key of every effect.
    var salt: UInt64 { mistake == .keyWithoutSalt ? 0 : log.salt }

    func append(_ append: Append, report: @escaping Report) throws(LogError) {
        do throws(LogError) {
            guard mistake == .effectBeforeDurability else {
                _ = try log.append(append, report: report)
                return
            }
            _ = try log.append(append) { error in if error != nil { report(error) } }
            early.withLock { $0.append { _ in report(nil) } }
        } catch {
            guard mistake == .repetitionByContent, case .conflict = error, isKnown(append) else { throw error }
            early.withLock { $0.append(report) }
        }
    }

    /// Writes what was taken in, and tells of it.
    func writeTaken() {
        let reports = early.withLock { early in
            defer { early = [] }
            return early
        }
        for report in reports { report(nil) }
        log.writeTaken()
    }

    private func isKnown(_ append: Append) -> Bool {
        guard let first = append.records.first, let known = try? log.durableRecords(of: append.run) else {
            return false
        }
        return known.dropFirst(Int(clamping: first.sequence)).starts(with: append.records)
    }
}
