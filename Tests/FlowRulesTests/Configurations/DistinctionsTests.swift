import FlowLanguage
import FlowMachine
import FlowRules
import Testing

@Suite("What of an event's fields makes a difference")
struct DistinctionsTests {
    @Test("Each way that a guard tells apart is there in the states that decide the event, and none in a final")
    func states() throws {
        let text = """
            flow Door version 1
            enum Key { right, wrong }
            command knock(key: Key), leave
            final open
            final left
            on leave -> left
            within 1h -> left
            reject other
            late other
            state closed waits for user {
              on knock when key == right -> open
              on knock when key == wrong stay
            }
            """
        let machine = try #require(check(SourceText(path: "Door.flow", bytes: Array(text.utf8))).machine)
        let knock = try #require(machine.events.firstIndex { $0.name == "knock" })
        let distinctions = Distinctions(of: machine)
        for state in machine.states.indices {
            let variants = distinctions.variants(of: knock, in: state)
            #expect(machine.states[state].isFinal == (variants == nil))
            #expect(Set(variants ?? []).count == (machine.states[state].isFinal ? 0 : 2))
        }
    }
}
