import KeywayCore
import KeywayLog

/// Appends of a node: as many as there are in one statement.
extension NodeQuery {
    /// Returns the runs whose appends have won.
    ///
    /// Where the server refuses something that one append has, the others are appended without it. The refused one never wins.
    func append(_ appends: [SharedAppend]) throws(QueryFailure) -> Set<RunID> {
        if appends.isEmpty { return [] }
        do throws(QueryFailure) {
            return try store(appends)
        } catch {
            guard case .refused(let refusal) = error, refusal.isAboutValues else { throw error }
            if appends.count == 1 { return [] }
        }
        let won = try append(Array(appends.prefix(appends.count / 2)))
        do throws(QueryFailure) {
            return won.union(try append(Array(appends.dropFirst(appends.count / 2))))
        } catch {
            // A part of them is appended by now, whatever the server says of the rest.
            throw .unanswered(reason: error.reason)
        }
    }

    private func store(_ appends: [SharedAppend]) throws(QueryFailure) -> Set<RunID> {
        for append in appends {
            if let version = append.beginning?.version { try slot.flows.add(version, by: register) }
        }
        // The mark is lowered before the statement and once more behind it: a search in between does not see the new promises yet, and
        // may have raised the mark again.
        let least = appends.compactMap { $0.promise?.milliseconds }.min()
        if let least { terms.mark.withLock { $0.lower(to: least) } }
        defer { if let least { terms.mark.withLock { $0.lower(to: least) } } }
        return Set(try ask(.appendShared, parameters(of: appends)).compactMap { $0.identity(0) })
    }

    private func register(_ statement: Statement, _ parameters: [Parameter]) throws(QueryFailure) -> QueryResult {
        QueryResult(rows: try ask(statement, parameters))
    }

    private func parameters(of appends: [SharedAppend]) -> [Parameter] {
        let firsts = appends.map { Int64(clamping: $0.first) }
        return [
            .array(.identities(appends.map(\.run))),
            .array(.integers(firsts)),
            .array(.integers(appends.map { Int64(clamping: $0.first + UInt64($0.records.count)) })),
            .array(.integers(appends.map { Int64(bitPattern: $0.id.number) })),
            .array(.bytes(appends.map(\.block.bytes))),
            .array(.integers(appends.map { $0.promise?.milliseconds })),
            .array(.booleans(appends.map(\.isOver))),
            .array(.booleans(appends.map(\.movesRun))),
            .array(.integers(appends.map { $0.beginning.flatMap { slot.flows.numbers[$0.version] } })),
            .array(.bytes(appends.map { $0.request.map { Array($0.utf8) } })),
            .array(.bytes(appends.map { $0.beginning?.reference.map { Array($0.utf8) } })),
            .array(.integers(appends.map { Int64(bitPattern: $0.id.node.number) })),
            .array(.bytes(appends.map { ($0.change?.device ?? $0.device)?.bytes })),
            .array(.integers(appends.map { $0.change.map { Int64(clamping: $0.expecting) } })),
            .array(.bytes(appends.map { $0.change?.bytes })),
            commit,
        ]
    }
}

extension SharedAppend {
    /// What the run begins with; nil unless it begins with these records.
    fileprivate var beginning: Beginning? {
        if case .began(let beginning) = records.first?.content { beginning } else { nil }
    }

    fileprivate var block: StoredBlock {
        StoredBlock(of: run, first: first, by: .node(id), groups: records.codedGroup)
    }
}
