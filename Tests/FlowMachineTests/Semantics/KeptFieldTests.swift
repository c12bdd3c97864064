import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@Suite("Semantics 20a: what a child's final keeps, as its parent hears it")
struct KeptFieldTests {
    private static let door = """
        flow Door version 1
        type Key = text(1...8) secret
        type Name = text(1...30) personal
        enum Side { left, right }
        enum Why { jammed, tired }
        context { key: Key?, who: Name?, tries: int 0...3 = 0, side: Side = left, why: Why?, both: set of Why? }
        command open(key: Key, who: Name?), push, cancel
        final opened keeps tries, key, who
        final shut keeps why, side, both
        final away
        within 15m -> shut { why = tired }
        on cancel -> away
        state closed waits for user {
          on open -> turning { keep key, who }
          reject push
        }
        state turning waits for user {
          on push when tries < 2 stay { tries += 1; side = right }
          on push when tries >= 2 -> shut { why = jammed }
          on open -> opened { keep key }
        }
        """

    private static let house = """
        flow House version 1
        type Key = text(1...8) secret
        type Name = text(1...30) personal
        enum Side { left = 1, right = 2 }
        enum Why { cold, dark }
        context {
          key: Key?, n: int 0...9 = 0, side: Side?, why: Why?, doorWhy: Door.Why?, all: set of Door.Why?
          who: Name?
        }
        command knock(key: Key), leave
        effect tell(why: Door.Why?, n: int 0...3)
        final inside keeps key
        final outside keeps why, doorWhy
        within 20m -> outside
        reject other
        on leave -> outside
        state street waits for user { on knock -> front }
        state front {
          child door = Door
          enter { run door.open(nil, nil) }
          on door.opened -> sorting { keep key; n = tries }
          on door.shut when why == jammed -> outside { why = cold; doorWhy = why; all = both; keep side }
          on door.shut otherwise -> outside { do tell(why, 1) }
          on door.away -> outside
        }
        choice sorting { when n > 1 -> inside { keep who } otherwise -> outside }
        """

    private static let flows = ["Door": door.changing("open(key: Key,", to: "open(key: Key?,")]

    private func house() throws -> MachineUnderTest { try MachineUnderTest(Self.house, among: Self.flows) }

