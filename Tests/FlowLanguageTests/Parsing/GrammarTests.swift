import FlowFixtures
import FlowLanguage
import Testing

@Suite("The grammar")
struct GrammarTests {
    /// The only item of a flow.
    private func item(_ content: String) throws -> Item {
        let parsed = parse(text("flow A version 1\n" + content))
        #expect(parsed.diagnostics.map(\.message) == [])
        let element = try #require(parsed.spec?.elements.first)
        guard case .item(let item) = element else { throw Mismatch() }
        return item
    }

    private func declaration(_ content: String, head: String = "flow A version 1") throws -> Declaration {
        let parsed = parse(text(head + "\n" + content))
        #expect(parsed.diagnostics.map(\.message) == [])
        let element = try #require(parsed.spec?.elements.first)
        guard case .declaration(let declaration) = element else { throw Mismatch() }
        return declaration
    }

    private struct Mismatch: Error {}

    @Test("A flow that uses every construct is read without a complaint")
    func everythingIsRead() throws {
        let parsed = parse(text(everything))
        #expect(parsed.diagnostics.map(\.message) == [])
        let spec = try #require(parsed.spec)
        #expect(spec.documentation == ["Everything that a flow can say.", "In two lines."])
        #expect(spec.elements.count == 25)
        #expect(spec.unreadWords == [])
    }

    @Test("The grammar of the reference reads every shipped flow, model and profile, and not what it does not allow")
    func reference() throws {
        let grammar = try Grammar(inPage: String(decoding: ShippedFlows.bytes(at: "README.md"), as: UTF8.self))
        let paths = ShippedFlows.flows + ShippedFlows.models + ShippedFlows.profiles
        #expect(paths.count > 15)
        for path in paths {
            let text = String(decoding: try ShippedFlows.bytes(at: path), as: UTF8.self)
            #expect(grammar.phrases(in: text) != nil, "\(path)")
        }
        for text in ["flow A version one", "flow A version 1 state s { on }", "flow A version 1 hold", "profile A {}"] {
            #expect(grammar.phrases(in: text) == nil, "\(text)")
        }
    }

    @Test("A final may be a success and keep something, and be called so as well")
    func finals() throws {
        for (content, name, isSuccess, keeps) in [
            ("final done", "done", false, 0), ("final done success", "done", true, 0),
            ("final done success keeps a, b", "done", true, 2), ("final success keeps success", "success", false, 1),
            ("final success success", "success", true, 0),
        ] {
            guard case .final(let final) = try declaration(content) else { throw Mismatch() }
            #expect(final.name.text == name)
            #expect((final.success != nil) == isSuccess, "\(content)")
            #expect(final.keeps.count == keeps)
        }
        let model = parse(text("provider A version \"1\" for a\nfinal done\nsuccess ring"))
        #expect(model.spec?.elements.count == 2, "a model's `success` stands by itself")
    }

    @Test("An enum needs a case; where a case cannot be read, that alone is told")
    func emptyEnum() {
        func messages(_ cases: String) -> [String] {
            parse(text("flow A version 1\nenum E \(cases)")).diagnostics.map(\.message)
        }
        for empty in ["{ }", "{}", "{\n  // none yet\n}"] {
            #expect(messages(empty) == ["expected a case of 'E': without one it has no value"])
        }
        #expect(messages("{ a }").isEmpty)
        #expect(messages("{ 7 }").count == 1)
        #expect(messages("{").count == 1)
    }

    @Test("A provider's model is read without a complaint")
    func providerIsRead() throws {
        let parsed = parse(
            text(
                """
                provider Bell version "1.0" for bell
                word ring = RING(status: 200, data.in.state: "x", ok: true)
                word "quoted" = X
                """))
        #expect(parsed.diagnostics.map(\.code) == [.unexpectedToken])
        let model = """
            provider Bell version "1.0" for bell
            word ring = RING(status: 200, data.in.state: "x", ok: true)
            word odd = "NOT A WORD"
            success ring, odd
            context { old: bool = true }
            call begin when old -> idle { old = false }
            call begin otherwise stay
            state idle { emit ring then odd -> idle
              quiet when not old stay }
            """
        let read = parse(text(model))
        #expect(read.diagnostics.map(\.message) == [])
        #expect(try #require(read.spec).isProvider)
        #expect(try #require(read.spec).elements.count == 7)
    }

