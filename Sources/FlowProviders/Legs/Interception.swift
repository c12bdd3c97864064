import FlowMachine
import KeywayCore

/// Which callbacks of a flow go to a newer leg instead: a run tells each callback to the newest leg that reads it.
struct Interception {
    /// For each flow and event: for each decoder row that makes the event, the flows that surely read all that this row reads, one bit for
    /// each.
    private let readers: [[Int: [UInt64]]]

    init(among machines: [Machine]) {
        let rows = machines.map(\.readRows)
        readers = rows.map { own in
            var readers: [Int: [UInt64]] = [:]
            for row in own {
                // A source that tells attempts apart may bring the answer to a call to the leg that made the call, so no other leg surely
                // takes it.
                let others =
                    !row.isSingleton
                    ? 0
                    : rows.indices.reduce(into: UInt64(0)) { others, flow in
                        if rows[flow].contains(where: { $0.surelyReadsAll(of: row) }) { others.insert(flow) }
                    }
                readers[row.row.event, default: []].append(others)
            }
            return readers
        }
    }

    /// Whether some of these flows, whose legs are newer, hear all that the flow could read as the event.
    func takes(_ event: Int, of flow: Int, among newer: UInt64) -> Bool {
        readers[flow][event]?.allSatisfy { $0 & newer != 0 } ?? false
    }
}
