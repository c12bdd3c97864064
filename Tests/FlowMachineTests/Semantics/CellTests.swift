import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@Suite("Cells")
struct CellTests {
    @Test("Rule 1: a state's scopes are the state, its groups from inside to outside, and the file")
    func scopes() throws {
        let flow = try LoadedFlow(
            """
            flow Tiny version 1
            command go
            final done
            within 20m -> done
            group outer { group inner { state first { on go -> done } } }
            """)
        let names = flow.machine.scopes(around: 0).map { flow.machine.scopes[$0].name.text }
        #expect(names == ["first", "inner", "outer", "Tiny"])
        #expect(flow.machine.scopes(around: 1) == [0])
    }

    static let nested = """
        flow Tiny version 1
        context { open: bool = false }
        command go, unlock
        callback word
        final done
        final far
        within 20m -> done
        reject other
        late other
        on unlock stay { open = true }
        on go -> far
        group outer {
          on go -> done
          state first {
            on go when open -> second
            reject go when not open
          }
          state second { ignore word }
        }
        state third { on word -> first }
        """

    @Test("Rule 2: the innermost scope that names the event decides it whole")
    func innermostScope() throws {
        var machine = try MachineUnderTest(Self.nested)
        // `reject` of the inner scope decides, and no row of an outer one.
        #expect(try machine.on("go").disposition == .rejected)
        try machine.on("unlock")
        #expect(try machine.on("go").disposition == .taken)
        #expect(machine.state == "second")
        // Here the group is the innermost scope with a row, before the file.
        try machine.on("go")
        #expect(machine.state == "done")
    }

