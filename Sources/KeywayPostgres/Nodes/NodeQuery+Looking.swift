import KeywayCore
import KeywayLog
import KeywayNodes

/// How a node finds runs whose promise has passed, and puts them off.
extension NodeQuery {
    func look(_ limit: Int, _ lease: Int64, _ versions: [FlowVersion]) throws(QueryFailure) -> [RunToLookAt] {
        let digests = try digests(of: versions)
        let low = context.mark.withLock { $0.begin(for: digests, at: monotonicMilliseconds()) }
        let parameters: [Parameter] = [
            .node(node), .integer(lease), .array(.bytes(digests)), .integer(low), commit,
        ]
        // The server gives the rows in no order. Column 1 has the run's new `wake`, the time of its next look; 2 has the one that has
        // passed.
        let rows = try ask(.look(limit: max(limit, 0)), parameters).sorted { $0.integer(2) ?? 0 < $1.integer(2) ?? 0 }
        if let last = rows.last?.integer(2) { context.mark.withLock { $0.raise(to: last) } }
        return rows.compactMap { row in
            guard let run = row.identity(0), let wake = row.integer(1) else { return nil }
            return RunToLookAt(run: run, wake: Instant(milliseconds: wake))
        }
    }

    func versions(besides known: [FlowVersion]) throws(QueryFailure) -> [FlowVersion] {
        let digests: [Parameter] = [.array(.bytes(try digests(of: known)))]
        return try ask(.versions, digests).compactMap { row in
            guard let table = row.bytes(0), let annotations = row.bytes(1) else { return nil }
            return FlowVersion(table: table, annotations: annotations)
        }
    }

    func postpone(_ postponements: [Postponement]) throws(QueryFailure) -> EngineAnswer {
        let promises = postponements.map { $0.promise?.milliseconds }
        _ = try ask(
            .postpone,
            Parameter.ends(postponements.map { ($0.look.run, $0.next) }) + [
                .array(.integers(postponements.map(\.look.wake.milliseconds))), .array(.integers(promises)), commit,
            ])
        if let least = promises.compactMap({ $0 }).min() { context.mark.withLock { $0.lower(to: least) } }
        return .postponed
    }

    func end(_ looks: [RunToLookAt]) throws(QueryFailure) -> EngineAnswer {
        let wakes = looks.map(\.wake.milliseconds)
        _ = try ask(.endLooks, [.array(.identities(looks.map(\.run))), .array(.integers(wakes)), commit])
        return .endedLooks
    }
}
