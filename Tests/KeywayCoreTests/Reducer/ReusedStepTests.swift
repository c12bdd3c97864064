import FlowFixtures
import KeywayCore
import KeywayTesting
import Testing

@Suite("A step that is used again")
struct ReusedStepTests {
    @Test("Tells what a new one tells, whatever it told before", arguments: ["OTPlessSNA", "TruecallerOTP"])
    func reuse(flow: String) throws {
        let table = try ShippedFlows.named(flow).table
        var generator = SeededGenerator(seed: 20)
        var reused = Step()
        var (orders, emptied) = (0, 0)
        for sequence in 0..<4000 as Range<UInt64> {
            var run = table.begin(at: Instant(milliseconds: 0)).run
            run.state = Int.random(in: 0..<table.states.count, using: &generator)
            let position = Int.random(in: 0..<table.events.count, using: &generator)
            let fields = table.events[position].fields.map { _ in Value?.some(.text("\(sequence)")) }
            let event = Event(position, fields: fields, answers: run.openEffects.first?.order)
            var other = run
            let wasEmpty = reused.orders.isEmpty
            let fresh = table.reduce(&run, event, at: Instant(milliseconds: 9), sequence: sequence)
            table.reduce(&other, event, at: Instant(milliseconds: 9), sequence: sequence, into: &reused)
            #expect(reused == fresh && reused.orders == fresh.orders && other == run, "step \(sequence), seed 20")
            orders += fresh.orders.count
            if !wasEmpty, fresh.orders.isEmpty { emptied += 1 }
        }
        #expect(orders > 100 && emptied > 50, "\(orders) orders, \(emptied) steps without one after one with")
    }
}
