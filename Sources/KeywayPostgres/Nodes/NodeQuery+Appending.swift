import KeywayCore
import KeywayLog
import KeywayNodes

/// Appends of a node: as many as there are in one statement.
extension NodeQuery {
    /// Appends what can be appended; the answer names the appends that the server never takes, each with the reason.
    func append(_ appends: [SharedAppend]) throws(QueryFailure) -> EngineAnswer {
        let statement = try DividedStatement(appends.map { PreparedAppend($0) }, sentBy: store)
        return .appended(statement.done, refused: statement.refused.mapValues { .notTaken($0) })
    }

    /// Sends the appends in one statement; returns the runs whose appends have won.
    private func store(_ appends: [PreparedAppend]) throws(QueryFailure) -> Set<RunID> {
        for append in appends {
            if let version = append.beginning?.version { try slot.flowNumbers.add(version, by: register) }
        }
        // The mark is lowered before the statement and once more behind it: a search in between does not see the new promises yet, and
        // may have raised the mark again.
        let least = appends.compactMap { $0.content.promise?.milliseconds }.min()
        if let least { context.mark.withLock { $0.lower(to: least) } }
        defer { if let least { context.mark.withLock { $0.lower(to: least) } } }
        return Set(try ask(.appendShared, parameters(of: appends)).compactMap { $0.identity(0) })
    }

    private func register(_ statement: Statement, _ parameters: [Parameter]) throws(QueryFailure) -> QueryResult {
        QueryResult(rows: try ask(statement, parameters))
    }

    private func parameters(of prepared: [PreparedAppend]) -> [Parameter] {
        let appends = prepared.map(\.content)
        return [
            .array(.identities(appends.map(\.run))),
            .array(.integers(appends.map { Int64(clamping: $0.first) })),
            .array(.integers(appends.map { Int64(clamping: $0.first + UInt64($0.records.count)) })),
            .array(.integers(appends.map { Int64(bitPattern: $0.id.number) })),
            .array(.bytes(prepared.map(\.block.bytes))),
            .array(.integers(appends.map { $0.promise?.milliseconds })),
            .array(.booleans(appends.map(\.isOver))),
            .array(.booleans(appends.map(\.movesRun))),
            .array(.integers(prepared.map { $0.beginning.flatMap { slot.flowNumbers.numbers[$0.version] } })),
            .array(.bytes(appends.map { $0.request.map { Array($0.utf8) } })),
            .array(.bytes(prepared.map { $0.beginning?.reference.map { Array($0.utf8) } })),
            .array(.integers(appends.map { Int64(bitPattern: $0.id.node.number) })),
            .array(.bytes(appends.map { ($0.change?.device ?? $0.device)?.bytes })),
            .array(.integers(appends.map { $0.change.map { Int64(clamping: $0.expecting) } })),
            .array(.bytes(appends.map { $0.change?.bytes })),
            commit,
        ]
    }
}

/// An append with its records as the server gets them.
private struct PreparedAppend: StatementPart {
    let content: SharedAppend
    let block: StoredBlock

    init(_ append: SharedAppend) {
        content = append
        block = StoredBlock(
            of: append.run, first: append.first, by: .node(append.id), groups: append.records.codedGroup)
    }

    var owner: RunID { content.run }

    /// What the run begins with; nil unless it begins with these records.
    var beginning: Beginning? {
        if case .began(let beginning) = content.records.first?.content { beginning } else { nil }
    }

    /// The bytes of the append that are sent. The version of its flow is not counted: it is sent apart, once for many runs.
    var size: Int {
        block.bytes.count + (content.change?.bytes.count ?? 0) + (content.request?.utf8.count ?? 0)
            + (beginning?.reference?.utf8.count ?? 0)
    }
}
