import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("Records where no run brings them")
struct MisplacedRecordTests {
    /// A run that has begun its leg `hall`, and its records decided once more up to where the leg's first command is owed.
    private func halfway() throws -> (run: DrivenRun, refolding: Refolding) {
        var run = try House.run()
        try run.send("go")
        let refolding = try Refolding(Array(run.records()[..<3]), of: run.table)
        #expect(refolding.difference == nil)
        return (run, refolding)
    }

    private func record(_ content: Record.Content, after refolding: Refolding) -> Record {
        Record(
            run: DrivenRun.id, sequence: refolding.machine.nextSequence, time: refolding.machine.latest,
            content: content)
    }

    @Test("Nothing comes between a record and what it brings, be it a step or not")
    func betweenWhatIsOwed() throws {
        let resumption = Resumption(epoch: 2, wallTime: Instant(milliseconds: 0), salt: 9)
        let ring = try #require(try House.run().table.flow(ofLeg: "hall.bell")?.event(named: "ring"))
        let early = CommandBeforeLeg(leg: "hall.bell", command: ring, fields: [], commandID: "a")
        for content in [Record.Content.resumed(resumption), .commandBeforeLeg(early)] {
            let (run, halfway) = try halfway()
            var refolding = halfway
            refolding.fold(record(content, after: refolding))
            #expect(refolding.difference?.hasPrefix("no run brings record 3") == true)
            // Where nothing is owed, such a record may come.
            var settled = try Refolding(Array(run.records()[..<1]), of: run.table)
            settled.fold(record(content, after: settled))
            #expect(settled.difference == nil)
        }
    }

    @Test("An order ends once, and not before what its record brings")
    func ends() throws {
        var run = try House.run()
        try run.send("go")
        let chime = try #require(run.orders(of: "chime", by: "hall.bell").first)
        var refolding = try Refolding(run.records(), of: run.table)
        let closed = Record.Content.closed(chime.order.id, .returned)
        refolding.fold(record(closed, after: refolding))
        #expect(refolding.difference == nil)
        refolding.fold(record(closed, after: refolding))
        #expect(refolding.difference?.hasPrefix("no run brings record 7") == true)

        try run.reply("yes", to: "ask", in: "hall.bell")
        // After the answer the final of `bell` is owed to `hall`, and the end of `chime` cannot come before that.
        var early = try Refolding(Array(run.records()[...6]), of: run.table)
        #expect(early.difference == nil)
        early.fold(record(closed, after: early))
        #expect(early.difference?.hasPrefix("no run brings record 7") == true)
    }

    @Test("A command is turned away only where the flow has it and its leg has not begun")
    func commandBeforeLeg() throws {
        var run = try House.run()
        let ring = try #require(run.table.flow(ofLeg: "hall.bell")?.event(named: "ring"))
        let yes = try #require(run.table.flow(ofLeg: "hall.bell")?.event(named: "yes"))
        for (leg, command, fields) in [
            ("nobody", ring, []), ("hall.bell", -1, []), ("hall.bell", .max, []), ("hall.bell", yes, []),
            ("hall.bell", ring, [nil]),
        ] as [(String, Int, [Value?])] {
            var refolding = try Refolding(run.records(), of: run.table)
            let early = CommandBeforeLeg(leg: leg, command: command, fields: fields, commandID: "a")
            refolding.fold(record(.commandBeforeLeg(early), after: refolding))
            #expect(refolding.difference?.hasPrefix("record 1 is malformed") == true)
        }
        try run.send("go")
        var refolding = try Refolding(run.records(), of: run.table)
        let early = CommandBeforeLeg(leg: "hall.bell", command: ring, fields: [], commandID: "a")
        refolding.fold(record(.commandBeforeLeg(early), after: refolding))
        #expect(refolding.difference?.hasPrefix("no run brings record 6") == true)
    }
}
