import Keyway
import Testing

@Suite("A table in generated code")
struct EmbeddedTableTests {
    @Test("Of a text that is no table a flow is made in which nothing happens")
    func unreadable() {
        for text: StaticString in ["", "AQ", "not base 64 at all!", "AAAA"] {
            let table = Table(embedded: text, of: "Door")
            var (run, orders) = table.begin(at: Instant(milliseconds: 0))
            #expect(orders.isEmpty)
            let step = table.reduce(&run, Event(0), at: Instant(milliseconds: 0), sequence: 1)
            #expect(step.disposition == .unrecognised)
            #expect(table.states[run.state].isFinal)
        }
    }
}