    private func fields(_ event: String, in table: Table) throws -> [Field] {
        table.events[try #require(table.event(named: event))].fields
    }

    @Test(
        "Rule 20a: The event has a field for each variable, in the order of `keeps`, with its kind, class and optionality"
    )
    func signatures() throws {
        let table = try house().table
        #expect(
            try fields("door.opened", in: table) == [
                Field(name: "tries", kind: .integer(0...3), isOptional: false),
                Field(name: "key", kind: .text(1...8), classification: .secret, isOptional: true),
                Field(name: "who", kind: .text(1...30), classification: .personal, isOptional: true),
            ])
        #expect(try fields("door.shut", in: table).map(\.name) == ["why", "side", "both"])
        #expect(try fields("door.away", in: table).isEmpty)
        let child = table.children[0]
        #expect(
            child.endings.map { $0.keeps.map { child.table.variables[$0].name } } == [
                ["tries", "key", "who"], ["why", "side", "both"], [],
            ])
    }

    @Test(
        "Rule 20a: An enum of the same name and cases is one with the child's; another is known behind its flow's name")
    func enumerations() throws {
        let table = try house().table
        #expect(table.enumerations.map(\.name) == ["Side", "Why", "Door.Why"])
        let shut = try fields("door.shut", in: table)
        #expect(shut.map(\.kind) == [.enumCase(of: 2), .enumCase(of: 0), .set(of: 2)])
        // An enum with the cases in another order is another enum.
        let other = try MachineUnderTest(
            Self.house.changing("left = 1, right = 2", to: "right, left").changing("; keep side", to: ""),
            among: Self.flows
        ).table
        #expect(other.enumerations.map(\.name) == ["Side", "Why", "Door.Why", "Door.Side"])
    }

    @Test("Rule 20a: Guards, assignments, choices and arguments read the fields, which hide variables of their names")
    func reading() throws {
        var house = try house()
        try house.on("knock", .text("k"))
        try house.on("door.shut", .enumCase(0), .enumCase(1), .set(0b11))
        #expect(house.state == "outside")
        #expect((house["why"], house["doorWhy"], house["side"]) == ("cold", "jammed", "right"))
        #expect(house["all"] == "{jammed,tired}")
        house = try self.house()
        try house.on("knock", .text("k"))
        let told = try house.on("door.shut", .enumCase(1), .enumCase(0), nil)
        #expect((house["why"], told.orders) == ("nil", ["tell(tired, 1)"]))
        house = try self.house()
        try house.on("knock", .text("k"))
        try house.on("door.opened", .integer(2), .withheld, .text("Asha"))
        #expect((house.state, house["n"], house["who"]) == ("inside", "2", "Asha"))
        house = try self.house()
        try house.on("knock", .text("k"))
        #expect(try house.on("door.shut", nil, .enumCase(0), nil).disposition == .taken)
    }

    @Test(
        "Rule 20a: What a child's child keeps goes on to the parent's parent, its enum behind the flow that declares it"
    )
    func levels() throws {
        func flow(_ name: String, around child: String, _ why: String) -> String {
            """
            flow \(name) version 1
            context { reason: \(why)? }
            command begin, cancel
            final over keeps reason
            within 15m -> over
            on cancel -> over
            reject other
            state idle waits for user { on begin -> running }
            state running { child inner = \(child) enter { run inner.begin } on inner.over -> over { keep reason } }
            """
        }
        let bell = """
            flow Bell version 1
            enum Reason { rung, broken }
            context { reason: Reason? }
            command begin, cancel
            final over keeps reason
            within 15m -> over { reason = broken }
            on cancel -> over
            state idle waits for user { on begin -> over { reason = rung } }
            """
        let flows = ["Bell": bell, "Hall": flow("Hall", around: "Bell", "Bell.Reason")]
        let house = try MachineUnderTest(flow("House", around: "Hall", "Bell.Reason"), among: flows)
        #expect(house.table.enumerations.map(\.name) == ["Bell.Reason"])
        #expect(try fields("inner.over", in: house.table).map(\.kind) == [.enumCase(of: 0)])
        var run = try DrivenRun(house.flow)
        let steps = try run.send("begin").steps
        #expect(run.names(of: steps).last == "inner.over" && run.state == "over")
        #expect(run.records().last.map { "\($0)" }?.contains("enumCase(0)") == true)
        // The parent's parent may declare the enum as its own.
        let own = flow("House", around: "Hall", "Reason").changing(
            "context", to: "enum Reason { rung, broken }\ncontext")
        #expect(try MachineUnderTest(own, among: flows).table.enumerations.map(\.name) == ["Reason"])
    }

    @Test(
        "A table that tells what finals keep comes back from its bytes, and one that tells nothing has the bytes of before"
    )
    func bytes() throws {
        let table = try house().table
        #expect(try Table(canonicalBytes: table.canonicalBytes) == table)
        #expect(table.canonicalBytes.first == 3)
        let silent = try MachineUnderTest(
            Self.house.changing("keep key; n = tries", to: "n = 2").changing(
                "when why == jammed -> outside { why = cold; doorWhy = why; all = both; keep side }",
                to: "when n == 0 -> outside"
            ).changing("why: Door.Why?, n", to: "why: Why?, n").changing(
                "doorWhy: Door.Why?, all: set of Door.Why?", to: ""
            )
            .changing("keeps why, doorWhy", to: "keeps why").changing("inside { keep who }", to: "inside"),
            among: Self.flows.mapValues {
                $0.changing(" keeps tries, key, who", to: "").changing(" keeps why, side, both", to: "")
            }
        ).table
        #expect(silent.canonicalBytes.first == 2)
        #expect(try Table(canonicalBytes: silent.canonicalBytes) == silent)
    }

    @Test(
        "A table whose finals fill fields with too few values, with none of the child's, or with values of another kind is refused"
    )
    func hostileTables() throws {
        let table = try house().table
        let opened = try #require(table.children[0].endings.firstIndex { $0.keeps.count == 3 })
        for keeps in [[2, 0], [2, 0, 99], [0, 2, 1], []] {
            var other = table
            other.children[0].endings[opened].keeps = keeps
            #expect(throws: Table.FormatError.self, "\(keeps)") { try Table(canonicalBytes: other.canonicalBytes) }
        }
        // A field of a less strict class would bring a secret into the log, and a field that is not optional needs what may be absent.
        let event = table.children[0].endings[opened].event
        var other = table
        other.events[event].fields[1].classification = .personal
        #expect(throws: Table.FormatError.self) { try Table(canonicalBytes: other.canonicalBytes) }
        other = table
        other.events[event].fields[1].isOptional = false
        #expect(throws: Table.FormatError.self) { try Table(canonicalBytes: other.canonicalBytes) }
        // An enum with another number of cases.
        other = table
        other.enumerations[2].cases.removeLast()
        #expect(throws: Table.FormatError.self) { try Table(canonicalBytes: other.canonicalBytes) }
    }

    @Test("Of a child whose flow was not looked up, whatever a row reads of its ends is left alone")
    func unread() {
        let unread = Understood(Self.house)
        #expect(unread.errors == [])
        #expect(unread.machine?.unusableChildren.isEmpty == false)
    }
}
