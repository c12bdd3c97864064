import FlowFixtures
import FlowGenerator
import Testing

@Suite("Absence in the readable switch")
struct AbsenceTests {
    @Test("A field that is never absent is asked nothing, and 'not present' is false of it")
    func neverAbsent() throws {
        let flow = try LoadedFlow(
            """
            flow Door version 1
            command open(key: int 0...9, note: int 0...9?), cancel
            final opened
            within 15m -> opened
            on cancel -> opened
            reject other
            state closed waits for user {
              on open when not (key present) and note present stay
              on open when not (note present) and key present stay
              on open otherwise -> opened
            }
            """)
        let text = FlowTests(of: flow.machine, in: flow.source, testing: nil).readableSwitch.text
        #expect(text.contains("if false && note != nil {"), "\(text)")
        #expect(text.contains("if note == nil && true {"), "\(text)")
    }
}
