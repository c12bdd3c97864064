import KeywayCore
import KeywayLog
import KeywayOrchestrator

/// How fast a log in PostgreSQL is that nodes share, compared with C that sends the same statement to the same server.
///
/// Nothing is reported where there is no server.
struct PostgresFigures {
    private static let rounds = 5
    private static let turn = Duration.seconds(1)

    func report(to report: inout Report) async throws {
        guard let database = MeasuredDatabase() else { return }
        let (node, running) = try await NodeAppending.beginNode(in: database.address)
        let appending = NodeAppending(node)
        // This round fills caches. Its blocks also tell the average length, and the number of the flow, that C uses below.
        _ = try await appending.rate(callers: 512, for: Self.turn)
        try await storage(of: appending, database, &report)
        let statements = node.counts
        print("A node with 512 callers appends sets of \(statements.appends / max(statements.appendStatements, 1)).")
        let size = Int(database.number("SELECT avg(length(bytes)) FROM keyway.shared_block WHERE first > 0"))
        let flow = Int64(database.number("SELECT min(flow) FROM keyway.flow"))
        let fromC = CAppending(address: database.address, block: [UInt8](repeating: 7, count: size), flow: flow)
        let fastest = try await races(
            appending,
            LogAppending(
                log: try await MeasuredDatabase.sharedLog(at: database.address),
                version: FlowVersion.shared(for: Counting.self).version), fromC, &report)
        running.cancel()
        await running.value
        try await recovery(database, appends: fastest, &report)
        try await looks(Looks(database, of: FlowVersion.shared(for: Counting.self).version, flow: flow), &report)
    }

    /// Measures every way to append, in turns; returns how many appends a second C makes durable by two connections with sets of 64.
    ///
    /// In a name stand who appends, how many connections or callers it has, and behind the `x` how many runs one statement
    /// appends to. A node makes its sets by itself.
    private func races(
        _ appending: NodeAppending, _ log: LogAppending, _ fromC: CAppending, _ report: inout Report
    ) async throws -> Double {
        var rates: [String: [Double]] = [:]
        let order = ["C, 1", "log, 1", "node, 1", "C, 1 x 64", "C, 2 x 64", "log, 2 x 64", "C, 64", "node, 512"]
        for _ in 0..<Self.rounds {
            for name in order {
                let rate =
                    switch name {
                    case "C, 1": fromC.rate(connections: 1, setsOf: 1, for: Self.turn)
                    case "C, 1 x 64": fromC.rate(connections: 1, setsOf: 64, for: Self.turn)
                    case "C, 2 x 64": fromC.rate(connections: 2, setsOf: 64, for: Self.turn)
                    case "C, 64": fromC.rate(connections: 64, setsOf: 1, for: Self.turn)
                    case "log, 1": try await log.rate(callers: 1, setsOf: 1, for: Self.turn)
                    case "log, 2 x 64": try await log.rate(callers: 2, setsOf: 64, for: Self.turn)
                    case "node, 1": try await appending.rate(callers: 1, for: Self.turn)
                    default: try await appending.rate(callers: 512, for: Self.turn)
                    }
                rates[name, default: []].append(rate)
            }
        }
        let medians = rates.mapValues { $0.sorted()[$0.count / 2] }
        func median(_ name: String) -> Double { medians[name] ?? .nan }
        for name in order {
            print(
                "PostgreSQL, \(name): \(Int(median(name))) appends a second, from \(rates[name]!.map { Int($0) }.sorted())"
            )
        }
        let ratios = [
            ("postgresAppendOverC", "log, 1", "C, 1"), ("postgresBatchedOverC", "log, 2 x 64", "C, 2 x 64"),
            ("postgresNodeOverC", "node, 1", "C, 1"), ("postgresNodeBatchedOverC", "node, 512", "C, 2 x 64"),
            ("postgresSetOverSingle", "C, 1 x 64", "C, 1"), ("postgresBatchedOverConnections", "node, 512", "C, 64"),
        ]
        for (name, upper, lower) in ratios {
            report[name] = (median(upper) / median(lower)).rounded(toPlaces: 2)
        }
        return median("C, 2 x 64")
    }

    /// How many bytes an append takes in the tables and in the server's write-ahead log, besides those of its records.
    private func storage(
        of appending: NodeAppending, _ database: MeasuredDatabase, _ report: inout Report
    ) async throws {
        func count() -> (blocks: Double, payload: Double, stored: Double, wal: Double) {
            (
                database.number("SELECT count(*) FROM keyway.shared_block"),
                database.number("SELECT coalesce(sum(length(bytes)), 0) FROM keyway.shared_block"),
                database.number(
                    "SELECT pg_total_relation_size('keyway.shared_block') + pg_total_relation_size('keyway.shared_run')"
                ),
                database.number("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")
            )
        }
        let before = count()
        _ = try await appending.rate(callers: 512, for: .seconds(5))
        let after = count()
        let appends = after.blocks - before.blocks
        let payload = (after.payload - before.payload) / appends
        report["postgresBytesPerAppend"] = ((after.stored - before.stored) / appends - payload).rounded()
        report["postgresWALPerAppend"] = ((after.wal - before.wal) / appends - payload).rounded()
        print(
            "An append of \(Int(payload)) bytes takes \(Int(report["postgresBytesPerAppend"] ?? 0)) more in the tables and \(Int(report["postgresWALPerAppend"] ?? 0)) more in the WAL."
        )
    }

    private func recovery(_ database: MeasuredDatabase, appends: Double, _ report: inout Report) async throws {
        let seconds = try await DueRuns(database: database).recoverySeconds()
        report["postgresRecoverySeconds"] = seconds.rounded(toPlaces: 2)
        report["postgresFireOverAppend"] = (Double(DueRuns.count) / seconds / appends).rounded(toPlaces: 2)
        print(
            "\(DueRuns.count) runs that are due at once have their deadlines \(seconds.rounded(toPlaces: 2)) s after a node begins."
        )
    }

    private func looks(_ looks: Looks, _ report: inout Report) async throws {
        var (sets, single): ([Double], [Double]) = ([], [])
        for _ in 0..<3 {
            sets.append(try await looks.rate(connections: 1, limit: 64, for: .seconds(3)))
            single.append(try await looks.rate(connections: 8, limit: 1, for: .seconds(3)))
        }
        let free = sets.sorted()[1]
        let held = try await looks.rateBesideSnapshot(heldFor: .seconds(60), limit: 64, for: .seconds(3))
        report["postgresClaimSetOverSingle"] = (free / single.sorted()[1]).rounded(toPlaces: 2)
        report["postgresClaimHeldOverFree"] = (held / free).rounded(toPlaces: 2)
        print(
            "Looks find \(Int(free)) runs a second in sets of 64, \(Int(single.sorted()[1])) one by one on 8 connections, and \(Int(held)) beside a snapshot that was held for a minute."
        )
    }
}
