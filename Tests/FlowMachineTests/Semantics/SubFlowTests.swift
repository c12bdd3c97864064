import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@Suite("Semantics 14 and 20: sub-flows, as one flow sees them")
struct SubFlowTests {
    static let door = """
        flow Door version 1
        type Key = text(1...8) secret
        enum Side { left, right }
        context { key: Key? }
        command open(key: Key?, side: Side), cancel
        effect turn(key: Key?) replies turned, stuck otherwise stuck within 5s
        final opened
        final shut
        within 15m -> shut
        on cancel -> shut
        late other
        state closed waits for user { on open -> turning { keep key } }
        state turning { enter { do turn(key) } on turned -> opened on stuck -> shut reject open }
        """

    private static let house = """
        flow House version 1
        type Key = text(1...8) secret
        enum Side { left, right }
        context { key: Key?, tries: int 0...3 = 0 }
        command knock(key: Key), again, leave, off
        final inside
        final outside
        within 20m -> outside
        reject other
        on off -> outside
        state street waits for user { on knock -> atDoor { keep key } }
        group around {
          child bell = Door
          enter { run bell.open(nil, left) }
          on bell.opened, bell.shut stay
          state atDoor {
            child door = Door
            enter { tries += 1; run door.open(key, right) }
            on again -> atDoor
            on door.opened -> inside
            on door.shut when tries < 3 -> atDoor
            on door.shut otherwise -> hall
            on leave -> hall
          }
          state hall waits for user { on leave -> street on again -> atDoor }
        }
        """

    private func house() throws -> MachineUnderTest {
        try MachineUnderTest(Self.house, among: ["Door": Self.door])
    }

    @Test("Rule 20: 'run' begins a leg with a command, and its arguments are the values of that step")
    func begins() throws {
        var house = try house()
        let told = try house.on("knock", .text("k1"))
        #expect(told.scopeChanges == ["begins bell.open(nil, left)", "begins door.open(k1, right)"])
        #expect(house.running == ["bell", "door"])
    }

    @Test("Rule 14: Leaving a scope ends the sub-flows that live in it, and no others")
    func leaves() throws {
        var house = try house()
        try house.on("knock", .text("k"))
        #expect(try house.on("leave").scopeChanges == ["leaves door"])
        #expect(house.running == ["bell"])
        #expect(try house.on("leave").scopeChanges == ["leaves bell"])
        #expect(house.running == [])
    }

    @Test("Rule 11: The same state again leaves its sub-flow and begins another leg of it; the group's goes on")
    func sameState() throws {
        var house = try house()
        try house.on("knock", .text("k"))
        #expect(try house.on("again").scopeChanges == ["leaves door", "begins door.open(k, right)"])
        #expect(house.running == ["bell", "door"])
    }

    @Test("Rule 20: A sub-flow that reached a final runs no longer, whatever its event means, and is not left")
    func finals() throws {
        var house = try house()
        try house.on("knock", .text("k"))
        let stayed = try house.on("bell.shut")
        #expect((stayed.disposition, stayed.scopeChanges) == (.stayed, []))
        #expect(house.running == ["door"])
        #expect(try house.on("door.shut").scopeChanges == ["begins door.open(k, right)"])
        #expect(house["tries"] == "2")
    }

    @Test("Rule 13: A final ends every sub-flow, in the order in which they began")
    func end() throws {
        var house = try house()
        try house.on("knock", .text("k"))
        #expect(try house.on("door.opened").scopeChanges == ["leaves bell"])
        #expect((house.state, house.running) == ("inside", []))
        house = try self.house()
        try house.on("knock", .text("k"))
        #expect(try house.on("off").scopeChanges == ["leaves bell", "leaves door"])
    }

    @Test("A run whose initial state begins a sub-flow has it from its beginning")
    func beginning() throws {
        let text = """
            flow Hall version 1
            enum Side { left, right }
            final done
            within 20m -> done
            state first { child door = Door enter { run door.open(nil, left) } on door.opened, door.shut -> done }
            """
        let hall = try MachineUnderTest(text, among: ["Door": Self.door])
        #expect(hall.running == ["door"])
        let begun = hall.table.beginning(at: Instant(milliseconds: 0), sequence: 0)
        #expect(begun.scopeChanges.map { hall.table.words(for: $0) } == ["begins door.open(nil, left)"])
    }

    @Test("A flow whose sub-flow was not looked up parses, and cannot run")
    func unread() throws {
        let understood = Understood(Self.house)
        #expect(understood.errors == [])
        let unusableChildren = try #require(understood.machine).unusableChildren
        #expect(unusableChildren.contains { $0.what == "sub-flow 'door' of 'Door'" })
        #expect(Understood(Self.house.changing("run door.", to: "run doors.")).errors == [.unknownEvent])
    }
}
