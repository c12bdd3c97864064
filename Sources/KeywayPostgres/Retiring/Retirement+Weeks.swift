import KeywayCore
import KeywayLog

/// Weeks of the log of nodes that go as a whole, by dropping a table, which costs the server next to nothing.
extension Retirement {
    /// How long the server may take to drop a week: it deletes a row for each of its runs.
    private static let dropLimit = Duration.seconds(600)

    /// The weeks that were over at a moment and may go as a whole; none where the log does not lie in weeks.
    func weeks(before moment: Instant) throws(PostgresLog.Failure) -> [RetiredWeek] {
        guard hasNodes else { return [] }
        let week = max(moment.milliseconds, 0) / Schema.millisecondsOfWeek
        return try database.asking { () throws(ReadingFailure) in
            try query.perform(.weeks, [.integer(Schema.place(ofWeek: week))]).compactMap { RetiredWeek($0) }
        }
    }

    /// The next week, where all runs that are still to be read began behind it. It is read to its end then.
    ///
    /// - Parameter next: the next run; nil behind the last.
    mutating func endedWeek(before next: BlockQuery.RunEnd?, in tables: LogTables) -> RetiredWeek? {
        guard tables == .ofNodes, let week = weeks.first else { return nil }
        if let next, next.place < week.places.upperBound { return nil }
        return weeks.removeFirst()
    }

    /// The first runs of a page, as far as they are of one week, and the week's table; or, with nil, as far as they are of no week that
    /// may go as a whole. Counts the runs of a week as read.
    mutating func firstWeek(
        of page: [BlockQuery.RunEnd], in tables: LogTables
    ) -> (ends: [BlockQuery.RunEnd], week: String?) {
        guard tables == .ofNodes, let week = weeks.first, let first = page.first else { return (page, nil) }
        guard week.places.contains(first.place) else {
            return (Array(page.prefix { $0.place < week.places.lowerBound }), nil)
        }
        let ends = Array(page.prefix { $0.place < week.places.upperBound })
        weeks[0].count += ends.count
        return (ends, week.table)
    }

    /// Removes those runs of a week that are to go; returns how many are gone. Where that is all of them, the week goes as a whole.
    mutating func remove(_ week: RetiredWeek) throws(PostgresLog.Failure) -> Int {
        guard week.goesAsWhole, try drop(week) else { return try delete(week.runs, from: .ofNodes) }
        droppedWeeks += 1
        return week.runs.count
    }

    /// Drops a week; returns false where a run of it has moved since it was read, so that nothing was changed.
    private func drop(_ week: RetiredWeek) throws(PostgresLog.Failure) -> Bool {
        do throws(QueryFailure) {
            _ = try query.connection.perform(.drop(week), [], before: .after(Self.dropLimit))
            return true
        } catch {
            if case .refused(let refusal) = error, refusal.code == Statement.weekMoved { return false }
            throw PostgresLog.Failure(error, of: "drop keyway.\(week.table) of", database.address)
        }
    }
}
