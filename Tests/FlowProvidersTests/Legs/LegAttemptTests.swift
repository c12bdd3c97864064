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

    /// A flow whose sub-flow reads the callback that it reads itself, and only ignores it. It begins another attempt while the sub-flow
    /// runs.
    private static let sharing = """
        flow Sharing version 1
        command start, again, leave, cancel
        callback ring
        effect knock calls Bell.knock
        effect renew starts attempt calls Bell.wait
        source bell = "Bell" by kind singleton { RING => ring }
        final over
        within 20m -> over
        on cancel -> over
        ignore unrecognised
        reject other
        state idle waits for user {
          on start -> running
          late ring
        }
        state running waits for user {
          child part = Reader
          enter { run part.start }
          on again stay { do renew }
          on leave -> alone
          on part.over -> alone
          ignore ring
        }
        state alone waits for user { on ring -> over }
        """

    private static let reader = """
        flow Reader version 1
        command start, cancel
        callback ring
        effect knock calls Bell.knock
        source bell = "Bell" by kind singleton { RING => ring }
        final over
        within 20m -> over
        on cancel -> over
        ignore unrecognised
        reject other
        state idle waits for user {
          on start -> waiting { do knock }
          late ring
        }
        state waiting waits for user { ignore ring }
        """

    /// A bell that rings once after the first knock.
    private static let bell = """
        provider Bell version "1" for bell
        word ring = RING
        call wait stay
        state idle { call knock -> knocked }
        state knocked { emit ring -> quiet }
        state quiet { call knock stay }
        """

    @Test(
        "A word that a sub-flow reads as well is old to the root once the root begins an attempt, though not to the sub-flow"
    )
    func oldToRootAlone() throws {
        let flow = try House.machine(Self.sharing, others: ["Reader": Self.reader])
        let exploration = try explore(flow, against: model(Self.bell))
        #expect(exploration.verdict(on: "30.v") == .broken)
        let reader = Self.reader.changing(
            "waiting waits for user { ignore ring }", to: "waiting waits for user { on ring -> over }")
        let inSubFlow = Self.sharing.changing(
            "state alone waits for user { on ring -> over }", to: "state alone waits for user { late ring }")
        let ended = try explore(House.machine(inSubFlow, others: ["Reader": reader]), against: model(Self.bell))
        #expect(ended.verdict(on: "30.v") != .broken)
    }

    @Test("A word that was spoken before a sub-flow began which reads it is old to the sub-flow, and not to the root")
    func oldToSubFlowAlone() throws {
        let sharing = Self.sharing.changing("on start -> running", to: "on start -> calling { do knock }")
            .changing("  on again stay { do renew }\n", to: "")
            .changing(
                "state running", to: "state calling waits for user { on again -> running  ignore ring }\nstate running")
        let flow = try House.machine(
            sharing, others: ["Reader": Self.reader.changing("waiting { do knock }", to: "waiting")])
        #expect(try explore(flow, against: model(Self.bell)).verdict(on: "30.v") != .broken)
        let reader = Self.reader.changing("waiting { do knock }", to: "waiting")
            .changing("waiting waits for user { ignore ring }", to: "waiting waits for user { on ring -> over }")
        let ended = try explore(House.machine(sharing, others: ["Reader": reader]), against: model(Self.bell))
        #expect(ended.verdict(on: "30.v") == .broken)
    }
}
