package import KeywayCore
package import KeywayLog

/// Removes from a database the runs that ended before a moment, and the keys, nodes and devices that nothing needs. Each call blocks its
/// thread.
///
/// Whoever writes the log goes on meanwhile: a run that is not over stays, and so does one that has got a record since it was
/// read.
package struct Retirement {
    /// How many runs are read, and then removed, at once.
    private static let runsAtATime = 256
    /// After so many pages of runs in a row whose ended runs all began at the moment or later, the search in a log ends: runs are read
    /// in the order in which they began.
    private static let greatestLatePages = 4

    /// A run that has ended.
    package struct EndedRun {
        package var run: RunID
        /// All of them, from its beginning.
        package var records: [Record]

        package init(run: RunID, records: [Record]) {
            self.run = run
            self.records = records
        }
    }

    /// Runs to be removed together.
    package struct RunSet {
        /// Empty in the set that only ends a week: the runs of that week were in the sets before it.
        package fileprivate(set) var runs: [EndedRun]
        fileprivate var tables: LogTables
        /// The table of the week in which the runs began; nil where they are deleted row by row, whatever week they are of.
        fileprivate var week: String?
        /// The week that this set ends, with its runs that are to be removed; nil where the set ends none.
        fileprivate var endedWeek: RetiredWeek?
    }

    /// Where a run ended when it was read.
    struct ReadEnd: Equatable {
        var run: RunID
        /// The sequence of the record that would have come next.
        var next: Int64
    }

    let query: BlockQuery
    let database: PostgresDatabase
    /// The time before which a run must have ended to be removed.
    private let moment: Instant
    /// The tables that are still to be read; the first is being read, behind `place`.
    private var tables: [LogTables]
    /// The place of the last run that was read in the first of `tables`; 0 before its first run.
    private var place: Int64 = 0
    /// Whether the database has tables for the log of nodes.
    var hasNodes: Bool { query.tables.contains(.ofNodes) }
    /// How many pages in a row had ended runs, all of which began too late: see `greatestLatePages`.
    private var latePages = 0
    /// The weeks that may go as a whole and are not read to their end, the next one first.
    var weeks: [RetiredWeek] = []
    /// How many weeks went as a whole.
    package internal(set) var droppedWeeks = 0
    /// The time by the database's clock when this began.
    package let began: Instant
    /// The runs that would be removed, if this were no trial.
    private(set) var goneInTrial: Set<RunID> = []
    /// Whether everything is only counted, and nothing removed.
    let isTrial: Bool
    /// How many runs that are not over were passed.
    package private(set) var openRuns = 0
    /// One sentence about each run that is over and cannot be read. It stays.
    package private(set) var unreadable: [String] = []

    /// - Parameters:
    ///   - moment: a run must have ended before it, by the times of its records.
    ///   - isTrial: whether nothing is to be removed, so that the right to do it is not needed.
    /// - Throws: `PostgresLog.Failure.unreachable`, `noTables`, `missingRights`, `otherFormat` and
    ///   `storage`.
    package init(
        of database: PostgresDatabase, endedBefore moment: Instant, isTrial: Bool
    ) throws(PostgresLog.Failure) {
        self.database = database
        self.moment = moment
        self.isTrial = isTrial
        let query = try BlockQuery(reading: database)
        self.query = query
        tables = query.tables
        let time = try database.asking { () throws(ReadingFailure) in try query.perform(.time, []).first?.integer(0) }
        began = Instant(milliseconds: time ?? 0)
        if isTrial { return }
        try DatabaseOpening(database).checkRights(.missingRightsToRetire, query.connection)
        weeks = try weeks(before: min(moment, began))
    }

    // MARK: - Runs

    /// The next runs that ended before the moment, in the order of beginning; nil behind the last. Each set is to be handed to `remove`.
    ///
    /// - Throws: `PostgresLog.Failure.damaged`, `newerContent` and `storage`.
    package mutating func nextSet() throws(PostgresLog.Failure) -> RunSet? {
        while let tables = tables.first {
            let page = try page(of: tables)
            if let week = endedWeek(before: page.first, in: tables) {
                return RunSet(runs: [], tables: tables, endedWeek: week)
            }
            let (ends, week) = firstWeek(of: page, in: tables)
            let ended = ends.filter { !$0.isOpen }
            openRuns += ends.count - ended.count
            let read = try records(of: ended, in: tables)
            let isLate = !read.isEmpty && read.allSatisfy { $0.records.first.map { $0.time >= moment } ?? false }
            latePages = isLate ? latePages + 1 : 0
            place = ends.last?.place ?? place
            if page.isEmpty || latePages == Self.greatestLatePages { goToNextTables() }
            let runs = read.filter(endedBeforeMoment)
            if isTrial { goneInTrial.formUnion(runs.map(\.run)) }
            if !runs.isEmpty { return RunSet(runs: runs, tables: tables, week: week) }
        }
        return nil
    }

    private mutating func goToNextTables() {
        tables.removeFirst()
        (place, latePages) = (0, 0)
    }

    /// Whether the run's last record is earlier than the moment.
    ///
    /// A run of a shadow, which follows an app's own sign-in, never counts as open: only an old last record shows that nobody goes on with
    /// it. The times of a transcript are made up, so a transcript always stays.
    private func endedBeforeMoment(_ run: EndedRun) -> Bool {
        guard case .began(let beginning)? = run.records.first?.content, beginning.kind != .transcript,
            let last = run.records.last
        else { return false }
        return last.time < moment
    }

    private func page(of tables: LogTables) throws(PostgresLog.Failure) -> [BlockQuery.RunEnd] {
        try database.asking { () throws(ReadingFailure) in
            try query.pageOfRuns(in: tables, behind: place, count: Self.runsAtATime)
        }
    }

    /// The runs whose records can be read up to where their rows say that they end. One that has moved, or has left the log, since its
    /// row was read is passed over.
    private mutating func records(
        of ended: [BlockQuery.RunEnd], in tables: LogTables
    ) throws(PostgresLog.Failure) -> [EndedRun] {
        if ended.isEmpty { return [] }
        var found: [EndedRun] = []
        var unreadable: [String] = []
        try database.asking { () throws(ReadingFailure) in
            let together = try query.allRecords(of: ended.map(\.run), in: tables)
            for end in ended {
                if let records = together[end.run], records.count == Int(clamping: end.next) {
                    found.append(EndedRun(run: end.run, records: records))
                } else if let fault = try fault(of: end) {
                    switch fault {
                    case .malformed(let reason): unreadable.append("run \(end.run) is damaged, and stays: \(reason)")
                    case .newer(let what): unreadable.append("run \(end.run) stays: \(what)")
                    }
                }
            }
        }
        self.unreadable += unreadable
        return found
    }

    /// Why the run cannot be read; nil where it can, or where it was appended to or removed since its row was read.
    private func fault(of end: BlockQuery.RunEnd) throws(ReadingFailure) -> BlockFault? {
        var fault: BlockFault?
        do throws(ReadingFailure) {
            let count = try query.allRecords(of: end.run, in: end.tables).count
            if count < Int(clamping: end.next) { fault = .malformed("it has \(count) of \(end.next) records") }
        } catch {
            guard case .unreadable(let found) = error else { throw error }
            fault = found
        }
        let present = try query.present(end)
        return present?.run == end.run && present?.next == end.next ? fault : nil
    }

    /// Removes the runs, with their records and what keys there are; returns how many are gone. Those of a week that may go as a whole
    /// are gone only with the set that ends it.
    ///
    /// One that has got a record since it was read stays, and so does one that a statement of others has locked at this moment.
    /// - Throws: `PostgresLog.Failure.storage`: then all of the set stay, or their removal was not answered. Of a week that does not go
    ///   as a whole, a part of the runs may be gone.
    package mutating func remove(_ set: RunSet) throws(PostgresLog.Failure) -> Int {
        if let week = set.endedWeek { return try remove(week) }
        let ends = set.runs.map { ReadEnd(run: $0.run, next: Int64($0.records.count)) }
        if let week = weeks.firstIndex(where: { $0.table == set.week }) {
            weeks[week].runs += ends
            return 0
        }
        return try delete(ends, from: set.tables)
    }

    /// Deletes runs row by row, a few at a time; returns how many are gone.
    func delete(_ ends: [ReadEnd], from tables: LogTables) throws(PostgresLog.Failure) -> Int {
        try database.asking { () throws(ReadingFailure) in
            var count = 0
            for start in stride(from: 0, to: ends.count, by: Self.runsAtATime) {
                let some = ends[start..<min(start + Self.runsAtATime, ends.count)]
                let parameters: [Parameter] = [
                    .array(.identities(some.map(\.run))), .array(.integers(some.map(\.next))),
                ]
                count += try query.perform(.retire(from: tables), parameters).count
            }
            return count
        }
    }

    // MARK: - Keys, nodes and devices

    /// How many milliseconds before the moment the identity of a run that never began must have been drawn, so that its key is removed:
    /// no run takes as long to begin.
    private static let greatestStart: Int64 = 86_400_000

    /// Removes the keys of runs that never began, of a log that nodes alone have; returns how many there are. A node that dies while it
    /// begins a run leaves one.
    package func removeUnusedKeys() throws(PostgresLog.Failure) -> Int {
        guard hasNodes else { return 0 }
        let time = UInt64(clamping: moment.milliseconds - Self.greatestStart)
        let bound: [Parameter] = [.identity(RunID(high: time << 16, low: 0))]
        return try database.asking { () throws(ReadingFailure) in
            if isTrial { return Int(clamping: try query.perform(.countUnusedKeys, bound).first?.integer(0) ?? 0) }
            var count = 0
            while true {
                let gone = try query.perform(.deleteUnusedKeys, bound).count
                count += gone
                if gone == 0 { return count }
            }
        }
    }

    /// Removes the nodes whose lease ended before the moment; returns how many there are.
    ///
    /// A node whose row is gone and that lives after all makes it anew.
    package func removeNodes() throws(PostgresLog.Failure) -> Int {
        guard hasNodes else { return 0 }
        return try database.asking { () throws(ReadingFailure) in
            let gone = try query.perform(.goneNodes, [.integer(moment.milliseconds)]).compactMap { $0.integer(0) }
            if isTrial || gone.isEmpty { return gone.count }
            return try query.perform(
                .deleteNodes, [.array(.integers(gone)), .integer(moment.milliseconds)]
            ).count
        }
    }
}
