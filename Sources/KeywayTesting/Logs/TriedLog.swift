import KeywayCore
import KeywayLog

/// A log under test, with all reports that it has made on its appends.
final class TriedLog: Sendable {
    /// One report of the log: an append is durable, or it has failed with the error.
    struct Telling: Sendable {
        var run: RunID
        /// The sequence of the append's first record, which names the append within its run.
        var first: UInt64
        /// Nil where the append is durable.
        var error: LogError?
    }

    /// The appends of one run, each named by the sequence of its first record.
    fileprivate struct Course {
        /// The appends that the log took and did not call durable at once, in the order in which it took them. They stay here when they
        /// are reported.
        var pending: [UInt64] = []
        /// The appends that the log has reported on, in the order of its reports.
        var told: [UInt64] = []
        /// The reported appends that the log has or may have: all but those that it has reported as `conflict`, `invalid` or
        /// `fenced`.
        var kept: [UInt64] = []
    }

    private struct State {
        var courses: [RunID: Course] = [:]
        var tellings: [Telling] = []
        /// What the log has done that its laws forbid, in words for a breach.
        var faults: [String] = []
    }

    let log: any EventLog
    private let patience: Duration
    private let state = Lock(State())

    init(_ log: any EventLog, patience: Duration) {
        self.log = log
        self.patience = patience
    }

    /// All reports so far, in the order in which they came.
    var tellings: [Telling] { state.withLock { $0.tellings } }

    /// Appends without waiting for the report. Where the log cannot take the append now, the append is offered again a moment later.
    ///
    /// - Throws: what the log throws, and `Broken` where it takes nothing for as long as the patience says.
    @discardableResult
    func take(_ append: Append) async throws -> Receipt {
        var pauses = Pauses(patience)
        while true {
            if let receipt = try offer(append) { return receipt }
            try await pauses.pass("an append was refused as one that the log cannot take now, for \(patience)")
        }
    }

    /// Appends without waiting; nil where the log cannot take the append now, because it is overloaded or cannot be reached.
    func offer(_ append: Append) throws(LogError) -> Receipt? {
        do throws(LogError) {
            return try appendOnce(append)
        } catch {
            switch error {
            case .overloaded, .unavailable: return nil
            default: throw error
            }
        }
    }

    @discardableResult
    private func appendOnce(_ append: Append) throws(LogError) -> Receipt {
        let run = append.run
        let first = append.records.first?.sequence ?? 0
        let outer = ThreadMark.replace(with: mark)
        defer { _ = ThreadMark.replace(with: outer) }
        let receipt = try log.append(append) { [self] error in tell(Telling(run: run, first: first, error: error)) }
        state.withLock { state in
            var course = state.courses[run] ?? Course()
            switch receipt {
            case .pending: course.pending.append(first)
            case .durable:
                if let earlier = course.unreported.min(), earlier < first {
                    state.faults.append(
                        "append \(first) of run \(run) was durable at once while append \(earlier) was unreported")
                }
            }
            state.courses[run] = course
        }
        return receipt
    }

    /// Whether the log has told by now that the append is durable.
    ///
    /// - Throws: the error that it has told instead.
    func hasTold(_ append: Append) throws(LogError) -> Bool {
        let first = append.records.first?.sequence
        guard let telling = tellings.last(where: { $0.run == append.run && $0.first == first }) else { return false }
        if let error = telling.error { throw error }
        return true
    }

    /// The error that an append throws at once; nil where it is taken.
    func refusal(of append: Append) -> LogError? {
        do throws(LogError) {
            try appendOnce(append)
            return nil
        } catch {
            return error
        }
    }

    /// The error that an append throws, or is told later; nil once its records are durable. Nobody else may append meanwhile.
    func outcome(of append: Append) async throws -> LogError? {
        do {
            if try await take(append) == .durable { return nil }
        } catch let error as LogError {
            return error
        }
        try await settle()
        let first = append.records.first?.sequence
        return tellings.last { $0.run == append.run && $0.first == first }?.error
    }

    /// Appends, and returns when the records are durable.
    func append(_ append: Append) async throws {
        if let error = try await outcome(of: append) { throw error }
    }

    /// Waits until the log has reported on each append that it has to report on; nobody may append meanwhile.
    func settle() async throws {
        var pauses = Pauses(patience)
        while true {
            let unreported = state.withLock { $0.courses.values.map(\.unreported.count).reduce(0, +) }
            if unreported == 0 { break }
            try await pauses.pass("of \(unreported) appends nothing was told for \(patience)")
        }
        try checkTellings()
    }

    /// Checks the reports so far: each once, in the order of a run's appends, and none on an append that needs none.
    func checkTellings() throws {
        let (courses, faults) = state.withLock { ($0.courses, $0.faults) }
        if let fault = faults.first { throw Broken(explanation: fault) }
        for (run, course) in courses {
            for (before, after) in zip(course.kept, course.kept.dropFirst()) {
                try require(before != after, "append \(after) of run \(run) was told twice")
                try require(before < after, "append \(before) of run \(run) was told before append \(after)")
            }
            if let first = course.toldTooOften {
                throw Broken(
                    explanation: course.pending.contains(first)
                        ? "append \(first) of run \(run) was told twice"
                        : "append \(first) of run \(run) was told, although it was refused or durable at once")
            }
        }
    }

    /// What a thread carries while it is inside of an append to this log.
    private var mark: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Keeps a report of the log; one that is made while this thread is inside of an append is a fault.
    private func tell(_ telling: Telling) {
        let isInside = ThreadMark.current == mark
        state.withLock { state in
            if isInside {
                state.faults.append("append \(telling.first) of run \(telling.run) was told inside of an append")
            }
            state.tellings.append(telling)
            state.courses[telling.run, default: Course()].told.append(telling.first)
            switch telling.error {
            case .conflict, .invalid, .fenced: break
            default: state.courses[telling.run, default: Course()].kept.append(telling.first)
            }
        }
    }
}

extension TriedLog.Course {
    /// The appends that the log still has to report on.
    fileprivate var unreported: [UInt64] {
        var rest = Self.counts(of: told)
        return pending.filter { first in
            guard let count = rest[first], count > 0 else { return true }
            rest[first] = count - 1
            return false
        }
    }

    /// An append on which the log has reported more often than it was taken; nil where there is none.
    fileprivate var toldTooOften: UInt64? {
        let taken = Self.counts(of: pending)
        return Self.counts(of: told).first { $0.value > taken[$0.key] ?? 0 }?.key
    }

    /// How often each append stands in the list: two may begin at one place, of which one is refused.
    private static func counts(of appends: [UInt64]) -> [UInt64: Int] {
        appends.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