    @Test("An answer names replies, some with what their fields are, and its provider needs no source")
    func answers() throws {
        let read = parse(
            text(
                """
                provider Porter version "1.0"
                call ask -> asked
                state asked { answer yes(mood: good, loud: true), no when n > 1 -> asked { n = 0 } answer no stay }
                """))
        #expect(read.diagnostics.map(\.message) == [])
        let spec = try #require(read.spec)
        guard case .provider(_, _, source: nil) = spec.header, case .item(.state(let state))? = spec.elements.last,
            case .model(let row)? = state.items.first
        else { throw Mismatch() }
        #expect(row.verb == .answer)
        #expect(row.answers.map(\.reply.text) == ["yes", "no"])
        #expect(row.answers.map { $0.arguments.map(\.name.text) } == [["mood", "loud"], []])
        #expect(state.items.count == 2)
    }

    @Test("A row has its verb, events, guard, outcome and body")
    func rows() throws {
        guard case .row(let row) = try item("on a, stale b, c.d when x and not y == 3 -> t { keep f; g -= 1 }") else {
            throw Mismatch()
        }
        guard case .events(let events) = row.subject, case .when(let condition)? = row.condition,
            case .all(let parts) = condition.content, case .move(let target) = row.outcome
        else { throw Mismatch() }
        #expect(row.verb == .on)
        #expect(events.map(\.name.text) == ["a", "b", "d"])
        #expect(events.map(\.isStale) == [false, true, false])
        #expect(events.map(\.child?.text) == [nil, nil, "c"])
        #expect(parts.count == 2)
        #expect(target.text == "t")
        #expect(row.body?.orders.count == 2)
        #expect(row.range == SourceRange(17, 81))
    }

    @Test("'or' binds weaker than 'and', 'not' stronger than both")
    func precedence() throws {
        guard case .row(let row) = try item("ignore e when a or not b and (c or d)"),
            case .when(let condition)? = row.condition, case .any(let alternatives) = condition.content,
            case .flag = alternatives[0].content, case .all(let parts) = alternatives[1].content,
            case .not(let negated) = parts[0].content, case .flag = negated.content, case .any = parts[1].content
        else { throw Mismatch() }
        #expect(alternatives.count == 2)
    }

    @Test("A claim is no event, and an event may be called so")
    func other() throws {
        guard case .row(let claim) = try item("late other"), case .other = claim.subject,
            case .row(let row) = try item("late other, a"), case .events = row.subject
        else { throw Mismatch() }
        #expect(claim.verb == .late)
    }

    @Test(
        "Durations are milliseconds",
        arguments: [("1500ms", 1500), ("30s", 30_000), ("15m", 900_000), ("2h", 7_200_000)])
    func durations(written: String, milliseconds: Int) throws {
        guard case .within(let deadline) = try item("within \(written) -> done") else { throw Mismatch() }
        guard case .fixed(let duration) = deadline.wait else { throw Mismatch() }
        #expect(duration.content == milliseconds)
    }

    @Test("A parameter is declared with its range and default, and a deadline or a sub-flow may name it")
    func parameters() throws {
        guard case .parameter(let patience) = try declaration("/// How long.\nparam patience: duration 5s...1m = 15s"),
            case .boundedDuration(let bounds) = patience.kind,
            case .after(let deadline) = try item("after patience -> done"), case .parameter(let name) = deadline.wait,
            case .child(_, let flow, let chosen, _) = try item("child door = Door(patience: patience, tries: 2)")
        else { throw Mismatch() }
        #expect(patience.documentation == ["How long."] && bounds.content == 5000...60_000)
        #expect(name.text == "patience" && flow.text == "Door" && chosen.map(\.name.text) == ["patience", "tries"])
    }

