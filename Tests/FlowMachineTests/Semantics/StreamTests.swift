import FlowFixtures
import KeywayCore
import Testing

@Suite("Semantics 20: a run's stream, in which its legs are decided together")
struct StreamTests {
    /// A run with its legs, which after each event decides everything that the legs owe to each other.
    private struct DrivenTree {
        var tree: LegTree
        /// As `silent: start -> running`, in the order of the records.
        var told: [String] = []
        private var sequence: UInt64 = 0
        var now = Instant(milliseconds: 0)

        init(_ text: String, among flows: [String: String]) throws {
            let table = try LoadedFlow(text, among: flows).table
            tree = LegTree.beginning(RunningFlow(table), at: now).tree
            decideOwed()
        }

        mutating func on(_ event: String, _ fields: Value?..., in leg: String? = nil) throws -> [String] {
            told = []
            let position = try #require(leg.map { tree.leg(named: $0) } ?? 0)
            let event = try #require(tree.legs[position].table.event(named: event))
            let order = tree.legs[position].run.openEffects.first?.order
            sequence += 1
            note(
                tree.decide(Event(event, fields: fields, answers: order), in: position, at: now, sequence: sequence))
            decideOwed()
            return told
        }

        private mutating func decideOwed() {
            // No test here owes more steps at once, so a stream without end fails the test and does not hang it.
            for _ in 0..<40 {
                sequence += 1
                let next = tree.nextOwed
                guard let step = tree.decideOwed(at: now, sequence: sequence) else {
                    #expect(next == nil)
                    return
                }
                expect(next, toTell: step)
                note(step)
            }
            Issue.record("the stream owes more and more")
        }

        /// What is told of the next step before it is decided is what the step turns out to be.
        private func expect(_ next: LegTree.NextOwed?, toTell step: LegStep) {
            var event: Int?
            if case .decided(let decided, _) = step.content { event = decided.position }
            #expect(next == LegTree.NextOwed(leg: step.leg, event: event, owedBy: step.owedBy ?? 0))
        }

        private mutating func note(_ step: LegStep) {
            let leg = tree.legs[step.leg]
            let state = leg.table.states[leg.run.state].name
            let name = leg.name ?? "root"
            switch step.content {
            case .began: told.append("\(name): began -> \(state)")
            case .decided(let event, _): told.append("\(name): \(leg.table.events[event.position].name) -> \(state)")
            }
        }
    }

    private static let login = """
        flow Login version 1
        type Key = text(1...8) secret
        enum Side { left, right }
        context { key: Key? }
        command start(key: Key), skip, cancel
        final authenticated
        final failed
        within 20m -> failed
        reject other
        on cancel -> failed
        state idle waits for user { on start -> first { keep key } }
        group trying {
          on skip -> second
          state first {
            child front = Door
            enter { run front.open(key, left) }
            on front.opened -> authenticated
            on front.shut -> second
          }
          state second {
            child back = Door
            enter { run back.open(nil, right) }
            on back.opened -> authenticated
            on back.shut -> failed
          }
        }
        """

    private func login(_ text: String = login, door: String = SubFlowTests.door) throws -> DrivenTree {
        try DrivenTree(text, among: ["Door": door])
    }

