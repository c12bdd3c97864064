import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import Testing

/// Logs keep runs of released versions for ever, so a released table must go on deciding as it does.
@Suite("Tables of released versions")
struct ReleasedTableTests {
    /// For each table how many records 40 drawn runs have, and the checksum of their timelines, as they were when this test was written. A
    /// figure that no longer holds says that old runs replay otherwise: mend the code, and never the figure.
    private static let expected: [String: (records: Int, checksum: UInt32)] = [
        "OTPlessSNA-1": (917, 1_718_480_199),
        "OTPlessSmartAuth-1": (1_224, 2_604_905_207),
        "OfflineOTP-1": (1_001, 1_583_490_632),
        "PhoneLogin-1": (650, 208_321_811),
        "PowerAuthActivation-1": (736, 1_905_170_620),
        "PowerAuthRequest-1": (742, 3_144_399_337),
        "TruecallerOTP-1": (1_026, 4_133_220_077),
    ]

    private static func table(at path: String) throws -> Table {
        try Table(canonicalBytes: ShippedFlows.bytes(at: path))
    }

    /// The records of a run by this table: commands, callbacks, replies and times are drawn by the seed from what the table declares.
    private func records(of table: Table, seed: UInt64) throws -> [Record] {
        var walk = RandomWalk(seed: seed)
        let flow = RunningFlow(table)
        var (machine, decision) = RunMachine.begin(
            RunID(high: 1, low: seed), of: flow,
            version: FlowVersion(table: flow.table.canonicalBytes, annotations: []), kind: .live,
            salt: 7,
            at: walk.now)
        var records = decision.records
        for _ in 0..<60 {
            walk.note(
                decision.consequences.compactMap {
                    if case .perform(let order) = $0, order.leg == 0 { order.order } else { nil }
                })
            guard let event = walk.next(for: machine.state, of: table) else { continue }
            records += try machine.decide(.timeReached, at: walk.now).records
            switch table.events[event.position].origin {
            case .command:
                decision = try machine.decide(.command(Command(event.position, fields: event.fields)), at: walk.now)
            case .reply:
                guard let order = event.answers else { continue }
                let key = machine.key(of: order)
                decision = try machine.decide(
                    .reply(key, leg: 0, event: event.position, fields: event.fields), at: walk.now)
            case .callback, .unrecognised:
                decision = machine.decide(event, in: 0, because: .heard, at: walk.now, hearing: RetainedCallbacks())
            case .timer, .stale, .restored, .lane, .child: continue
            }
            records += decision.records
        }
        return records
    }

    @Test(
        "Runs of each released version have the records that they always had, and replay",
        arguments: expected.keys.sorted()
    )
    func asBefore(name: String) throws {
        let path = try #require(ShippedFlows.releasedTables.first { $0.hasSuffix("/\(name).table") })
        let table = try Self.table(at: path)
        var text = ""
        var count = 0
        for seed in 1...40 as ClosedRange<UInt64> {
            let records = try records(of: table, seed: seed)
            let replay = try Replay(of: records)
            #expect(replay.disagreement == nil, "seed \(seed)")
            count += records.count
            for entry in replay.timeline.entries {
                text += "\(entry.sequence) \(entry.event) \(entry.disposition) \(entry.state)\n"
            }
        }
        let checksum = CRC32C.checksum(of: Array(text.utf8))
        let expected = try #require(Self.expected[name])
        #expect((count, checksum) == expected)
    }

    @Test("Every released table is tested here")
    func all() {
        let names = ShippedFlows.releasedTables.compactMap { $0.split(separator: "/").last?.dropLast(".table".count) }
        #expect(names.map(String.init).sorted() == Self.expected.keys.sorted())
    }
}
