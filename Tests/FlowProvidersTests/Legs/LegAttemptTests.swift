import FlowFixtures
import Testing

@testable import FlowProviders

@Suite("Attempts of the legs of one run, which hear different words of one SDK")
struct LegAttemptTests {
    private static let part = """
        flow Part version 1
        command start, cancel
        effect poke starts attempt calls Box.poke
        final over
        within 20m -> over
        on cancel -> over
        reject other
        state idle waits for user { on start -> poked { do poke } }
        state poked { after 5s -> over }
        """

    private static let whole = """
        flow Whole version 1
        command start, cancel
        callback done
        effect go calls Box.go
        source box = "Box" by kind stamped { DONE => done }
        final good
        final bad
        require never in bad
        within 20m -> good
        on cancel -> good
        ignore unrecognised
        reject other
        state idle waits for user { on start -> waiting { do go }  late done }
        state waiting waits for user { on start -> running  on done -> good }
        state running {
          child part = Part
          enter { run part.start }
          on part.over -> resting
          on done -> bad
        }
        state resting waits for user { late done }
        """

    /// A box that says `done` once after `go`, unless it was poked before.
    private static let box = """
        provider Box version "1" for box
        word done = DONE
        state idle { call go -> working }
        state working { emit done -> idle  call poke -> idle }
        """

    @Test("A word for one leg stays current when another leg begins, or begins an attempt")
    func anotherLeg() throws {
        let flow = try House.machine(Self.whole, others: ["Part": Self.part])
        let exploration = try explore(flow, against: model(Self.box))
        // `done` is spoken before the sub-flow begins and heard after it. It is current, because it answers a call of the root.
        #expect(exploration.verdict(on: "never in bad") == .broken)
    }

    @Test("A word for a leg is old once this leg begins an attempt")
    func ownLeg() throws {
        let again = Self.whole.changing("effect go calls", to: "effect go starts attempt calls")
            .changing("enter { run part.start }", to: "enter { run part.start; do go }")
        let flow = try House.machine(again, others: ["Part": Self.part])
        #expect(try explore(flow, against: model(Self.box)).verdict(on: "never in bad") == .proved)
    }
}