    @Test("Rule 3: other decides what no scope names, by the kind of event")
    func other() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            command go, ask, halt
            callback word
            effect check replies yes, no otherwise no within 5s
            final done
            within 20m -> done
            on halt -> done
            reject other
            late other
            state first { on go -> second { do check } on word -> done }
            group quiet {
              ignore other
              state second { on yes -> done }
            }
            """)
        #expect(try machine.on("ask").disposition == .rejected)
        try machine.on("go")
        #expect(try machine.on("word").disposition == .ignored)
        #expect(try machine.reply("no", to: "check").disposition == .ignored)
        #expect(try machine.on("go").disposition == .rejected)
        // A row that names the event beats `other` at any depth.
        try machine.on("halt")
        #expect(machine.state == "done")
    }

    @Test("Rule 3: other never covers a timer, a lane, a child or what no decoder row matches")
    func whatOtherLeaves() throws {
        let flow = try LoadedFlow(
            """
            flow Tiny version 1
            command go
            callback word
            effect say
            final done
            within 20m -> done
            ignore other
            reject other
            lane queue of SDK
            child inner = Other
            group g {
              timer t
              state first { enter { set t 5s; take queue; run inner.start } on t, word -> done on stale word -> done }
            }
            state second { on queue, inner.done -> done }
            """)
        for name in ["t", "queue", "inner.done", "unrecognised", "stale word"] {
            let event = try #require(flow.machine.events.firstIndex { $0.name == name })
            let state = name == "queue" || name == "inner.done" ? 0 : 1
            guard case .nobody = flow.machine.decider(of: event, in: state) else {
                Issue.record("'\(name)' is decided in state \(state)")
                continue
            }
            #expect(flow.table.cells[state * flow.table.events.count + event] == nil, "\(name)")
        }
    }

    @Test("Rule 4: an other row is a claim, a named late row is none")
    func claims() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            command go
            callback named, unnamed
            final done
            within 20m -> done
            late other
            state first { late named on go -> done }
            state second { on unnamed -> done }
            """)
        let (named, unnamed) = (machine.table.event(named: "named"), machine.table.event(named: "unnamed"))
        func isOtherRow(_ event: Int?) throws -> Bool {
            guard case .row(let row)? = machine.table.cells[try #require(event)] else { return false }
            return machine.table.rows[row].isOtherRow
        }
        #expect(try isOtherRow(unnamed))
        #expect(try !isOtherRow(named))
        #expect(try machine.on("named").disposition == .late)
        #expect(try machine.on("unnamed").disposition == .late)
    }

    @Test("Rule 5: timers have cells where they can run, within in every state, replies everywhere")
    func cells() throws {
        let flow = try LoadedFlow(
            """
            flow Tiny version 1
            command go
            effect check replies yes, no otherwise no within 5s
            final done
            within 20m -> done
            reject other
            late other
            state first { on go -> second { do check } }
            state second { timer t enter { set t 5s } on t -> third on yes, no -> done }
            state third { on yes, no -> done }
            """)
        func decided(_ event: String) throws -> [String] {
            let column = try #require(flow.table.event(named: event))
            let rows = flow.table.states.indices.filter {
                flow.table.cells[$0 * flow.table.events.count + column] != nil
            }
            return rows.map { flow.table.states[$0].name }
        }
        #expect(try decided("t") == ["second"])
        #expect(try decided("within 20m") == ["first", "second", "third"])
        #expect(try decided("yes") == ["first", "second", "third"])
    }

    @Test("Rule 6: otherwise is the complement, for each event of its row separately, wherever it stands")
    func otherwise() throws {
        let text = """
            flow Tiny version 1
            context { n: int 0...3 = 0 }
            command go, leap, more
            final done
            final high
            final low
            within 20m -> done
            on more stay { n += 1 }
            state first {
              on go, leap otherwise -> low
              on go when n == 1 or n == 2 -> high
              on go when n == 3 -> done
            }
            """
        for (count, end) in [(0, "low"), (1, "high"), (2, "high"), (3, "done")] {
            var machine = try MachineUnderTest(text)
            for _ in 0..<count { try machine.on("more") }
            try machine.on("go")
            #expect(machine.state == end)
        }
        var machine = try MachineUnderTest(text)
        try machine.on("more")
        try machine.on("leap")
        #expect(machine.state == "low")
    }

    static let guarded = """
        flow Tiny version 1
        enum Way { left, right, back }
        context { lit: bool = true, n: int 0...9 = 4, way: Way? = left, seen: set of Way?, name: Name? }
        type Name = text(1...9) personal
        command go(lit: bool, way: Way?), keepSet(seen: set of Way?), keepName(name: Name?)
        final done
        within 20m -> done
        state first {
          on keepSet stay { keep seen }
          on keepName stay { keep name }
          on go when CONDITION -> done
          on go otherwise stay
        }
        """

    /// Each condition, and whether it holds where `lit` is false, `way` right, `n` 4, `seen` has right and back, and there is a name.
    static let conditions: [(String, Bool)] = [
        ("lit", false), ("not lit", true), ("way == right", true), ("way != right", false), ("way == left", false),
        ("way in { left, right }", true), ("way in { left, back }", false), ("n < 5", true), ("n <= 4", true),
        ("n > 4", false), ("n >= 4", true), ("n == 4 and way == right", true), ("n != 4 or way == left", false),
        ("not (n == 4 and lit)", true), ("seen present", true), ("seen absent", false), ("name present", true),
        ("name absent", false), ("way in seen", true), ("left in seen", false), ("back in seen", true),
        ("lit and n == 4 or way == right", true), ("lit and (n == 4 or way == right)", false),
    ]

    @Test("Rule 7: guards read finite variables and fields, and a field hides the variable", arguments: conditions)
    func guards(condition: String, holds: Bool) throws {
        var machine = try MachineUnderTest(Self.guarded.changing("CONDITION", to: condition))
        try machine.on("keepSet", .set(0b110))
        try machine.on("keepName", .text("x"))
        try machine.on("go", .bool(false), machine.value("right"))
        #expect(machine.state == (holds ? "done" : "first"))
    }

    @Test(
        "Rule 7: a comparison with an absent value is false, also the unequal",
        arguments: ["way == left", "way != left", "way in { left, right, back }", "way in seen", "left in seen"])
    func absent(condition: String) throws {
        var machine = try MachineUnderTest(Self.guarded.changing("CONDITION", to: condition))
        try machine.on("go", .bool(true), nil)
        #expect(machine.state == "first")
    }

    @Test("Rule 7: what is opaque or classified reaches no guard, and a hidden variable has the field's type")
    func refusedGuards() {
        let text = """
            flow Tiny version 1
            type Name = text(1...9)
            type Pin = int(0...9) secret
            context { name: Name?, pin: Pin?, wait: duration = 1s, n: int 0...3 = 0 }
            command go
            final done
            within 20m -> done
            state first { on go when CONDITION -> done on go otherwise stay }
            """
        #expect(Understood(text.changing("CONDITION", to: "name == \"x\"")).errors == [.guardReadsUnboundedValue])
        #expect(Understood(text.changing("CONDITION", to: "wait == 1s")).errors == [.guardReadsUnboundedValue])
        #expect(Understood(text.changing("CONDITION", to: "pin == 1")).errors == [.classifiedValueSteers])
        #expect(Understood(text.changing("CONDITION", to: "pin present or name absent")).errors == [])
        let hidden = text.changing("command go", to: "command go(n: bool)").changing("CONDITION", to: "n")
        #expect(Understood(hidden).errors == [.typeMismatch])
    }
}