    @Test("A leg begins with a record of its own and its first command, and its effects belong to it")
    func begins() throws {
        var login = try login()
        #expect(
            try login.on("start", .text("k")) == [
                "root: start -> first", "front: began -> closed", "front: open -> turning",
            ])
        #expect(login.tree.legs[1].run.openEffects.count == 1)
        #expect(login.tree.root.run.openEffects.isEmpty)
    }

    @Test("The final of a leg is told to its parent at once, and with it what that brings")
    func final() throws {
        var login = try login()
        _ = try login.on("start", .text("k"))
        #expect(
            try login.on("stuck", in: "front") == [
                "front: stuck -> shut", "root: front.shut -> second", "back: began -> closed", "back: open -> turning",
            ])
        #expect(try login.on("turned", in: "back") == ["back: turned -> opened", "root: back.opened -> authenticated"])
        #expect(login.tree.isSettled)
    }

    @Test("Leaving a leg's scope sends it 'cancel' before the next leg begins; what it says then is told to nobody")
    func cancel() throws {
        var login = try login()
        _ = try login.on("start", .text("k"))
        #expect(
            try login.on("skip") == [
                "root: skip -> second", "front: cancel -> shut", "back: began -> closed", "back: open -> turning",
            ])
        #expect(try login.on("turned", in: "front") == ["front: turned -> shut"])
        #expect(try login.on("cancel") == ["root: cancel -> failed", "back: cancel -> shut"])
    }

    @Test("A leg that does not end by its 'cancel' lives on by itself, and its final is told to nobody")
    func orphan() throws {
        let slow = SubFlowTests.door.changing("on cancel -> shut", to: "on cancel -> closing").changing(
            "state turning",
            to: "state closing { enter { do turn(key) } on turned, stuck -> shut reject open }\nstate turning")
        var login = try login(door: slow)
        _ = try login.on("start", .text("k"))
        #expect(try login.on("cancel") == ["root: cancel -> failed", "front: cancel -> closing"])
        #expect(!login.tree.legs[1].isEnded)
        #expect(try login.on("turned", in: "front") == ["front: turned -> shut"])
    }

    @Test("A sub-flow whose scope a final leaves in the step that begins it has no leg")
    func intoFinal() throws {
        let late = Self.login.changing(
            "on cancel -> failed", to: "child last = Door\non cancel -> failed { run last.open(nil, right) }")
        var login = try login(late)
        #expect(try login.on("cancel") == ["root: cancel -> failed"])
        #expect(login.tree.legs.count == 1)
    }

    @Test("The end of a leg that ends with its first command is told to the parent before anything else comes")
    func atOnce() throws {
        let quick = SubFlowTests.door.changing("on open -> turning { keep key }", to: "on open -> shut")
        var login = try login(door: quick)
        #expect(
            try login.on("start", .text("k")) == [
                "root: start -> first", "front: began -> closed", "front: open -> shut", "root: front.shut -> second",
                "back: began -> closed", "back: open -> shut", "root: back.shut -> failed",
            ])
    }

    @Test("Of two legs that end together the first may end the scope of the other, which is then told no more")
    func together() throws {
        let quick = SubFlowTests.door.changing("on open -> turning { keep key }", to: "on open -> shut")
        let both = Self.login.changing(
            "enter { run front.open(key, left) }",
            to: """
                child side = Door
                enter { run front.open(key, left); run side.open(key, left) }
                on side.opened, side.shut stay
                """
        ).changing("run back.open(nil, right)", to: "run back.open(nil, left)")
        var login = try login(both, door: quick)
        #expect(
            try login.on("start", .text("k")).suffix(4) == [
                "root: front.shut -> second", "back: began -> closed", "back: open -> shut",
                "root: back.shut -> failed",
            ])
    }

    @Test("Legs nest: each has the name of the way to it, and ends with the scope of any leg around it")
    func nested() throws {
        let outer = """
            flow Outer version 1
            type Key = text(1...8) secret
            enum Side { left, right }
            command open(key: Key?, side: Side), cancel
            final opened
            final shut
            within 20m -> shut
            on cancel -> shut
            state idle waits for user { on open -> inside }
            state inside {
              child door = Inner
              enter { run door.open(nil, left) }
              on door.opened -> opened
              on door.shut -> shut
              reject open
            }
            """
        let flows = ["Door": outer, "Inner": SubFlowTests.door.changing("flow Door", to: "flow Inner")]
        var login = try DrivenTree(Self.login, among: flows)
        #expect(
            try login.on("start", .text("k")) == [
                "root: start -> first", "front: began -> idle", "front: open -> inside", "front.door: began -> closed",
                "front.door: open -> turning",
            ])
        #expect(
            try login.on("cancel") == ["root: cancel -> failed", "front: cancel -> shut", "front.door: cancel -> shut"])
        login = try DrivenTree(Self.login, among: flows)
        _ = try login.on("start", .text("k"))
        #expect(
            try login.on("turned", in: "front.door") == [
                "front.door: turned -> opened", "front: door.opened -> opened", "root: front.opened -> authenticated",
            ])
    }

    @Test("A parent's table has its sub-flows whole, and comes back from its bytes")
    func bytes() throws {
        let table = try LoadedFlow(Self.login, among: ["Door": SubFlowTests.door]).table
        #expect(table.children.map(\.name) == ["front", "back"])
        let bytes = table.canonicalBytes
        let read = try Table(canonicalBytes: bytes)
        #expect(read == table && read.canonicalBytes == bytes)
        for length in bytes.indices {
            #expect(throws: Table.FormatError.self) { try Table(canonicalBytes: Array(bytes[..<length])) }
        }
        let other = try LoadedFlow(
            Self.login, among: ["Door": SubFlowTests.door.changing("within 15m", to: "within 16m")])
        #expect(other.table.canonicalBytes != bytes, "another sub-flow is another version")
    }
}
