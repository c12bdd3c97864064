import KeywayCore
import KeywayLog

/// Reads runs and their records over one connection, which its thread uses alone.
struct BlockQuery {
    /// How many blocks one question gives at most, so that a long run is read in parts.
    static let greatestCount = 1024

    let connection: Connection
    /// How long an answer may take.
    let limit: Duration
    let flows: FlowCache
    /// The logs that the database has tables for: an earlier version of Keyway made none for the log of nodes.
    private(set) var tables = LogTables.allCases

    init(connection: Connection, limit: Duration, flows: FlowCache) {
        self.connection = connection
        self.limit = limit
        self.flows = flows
    }

    /// Connects to a database that has a log, for whoever reads it beside the process that writes it.
    init(reading database: PostgresDatabase) throws(PostgresLog.Failure) {
        let opening = DatabaseOpening(database)
        let connection = try opening.connect()
        try opening.checkTables(connection)
        self.init(connection: connection, limit: database.answerLimit, flows: FlowCache())
        let query = self
        let found = try database.asking { () throws(ReadingFailure) in try query.perform(.tables, []).first }
        tables = zip(0..., LogTables.allCases).filter { found?.bool($0.0) == true }.map(\.1)
    }

    // MARK: Records

    /// The records of a run from a sequence on, at most so many; none of a run that is not there, or leaves the log while it is read.
    func records(of run: RunID, from first: UInt64, count: Int) throws(ReadingFailure) -> [Record] {
        var records: [Record] = []
        var next = first
        guard count > 0 else { return [] }
        while records.count < count {
            // Each block has a record at least.
            let asked = min(count - records.count, Self.greatestCount)
            let rows = try perform(
                .blocks, [.identity(run), .integer(Int64(clamping: next)), .integer(Int64(asked))])
            // A run without such a block has a row all the same, which says where the run ends.
            let blocks = rows.filter { $0.integer(1) != nil }
            for row in blocks {
                let block = try self.records(in: row)
                guard let start = block.first?.sequence, let last = block.last?.sequence, last >= next else {
                    throw .damaged("a block of run \(run) ends before record \(next), and its row says something else")
                }
                if start > next { throw .damaged("run \(run) lacks record \(next)") }
                records += block.drop { $0.sequence < first }.prefix(count - records.count)
                next = last + 1
            }
            guard blocks.count == asked else {
                if rows.isEmpty { return [] }
                try checkEnd(of: run, at: next, by: rows.last)
                break
            }
        }
        return records
    }

    /// Checks that the run's blocks reach as far as its row in `keyway.run` says.
    ///
    /// - Parameter row: one of `Statement.blocks`, which has a column of that row.
    private func checkEnd(of run: RunID, at next: UInt64, by row: QueryResult.Row?) throws(ReadingFailure) {
        guard let end = row?.integer(6), end > Int64(clamping: next) else { return }
        throw .damaged("run \(run) ends before record \(next), and its row says that the next one is \(end)")
    }

    /// The records of some runs, from at most `limit` blocks of all these runs together.
    ///
    /// A run is there only if its records can be read and reach as far as its row says: any other is to be read, and judged, by itself.
    func records(of runs: [RunID], blocks limit: Int = .max) throws(ReadingFailure) -> [RunID: [Record]] {
        var found: [RunID: [Record]] = [:]
        var ends: [RunID: Int64] = [:]
        var unreadable: Set<RunID> = []
        let rows: [QueryResult.Row]
        do throws(ReadingFailure) {
            rows = try perform(.allBlocks, [.array(.identities(runs)), .integer(Int64(limit))])
        } catch {
            // The server cannot read something that one of them has.
            guard case .unreadable = error else { throw error }
            return [:]
        }
        for row in rows {
            guard let run = row.identity(0) else { continue }
            do throws(ReadingFailure) {
                found[run, default: []] += try records(in: row)
            } catch {
                guard case .unreadable = error else { throw error }
                unreadable.insert(run)
            }
            ends[run] = row.integer(6)
        }
        return found.filter { run, records in ends[run] == Int64(records.count) && !unreadable.contains(run) }
    }

    /// The records of a row of `Statement.blocks` or `allBlocks`.
    private func records(in row: QueryResult.Row) throws(ReadingFailure) -> [Record] {
        guard let run = row.identity(0), let first = row.integer(1).flatMap({ UInt64(exactly: $0) }),
            let epoch = row.integer(2).flatMap({ UInt32(exactly: $0) }), let bytes = row.bytes(3),
            let flow = row.integer(4)
        else { throw .damaged("a row of keyway.block has no values") }
        let block = StoredBlock(reading: bytes, of: run, first: first, by: .opening(epoch: epoch))
        let version = first == 0 ? try self.flow(flow) : nil
        do throws(BlockFault) {
            return try block.records(of: version, reference: first == 0 ? row.text(5) : nil)
        } catch {
            throw .unreadable(error.at("the block of run \(run) from record \(first) on"))
        }
    }

    /// The version of a flow, which is read once.
    func flow(_ number: Int64) throws(ReadingFailure) -> FlowVersion {
        if let known = flows[number] { return known }
        guard let row = try perform(.flow, [.integer(number)]).first, let table = row.bytes(0),
            let annotations = row.bytes(1)
        else { throw .damaged("keyway.flow has no flow \(number)") }
        guard row.bool(2) == true else { throw .damaged("flow \(number) of keyway.flow has changed") }
        return flows.insert(FlowVersion(table: table, annotations: annotations), as: number)
    }

    // MARK: Runs

