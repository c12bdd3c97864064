import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayReplay

@Suite("Records without an entry in a timeline")
struct QuietRecordTests {
    private static let bell = """
        flow Bell version 1
        command ring, press, cancel
        final rung
        final mute
        within 15m -> mute
        on cancel -> mute
        reject other
        state idle waits for user { on ring -> ringing }
        state ringing { on press -> rung }
        """

    private static let house = """
        flow House version 1
        command go, leave
        effect light
        final inside
        final outside
        within 20m -> outside
        reject other
        on leave -> outside
        state street waits for user { on go -> door { do light } }
        state door { child bell = Bell enter { run bell.ring } on bell.rung -> inside on bell.mute -> outside }
        """

    private func flow(_ bell: String = bell) throws -> LoadedFlow { try LoadedFlow(Self.house, among: ["Bell": bell]) }

    /// The records of a run with a command that met no leg, a handler that finished, and another process that went on.
    private func records() throws -> [Record] {
        var run = try DrivenRun(flow())
        try run.send("press", to: "bell", id: "first")
        try run.send("go")
        try run.finish(try #require(run.orders(of: "light").last))
        let records = run.records()
        return records + [quiet(.resumed(Resumption(epoch: 2, wallTime: run.time.now, salt: 8)), behind: records)]
    }

    private func quiet(_ content: Record.Content, behind records: [Record]) -> Record {
        Record(
            run: DrivenRun.id, sequence: UInt64(records.count), time: records.last?.time ?? Instant(milliseconds: 0),
            content: content)
    }

    @Test("They have sequences and no entries, and are no disagreement and no divergence")
    func noEntries() throws {
        let records = try records()
        let replayed = try Replay(of: records)
        #expect(replayed.disagreement == nil)
        #expect(replayed.timeline.entries.map { "\($0.sequence) \($0.event)" } == ["2 go", "3 began", "4 ring"])
        #expect(records.count == 7)
        #expect(try Replay.divergence(of: records, from: flow().table) == nil)
    }

    @Test("The end of a handler is a disagreement where its order is closed already or was never made")
    func closedTwice() throws {
        let records = try records()
        for order in [
            EffectOrder.ID(sequence: 2, index: 0), EffectOrder.ID(sequence: 3, index: 0),
            EffectOrder.ID(sequence: .max, index: 7),
        ] {
            let closed = quiet(.closed(order, .failed), behind: records)
            let found = try #require(try Replay(of: records + [closed]).disagreement)
            #expect(found.sequence == 7 && found.event == "closed" && found.field == "order")
            #expect(found.recorded == "\(order.sequence).\(order.index) closed" && found.computed == "not open")
        }
    }

    @Test("A command that is said to have met no leg is a disagreement where the leg had begun")
    func commandBeforeLeg() throws {
        let records = try records()
        func early(_ leg: String, _ command: Int, _ fields: [Value?] = []) -> [Record] {
            let command = CommandBeforeLeg(leg: leg, command: command, fields: fields, commandID: "second")
            return records + [quiet(.commandBeforeLeg(command), behind: records)]
        }
        let found = try #require(try Replay(of: early("bell", 1)).disagreement)
        #expect(found.sequence == 7 && found.event == "turned away" && found.field == "leg")
        for other in [early("lamp", 1), early("bell", 99), early("bell", -1), early("bell", 1, [nil])] {
            #expect(throws: Replay.Failure.malformed(sequence: 7)) { try Replay(of: other) }
        }
    }

    @Test("A record of no event, of any kind, is a disagreement where another record is owed first")
    func inPlaceOfOwed() throws {
        // Entering `door` makes the sub-flow begin: record 3 is owed by record 2.
        let records = Array(try records().prefix(3))
        let order = EffectOrder.ID(sequence: 2, index: 0)
        let quiets: [(Record.Content, String)] = [
            (.closed(order, .returned), "closed"),
            (.resumed(Resumption(epoch: 2, wallTime: Instant(milliseconds: 0), salt: 8)), "resumed"),
            (
                .commandBeforeLeg(CommandBeforeLeg(leg: "bell", command: 1, fields: [], commandID: "second")),
                "turned away"
            ),
            // The app's own handler, beside which a shadow follows the flow, ended its sign-in.
            (.appEnded(.succeeded), "app ended"),
            (.takenOver([order]), "taken over"),
        ]
        for (content, name) in quiets {
            let found = try #require(
                try Replay(of: records + [quiet(content, behind: records)]).disagreement, "\(name)")
            #expect(found.sequence == 3 && found.event == name && found.field == "record")
            #expect(found.recorded == name && found.computed == "another record that is owed first")
        }
    }

    @Test("A flow that lacks a command which was turned away diverges at the record of that")
    func otherCommand() throws {
        let found = try Replay.divergence(of: records(), from: flow(Self.bell.changing("press", to: "push")).table)
        #expect(found?.sequence == 1 && found?.event == "turned away" && found?.state == "street")
    }
}

@Suite("Replays by a given flow")
struct GivenFlowTests {
    /// The records as a log has them whose table is lost.
    private func withoutTable(_ records: [Record]) throws -> [Record] {
        var beginning = try #require(records.first?.beginning)
        beginning.version = FlowVersion(table: [], annotations: [])
        var records = records
        records[0].content = .began(beginning)
        return records
    }

    @Test("A run whose own table is lost is replayed by a given one: the same table agrees, and others do not")
    func lostTable() throws {
        let flow = try ShippedFlows.named("TruecallerOTP")
        let run = try RandomRun(flow, seed: 3)
        let records = try withoutTable(run.records)
        #expect(throws: Replay.Failure.self) { try Replay(of: records) }
        let told = try Replay(of: records, by: RunningFlow(flow.table), annotated: nil)
        #expect(told.disagreement == nil)
        #expect(told.timeline.entries.map(\.event) == (try Replay(of: run.records)).timeline.entries.map(\.event))
        var other = flow.table
        let start = try #require(run.records[1].event)
        other.cells.swapAt(start.event, other.cells.indices.last ?? 0)
        #expect(try Replay(of: records, by: RunningFlow(other), annotated: nil).disagreement?.sequence == 1)
        let stranger = RunningFlow(try ShippedFlows.named("OTPlessSNA").table)
        let strange = try? Replay(of: records, by: stranger, annotated: nil)
        #expect(strange == nil || strange?.disagreement != nil)
    }
}
