import KeywayCore
import KeywayLog
import KeywayNodes

/// A page of the feed, as the server is asked for it over one connection.
struct FeedQuery {
    let context: SharedLogContext
    let connection: Connection
    /// The flows that the server of this connection has.
    let flows: FlowCache
    let deadline: AnswerDeadline

    /// The next blocks behind a position; nil is the beginning.
    func page(after asked: FeedPosition?, limit: Int) throws(QueryFailure) -> Result<FeedPage, FeedError> {
        let start = asked ?? .beginning(of: "")
        let parameters: [Parameter] = [
            .integer(start.transaction), .integer(start.place), .integer(start.first), .text(commit),
        ]
        let answer = try connection.perform(.feed(limit: limit), parameters, before: deadline)
        try context.server.checkCommit(answer)
        guard let row = answer.rows.first, let moment = FeedMoment(row) else {
            throw .unanswered(reason: "the server says nothing of the feed")
        }
        guard moment.isReady else {
            return .failure(.noFeed("the index keyway.shared_block_feed is missing, or not made yet"))
        }
        guard !moment.isOfOtherServer else {
            return .failure(
                .noFeed(
                    "its blocks have numbers of another server, as after a dump was restored: \(Schema.endOfFeed), and then "
                        + "make it anew as 'keyway schema --feed' prints it"))
        }
        if let asked, !moment.isHistory(of: asked) { return .failure(.otherHistory(asked)) }
        let history = moment.history(as: context.server.durability)
        let (settled, held) = try blocks(in: answer.rows, of: history)
        return .success(
            FeedPage(
                of: settled, before: held, limit: limit, after: asked ?? .beginning(of: history), at: moment.now))
    }

    /// The kind of commit (`synchronous_commit`) by which what is told becomes durable. Where the log itself does without one (`off`), the
    /// blocks are still flushed before they are told: a server that fails would give their numbers again.
    private var commit: String { context.server.commit == "off" ? "local" : context.server.commit }

    /// The blocks that may be told, and the first that may not be told yet; nil where there is no such block.
    private func blocks(
        in rows: [QueryResult.Row], of history: String
    ) throws(QueryFailure) -> (settled: [FeedBlock], held: FeedBlock?) {
        var settled: [FeedBlock] = []
        for row in rows {
            // Column 13 is NULL in the one row that there is where the log has no block to tell.
            guard let isSettled = row.bool(13) else { continue }
            let block = try block(in: row, of: history)
            guard isSettled else { return (settled, block) }
            settled.append(block)
        }
        return (settled, nil)
    }

    /// The block of a row of `Statement.feed`: column 0 has the run, 5 the block's first record, 11 its transaction, 12 the run's place.
    private func block(in row: QueryResult.Row, of history: String) throws(QueryFailure) -> FeedBlock {
        let first = row.integer(5) ?? 0
        let position = FeedPosition(
            history: history, transaction: row.integer(11) ?? 0, place: row.integer(12) ?? 0, first: first)
        guard let run = row.identity(0) else {
            let fault = ReadingFailure.damaged(
                "a block is of run \(position.place) of keyway.shared_run, which is not there")
            return FeedBlock(
                run: RunID(high: 0, low: 0), first: UInt64(clamping: first), position: position,
                content: .failure(LogError(fault, context.database.address)))
        }
        var loaded = LoadedRun(run, from: UInt64(clamping: first))
        try loaded.take(row, version: version)
        let block = loaded.allBlocks.first
        let fault = block?.fault.map { ReadingFailure.unreadable($0.reason) }
        return FeedBlock(
            run: run, first: UInt64(clamping: first), position: position,
            content: fault.map { .failure(LogError($0, context.database.address)) } ?? .success(block?.records ?? []))
    }

    /// The version of a flow, which is read once over each connection.
    private func version(_ number: Int64) throws(ReadingFailure) -> FlowVersion {
        try BlockQuery(connection: connection, limit: .milliseconds(deadline.rest), flows: flows).flow(number)
    }
}