    func openRuns(after run: RunID?, count: Int) throws(ReadingFailure) -> [OpenRun] {
        let page = try perform(
            .openRuns, [run.map { .identity($0) } ?? .null, .integer(Int64(clamping: count))])
        var open: [OpenRun] = []
        for row in page {
            guard let run = row.identity(0), let next = row.integer(1), let bytes = row.bytes(2) else {
                throw .damaged("a row of keyway.run has no values")
            }
            let needed: [UInt64]
            do throws(ByteError) {
                needed = try neededSequences(in: bytes)
            } catch {
                throw .damaged("what run \(run) still needs cannot be read: \(error)")
            }
            // The positions are asked for at once, below.
            open.append(
                OpenRun(
                    run: run, reference: row.text(3), next: UInt64(clamping: next),
                    neededRecords: needed.map { OpenRun.NeededRecord(sequence: $0, position: 0) }))
        }
        try locate(&open)
        return open
    }

    /// Finds where the records that the runs still need stand among all records of the log.
    private func locate(_ open: inout [OpenRun]) throws(ReadingFailure) {
        let wanted = open.flatMap { run in run.neededRecords.map { (run: run.run, sequence: $0.sequence) } }
        if wanted.isEmpty { return }
        // By the run and the record's sequence.
        var positions: [RunID: [UInt64: UInt64]] = [:]
        let parameters: [Parameter] = [
            .array(.identities(wanted.map(\.run))), .array(.integers(wanted.map { Int64(clamping: $0.sequence) })),
        ]
        for row in try perform(.blockPositions, parameters) {
            guard let run = row.identity(0), let sequence = row.integer(1), let position = row.integer(2),
                let first = row.integer(3)
            else { throw .damaged("a row of keyway.block has no values") }
            // The block's position, then the record's index in the block, which has at most 4 MiB and so fewer than 2^24 records.
            positions[run, default: [:]][UInt64(clamping: sequence)] =
                UInt64(clamping: position) << 24 | UInt64(clamping: sequence - first)
        }
        for index in open.indices {
            let found = positions[open[index].run] ?? [:]
            open[index].neededRecords = open[index].neededRecords.map { needed in
                OpenRun.NeededRecord(sequence: needed.sequence, position: found[needed.sequence] ?? 0)
            }
        }
    }

    func runs(of reference: String, after run: RunID?, count: Int) throws(ReadingFailure) -> [RunID] {
        let parameters: [Parameter] = [
            .bytes(Array(reference.utf8)), run.map { .identity($0) } ?? .null, .integer(Int64(clamping: count)),
        ]
        return try perform(.runsOfReference, parameters).compactMap { $0.identity(0) }
    }

    /// Where a run ends by its row, which its blocks must agree with.
    struct RunEnd {
        var run: RunID
        var tables: LogTables
        /// The run's place in the order in which runs began.
        var place: Int64
        /// The sequence that the next record gets.
        var next: UInt64
        var isOpen: Bool
    }

    /// A page of all runs behind a place, in the order of beginning.
    func pageOfRuns(
        in tables: LogTables, behind place: Int64, count: Int
    ) throws(ReadingFailure) -> [RunEnd] {
        let parameters: [Parameter] = [.integer(place), .integer(Int64(clamping: count))]
        return try perform(.runs(of: tables), parameters).compactMap { row in
            guard let run = row.identity(0), let place = row.integer(1), let next = row.integer(2),
                let isOpen = row.bool(3)
            else { return nil }
            return RunEnd(run: run, tables: tables, place: place, next: UInt64(clamping: next), isOpen: isOpen)
        }
    }

    /// Whether the run is there by the row that was read of it. It may have left the log since, and have begun or been imported anew.
    func isThere(_ end: RunEnd) throws(ReadingFailure) -> Bool { try present(end)?.run == end.run }

    /// The run that now has the place of a run that was read; nil where none has it.
    func present(_ end: RunEnd) throws(ReadingFailure) -> RunEnd? {
        let next = try pageOfRuns(in: end.tables, behind: end.place - 1, count: 1).first
        return next?.place == end.place ? next : nil
    }

    /// Calls the body with each run of the database: with those of one process and then with those of nodes, each in the order of
    /// beginning; where the body returns false, with no further one.
    func forEachRun(_ body: (RunEnd) throws(ReadingFailure) -> Bool) throws(ReadingFailure) {
        for tables in tables {
            var last: Int64 = 0
            while true {
                let page = try pageOfRuns(in: tables, behind: last, count: Self.runsOfPage)
                for end in page { guard try body(end) else { return } }
                guard page.count == Self.runsOfPage, let place = page.last?.place else { break }
                last = place
            }
        }
    }

    /// How many runs one question gives at most.
    private static let runsOfPage = 10_000

    /// How many blocks of these tables are of no run.
    ///
    /// - Parameter pageSize: how many blocks are looked at with one question.
    func strayBlocks(in tables: LogTables, pageSize: Int64 = 100_000) throws(ReadingFailure) -> Int {
        var count: Int64 = 0
        // All blocks of a run have the run's place and may stand on several pages, so a page begins behind a place and a first record.
        var last: (place: Int64, first: Int64) = (0, 0)
        while true {
            let parameters: [Parameter] = [.integer(last.place), .integer(last.first), .integer(pageSize)]
            let page = try perform(.strayBlocks(of: tables), parameters).first
            count += page?.integer(0) ?? 0
            guard let place = page?.integer(1), let first = page?.integer(2), page?.integer(3) == pageSize else {
                return Int(clamping: count)
            }
            last = (place, first)
        }
    }

    func perform(_ statement: Statement, _ parameters: [Parameter]) throws(ReadingFailure) -> [QueryResult.Row] {
        do throws(QueryFailure) {
            return try connection.perform(statement, parameters, before: .after(limit)).rows
        } catch {
            throw ReadingFailure(error)
        }
    }
}
