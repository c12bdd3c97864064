import FlowFixtures
import FlowProviders
import KeywayCore
import Testing

@Suite("Callbacks that are searched for events")
struct CallbackSearchTests {
    @Test("A text and a duration that are given are in the callback, and only what is withheld is made up")
    func given() throws {
        let flow = try LoadedFlow(
            """
            flow Told version 1
            type Words = text(1...40)
            callback said(words: Words, wait: duration, own: Words?)
            source voice = "Voice" by kind singleton {
              SAID when wait present => said(words: words, wait: wait, own: own)
            }
            final over
            within 20m -> over
            ignore unrecognised
            state idle waits for user { on said -> over }
            """)
        let event = try #require(flow.table.event(named: "said"))
        func reading(_ fields: [Value?]) throws -> [Value?] {
            let callback = try #require(CallbackSearch(machine: flow.machine, event: event, fields: fields).callback)
            guard case .event(event, let found, _, _) = flow.table.decode(callback) else { return [] }
            return found
        }
        let known: [Value?] = [.text("come later"), .duration(17_003), nil]
        #expect(try reading(known) == known)
        let found = try reading([.text("come later"), .withheld, .withheld])
        #expect(found.count == 3 && found[0] == .text("come later") && found[1] != nil && found[2] != nil)
    }
}
