import FlowFixtures
import FlowProviders
import Testing

/// Requirements of what no guard can read: whether an effect was ordered again since an event, and with which text.
@Suite("Rule 33: what is done since an event, and with the latest text")
struct OrderOfDataTests {
    /// A flow that requests a code for a phone number, which the person may change, and that verifies on the command `go`.
    private static func flow(
        _ requirement: String, start: String = "on start -> asked { keep phone; do request(phone) }",
        change: String = "on change stay { keep phone; do request(phone) }", go: String = "on go -> done { do verify }",
        more: String = ""
    ) -> String {
        """
        flow Number version 1
        type Phone = text(1...20) personal
        context { phone: Phone?, former: Phone? }
        command start(phone: Phone), change(phone: Phone), again, go, cancel
        callback told(phone: Phone?)
        effect request(phone: Phone?)
        effect verify
        source book = "Book" by kind singleton { TOLD => told(phone: phone) }
        final done
        final failed
        require \(requirement)
        within 15m -> failed
        on cancel -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user { \(start) }
        state asked waits for user {
          \(change)
          \(go)
          \(more)
        }
        """
    }

    /// The number of steps of the shortest run that breaks the requirement; nil where no run does.
    private func steps(_ requirement: String, _ flow: String) throws -> Int? {
        let exploration = try explore(machine(flow), against: nil)
        let judged = try #require(exploration.judgements.first { $0.name == requirement })
        #expect((judged.verdict != .broken) == (judged.steps == nil) && exploration.isComplete)
        return judged.steps
    }

    @Test("Since an event only what follows its last occurrence counts: a code for the former number is refuted")
    func since() throws {
        let requirement = "do verify only after do request since change"
        #expect(try steps(requirement, Self.flow(requirement, change: "on change stay { keep phone }")) == 3)
        #expect(try steps(requirement, Self.flow(requirement)) == nil)
        let everywhere = "do verify only after do request"
        #expect(try steps(everywhere, Self.flow(everywhere, change: "on change stay { keep phone }")) == nil)
        // A rejected `change` does not count as the event.
        #expect(try steps(requirement, Self.flow(requirement, change: "reject change")) == nil)
        // Before the first `change` every `request` of the run counts. Here none was ordered.
        #expect(try steps(requirement, Self.flow(requirement, start: "on start -> asked")) == 2)
    }

    @Test("Where the event of `since` is itself what is required, its occurrence before is meant")
    func sinceItself() throws {
        let requirement = "on go only after on change since go"
        #expect(try steps(requirement, Self.flow(requirement, go: "on go stay { do verify }")) == 2)
        let ordered = "on go only after on change, on start since go"
        #expect(try steps(ordered, Self.flow(ordered, go: "on go -> idle { do verify }")) == nil)
        #expect(try steps(ordered, Self.flow(ordered, go: "on go stay { do verify }")) == 3)
    }

    @Test(
        "An order with an older text is found, wherever that comes from, and the one with the latest is proved",
        arguments: [
            ("on change stay { keep phone; do request(phone) }", nil), ("on change stay { do request(phone) }", 3),
            ("reject change", nil), ("on change stay", nil), ("on change stay { keep phone }", nil),
            ("on change stay { former = phone }", 3), ("on change stay { do verify }", 3),
            ("on change -> asked { keep phone; do request(former) }", 2), ("on change -> failed", nil),
        ] as [(String, Int?)])
    func latest(change: String, steps: Int?) throws {
        let requirement = "do request(phone) with the latest phone"
        let flow = Self.flow(requirement, change: change, more: "on again stay { do request(phone) }")
        #expect(try self.steps(requirement, flow) == steps, "\(change)")
    }

    @Test("A variable that holds the former text gives an older one, until it is given the latest")
    func former() throws {
        let requirement = "do request(phone) with the latest phone"
        func flow(_ order: String) -> String {
            Self.flow(
                requirement, start: "on start -> asked { keep phone; former = phone }",
                change: "on change stay { keep phone }", more: "on again stay { \(order) }")
        }
        #expect(try steps(requirement, flow("do request(former)")) == 3)
        #expect(try steps(requirement, flow("do request(phone)")) == nil)
        #expect(try steps(requirement, flow("former = phone; do request(former)")) == nil)
    }

    @Test("A callback's text is not the latest that a command gave, and neither is no text once there is one")
    func others() throws {
        let requirement = "do request(phone) with the latest phone"
        let told = Self.flow(requirement, more: "on told stay { keep phone }\n  on again stay { do request(phone) }")
        #expect(try steps(requirement, told) == 3)
        let cleared = Self.flow(requirement, more: "on again stay { phone = nil; do request(phone) }")
        #expect(try steps(requirement, cleared) == 2)
        let nothing = Self.flow(requirement, change: "reject change", more: "on again stay { do request(phone) }")
            .changing("command start(phone: Phone)", to: "command start").changing("keep phone; ", to: "")
        #expect(try steps(requirement, nothing) == nil, "no command has given one")
        // The explorer sends an optional field with a text and without. A text counts as given even where no row keeps it.
        func optional(_ start: String) -> String {
            Self.flow(requirement, start: start, change: "reject change", more: "on again stay { do request(phone) }")
                .changing("command start(phone: Phone)", to: "command start(phone: Phone?)")
        }
        #expect(try steps(requirement, optional("on start -> asked { keep phone }")) == nil)
        #expect(try steps(requirement, optional("on start -> asked")) == 2)
    }

    @Test("A state is entered only after its effect was ordered: `in STATE only after do EFFECT`")
    func states() throws {
        let requirement = "in asked only after do request"
        #expect(try steps(requirement, Self.flow(requirement)) == nil)
        #expect(try steps(requirement, Self.flow(requirement, start: "on start -> asked { keep phone }")) == 1)
    }
}