    @Test("The file's deadline below an effect is not the effect's")
    func deadlineBelowEffect() throws {
        guard case .effect(let effect) = try declaration("effect e replies a otherwise a\nwithin 1m -> done"),
            case .effect(let limited) = try declaration("effect e replies a otherwise a\nwithin 1m")
        else { throw Mismatch() }
        #expect(effect.replies?.within == nil)
        #expect(limited.replies?.within?.content == 60_000)
    }

    @Test("A requirement ends with its line, inside brackets it goes on")
    func requirementLines() throws {
        #expect(codes(of: "flow A version 1\nrequire a\nonly after b") == [.unexpectedToken])
        guard case .requirement(let requirement) = try declaration("require never x in {\na,\nb }\nfinal c"),
            case .quantified(.never, let fact) = requirement.content, case .condition = fact.content
        else { throw Mismatch() }
    }

    @Test("In a body a newline separates, and nothing else but ';' does")
    func bodyLines() throws {
        guard case .enter(let body, _) = try item("enter { do a\ndo b(x,\ny); keep c }") else { throw Mismatch() }
        #expect(body.orders.count == 3)
        #expect(codes(of: "flow A version 1\nenter { do a do b }") == [.unexpectedToken])
        #expect(codes(of: "flow A version 1\nenter { keep a,\nb }").contains(.unexpectedToken))
    }

    @Test("A documentation belongs to the declaration below it")
    func documentation() throws {
        let content = "/// One.\n///  Two.\n//// No.\ncommand a,\n/// Three.\nb"
        guard case .commands(let signatures, _) = try declaration(content) else { throw Mismatch() }
        #expect(signatures.map(\.documentation) == [["One.", " Two."], ["Three."]])
    }

    @Test("The codes of a case are words, texts, integers, ranges and the rest")
    func enumCodes() throws {
        guard case .enumeration(let declared) = try declaration(#"enum E { a = X | "y z" | 1 | 2...3 | *, b }"#) else {
            throw Mismatch()
        }
        #expect(declared.cases.map(\.codes.count) == [5, 0])
        guard case .range(let bounds) = declared.cases[0].codes[3], case .rest = declared.cases[0].codes[4] else {
            throw Mismatch()
        }
        #expect(bounds.content == 2...3)
    }

    @Test("A text declares the flow of its first line; a model, a profile and what has no such line declare none")
    func declaredFlow() {
        #expect(text("// why\nflow A version 1\nstate {").declaredFlow == "A")
        for other in ["provider P version \"1\" for p", "profile \"P\"", "state idle", ""] {
            #expect(text(other).declaredFlow == nil, "\(other)")
        }
    }

    @Test("An event called 'stale' ends the line of a scenario or requirement, whatever the next line begins with")
    func eventCalledStale() throws {
        guard
            case .scenario(let scenario) = try declaration(
                """
                scenario "both" {
                  on stale
                  advance 5s
                  on stale
                  expect on stale
                  advance 5s
                  on stale advance
                  expect stale expect
                }
                """)
        else { throw Mismatch() }
        let lines = scenario.lines.map { line in
            switch line {
            case .on(let event, _, _): "on \(event.isStale ? "stale " : "")\(event.name.text)"
            case .advance(let duration): "advance \(duration.content)"
            case .expect(let fact):
                switch fact.content {
                case .onEvent(let event): "expect on \(event.isStale ? "stale " : "")\(event.name.text)"
                case .named(let event): "expect \(event.isStale ? "stale " : "")\(event.name.text)"
                default: "expect something"
                }
            }
        }
        #expect(
            lines == [
                "on stale", "advance 5000", "on stale", "expect on stale", "advance 5000", "on stale advance",
                "expect stale expect",
            ])
        let requirements = """
            require done only after go since stale
            effect ask
            require never on stale
            require on stale only after go
            require stale never after on stale until go
            command go
            """
        let parsed = parse(text("flow A version 1\n" + requirements))
        #expect(parsed.diagnostics.map(\.message) == [])
        #expect(parsed.spec?.elements.count == 6)
    }
}
