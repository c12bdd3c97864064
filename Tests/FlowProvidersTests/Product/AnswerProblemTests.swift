import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules
import Testing

@Suite("Answers that do not fit")
struct AnswerProblemTests {
    /// What `check` says of a model beside the flow, as its code and the words that it points at.
    private func problems(_ text: String, beside flow: String = Porter.flow()) throws -> [String] {
        let caller = try machine(flow)
        let bytes = Array(text.utf8)
        let surroundings = SpecSurroundings(callers: { caller.calls($0) ? [caller] : [] })
        return check(SourceText(path: "test.provider", bytes: bytes), beside: surroundings).diagnostics.map {
            "\($0.code.name) \(String(decoding: bytes[$0.range.lower..<$0.range.upper], as: UTF8.self))"
        }
    }

    @Test(
        "Each problem is named at its place",
        arguments: [
            ("answer yse -> reading", "FL036 yse"), ("answer heard -> reading", "FL036 heard"),
            ("answer yes(temper: good) -> reading", "FL041 temper"), ("answer no(mood: good) -> reading", "FL041 mood"),
            ("answer yes(mood: fine) -> reading", "FL041 fine"), ("answer yes(mood: 1) -> reading", "FL041 1"),
            ("answer yes(loud: good) -> reading", "FL041 good"), ("answer yes(mood: nil) -> reading", "FL041 nil"),
            ("answer yes(mood: good, mood: bad) -> reading", "FL041 mood"),
            ("answer yes -> nowhere", "FL023 nowhere"), ("answer yes when tired stay", "FL026 tired"),
            ("answer yes stay { do ask }", "FL100 do ask"), ("answer yes, yse stay", "FL036 yse"),
        ])
    func problem(answers: String, expected: String) throws {
        #expect(try problems(Porter.model(answers)) == [expected])
    }

    @Test("An answer that the flow declares is in order, and without a flow beside it no answer is judged")
    func fine() throws {
        #expect(try problems(Porter.model("answer yes(mood: odd, loud: true), no when asked > 0 -> reading")).isEmpty)
        let bytes = Array(Porter.model("answer yse when asked > 0 -> reading").utf8)
        #expect(check(SourceText(path: "test.provider", bytes: bytes)).diagnostics.isEmpty)
    }

    @Test("A provider that no effect calls, and words of a model without a source, are errors")
    func providers() throws {
        let other = Porter.model("answer yes -> reading").changing("provider Porter", to: "provider Doorman")
        #expect(try problems(other) == ["FL037 Doorman"])
        let speaking = Porter.model("emit hum stay", demands: "word hum = HUM")
        #expect(try problems(speaking) == ["FL102 hum"])
    }

    @Test("A model requires only 'always' and 'never', and only of its own states and variables")
    func requirements() throws {
        func problems(_ demand: String) throws -> [String] {
            try self.problems(Porter.model("answer yes -> reading", demands: demand))
        }
        #expect(try problems("require never asked == 3\nrequire always in reading").isEmpty)
        #expect(try problems("require sometimes asked == 3") == ["FL077 require sometimes asked == 3"])
        #expect(try problems("require in thinking only after in reading").map { $0.prefix(5) } == ["FL077"])
        #expect(try problems("require never asleep") == ["FL024 asleep"])
        #expect(try problems("require never tired == 3") == ["FL026 tired"])
        #expect(try problems("group beds {}\nrequire never in beds") == ["FL023 in beds"])
    }

    @Test("An `answer` row in a flow is misplaced")
    func inFlow() throws {
        let flow = Porter.flow(declarations: "answer yes -> street")
        let found = check(SourceText(path: "test.flow", bytes: Array(flow.utf8))).diagnostics
        #expect(found.contains { $0.code == .misplacedRow }, "\(found.map(\.message))")
    }

    @Test("A model that answers another reply than the flow has, or that nobody calls, is refused where it stands")
    func exploring() throws {
        func refusal(_ answers: String, flow: String = Porter.flow()) throws -> ExplorationProblem? {
            let (flow, model) = (try machine(flow), try model(Porter.model(answers)))
            do throws(ExplorationProblem) {
                _ = try explore(flow, against: model)
                return nil
            } catch { return error }
        }
        let misfit = try refusal("answer yes(mood: fine) -> reading")
        #expect(
            misfit?.sentence
                == "Porter 1.0 answers 'yes(mood: fine)': in 'Visit' this is no value that field 'mood' of reply 'yes' can have"
        )
        #expect(try refusal("answer elsewhere -> reading") == nil, "another flow may take it")
        let stranger = try refusal("answer yes -> reading", flow: LockedDoor.flow())
        #expect(stranger?.sentence == "Porter 1.0 is a model that only answers, and no effect of 'Door' calls it")
        let uncalled = Porter.flow(asking: "effect ask calls Porter.aks")
        #expect(
            try refusal("answer yes -> reading", flow: uncalled)?.sentence
                == "Porter 1.0 says nothing about the call 'aks', which effect 'ask' makes")
    }

    @Test("Replies that no model gives, and answers that no effect takes, are told")
    func coverage() throws {
        let flow = try machine(Porter.flow())
        let porter = try model(Porter.model("answer yes, elsewhere(n: 1) -> reading"))
        let mismatches = Mismatches(of: flow, against: [porter])
        #expect(
            mismatches.sentences == [
                "replies that no model gives: ask answers no", "answers that no effect takes: elsewhere(n: 1)",
            ])
        let other = try machine(
            Porter.flow().changing("replies yes(mood: Mood, loud: bool), no", to: "replies elsewhere(n: int 1...2)"))
        #expect(Mismatches(of: flow, against: [porter], and: [other]).neverTaken.isEmpty)
    }
}
