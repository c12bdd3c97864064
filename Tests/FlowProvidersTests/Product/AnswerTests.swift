import FlowFixtures
import FlowLanguage
import FlowProviders
import FlowTranscripts
import Testing

@Suite("Rule 29h: What a provider answers to a call")
struct AnswerTests {
    private func explored(
        _ flow: String, _ answers: String, demands: String = "", crashing: Bool = false
    ) throws -> FlowExploration {
        try explore(machine(flow), against: model(Porter.model(answers, demands: demands)), crashing: crashing)
    }

    /// Whether the fact comes about in some run.
    ///
    /// - Parameter flow: a flow with the requirement `never FACT`; nil for the usual one.
    private func comes(_ fact: String, answering answers: String, flow: String? = nil) throws -> Bool {
        let asking = flow ?? Porter.flow(requirements: "require never \(fact)")
        return try explored(asking, answers).verdict(on: "never \(fact)") == .broken
    }

    @Test("A reply that the model does not give never comes, and one that it gives may come")
    func given() throws {
        #expect(try comes("on no", answering: "answer yes -> reading") == false)
        #expect(try comes("on yes", answering: "answer yes -> reading"))
        #expect(try comes("on no", answering: "answer yes, no -> reading"))
        #expect(try explored(Porter.flow(), "answer yes, no -> reading").isProved)
    }

    @Test("A field that the row gives has that value, and one that it leaves out any")
    func fields() throws {
        let good = "answer yes(mood: good) -> reading"
        #expect(try comes("inside", answering: good))
        #expect(try !comes("in shouted", answering: good) && !comes("in whispered", answering: good))
        let bad = "answer yes(mood: bad) -> reading"
        #expect(try !comes("inside", answering: bad))
        #expect(try comes("in shouted", answering: bad) && comes("in whispered", answering: bad))
        let quiet = "answer yes(loud: false, mood: odd) -> reading"
        #expect(try !comes("in shouted", answering: quiet) && comes("in whispered", answering: quiet))
    }

    @Test("The time limit of an effect may pass whatever the model says, and brings only the effect's `otherwise`")
    func limit() throws {
        #expect(try comes("on unsure", answering: "answer yes -> reading"))
        #expect(try comes("on unsure", answering: "answer no when asked == 0 stay"))
        let lost = Porter.flow(
            requirements: "require never in shouted",
            asking: "effect ask calls Porter.ask"
        ).changing("otherwise unsure", to: "otherwise yes(mood: bad, loud: false)")
        #expect(try comes("in shouted", answering: "answer no -> reading", flow: lost) == false)
        #expect(try comes("in shouted", answering: "answer yes(mood: odd) -> reading", flow: lost))
    }

    @Test("After the time limit a row completes the call all the same, and its answer reaches nobody")
    func behindLimit() throws {
        let flow = """
            flow Late version 1
            command start, cancel
            callback ready
            effect begin calls Box.begin replies done, lost otherwise lost within 5s
            source box = "Box" by kind singleton { READY => ready }
            final over
            within 20m -> over
            on cancel -> over
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on start -> opening { do begin } }
            state opening {
              on done -> opened
              on lost -> resting
            }
            state opened {
              on ready -> over
              after 30s -> over
            }
            state resting { after 30s -> over }
            """
        let box = """
            provider Box version "1" for box
            word ready = READY
            state idle { call begin -> busy }
            state busy { answer done -> up }
            state up { emit ready -> idle }
            """
        let exploration = try explore(machine(flow), against: model(box))
        #expect(
            exploration.sentences(about: "30.vi").keys.sorted()
                == ["'ready' comes in 'resting', where 'other' claims that it cannot: name it"])
    }

    @Test("A row answers where its state and its guard allow it, and the model goes on with the answer")
    func rows() throws {
        // The `otherwise` of `ask` is no given answer, so `only after unsure` would not count it. It leads to `tired`, which counts.
        let flow = Porter.flow(requirements: "require sometimes on no\nrequire no only after in tired, yes").changing(
            "on unsure -> street\n}", to: "on unsure -> tired\n}\nstate tired waits for user { on come -> knocking }")
        #expect(try explored(flow, "answer no when asked > 1 -> reading\nanswer yes(mood: bad) -> reading").isProved)
        #expect(try explored(flow, "answer no -> reading").verdict(on: "no only after in tired, yes") == .broken)
        let asleep = "answer yes(mood: bad) -> asleep\nanswer no when asked > 1 stay\n}\nstate asleep { call ask stay"
        #expect(try explored(flow, asleep).isProved)
        #expect(try comes("in shouted", answering: "answer yes(loud: true, mood: odd) when asked == 2 stay"))
        #expect(try comes("on no", answering: "answer no when asked == 0 -> reading") == false)
    }

    @Test("Effects that call nobody, and those of a provider that answers nothing, are the backend's (rule 29c)")
    func backend() throws {
        #expect(try comes("on heard", answering: "answer yes -> reading"))
        #expect(try comes("on unheard", answering: "answer yes -> reading"))
        #expect(try comes("on no", answering: "quiet -> reading"))
    }

    @Test("A provider without a source belongs to the flow by its calls, and by its lane")
    func lane() throws {
        let flow = Porter.flow(
            requirements: "require never on yes", asking: "effect ask", declarations: "lane line of Porter")
        #expect(try explored(flow, "answer no -> reading").verdict(on: "never on yes") == .proved)
        #expect(try explore(machine(flow)).verdict(on: "never on yes") == .broken)
        #expect(throws: ExplorationProblem.self) {
            try explored(flow.changing("lane line of Porter", to: ""), "answer no -> reading")
        }
    }

    // MARK: - What the model demands

    @Test(
        "What a model requires of its states and variables is asked of every flow, with a shortest run to where it breaks"
    )
    func demands() throws {
        let demands = "require never asked == 3\nrequire always asked < 5\nrequire never in thinking"
        let exploration = try explored(Porter.flow(), "answer unsure -> reading", demands: demands)
        #expect(
            exploration.sentences(about: "Porter 1.0: never asked == 3")
                == ["what Porter 1.0 requires, 'never asked == 3', does not hold here": 8])
        #expect(exploration.verdict(on: "Porter 1.0: always asked < 5") == .broken)
        #expect(exploration.sentences(about: "Porter 1.0: never in thinking").values.map(\.self) == [2])
        let once = Porter.flow().changing("on unsure -> street", to: "on unsure -> outside")
        #expect(try explored(once, "answer no -> reading", demands: "require never asked == 2").isProved)
    }

    // MARK: - Crashes

    @Test("After a crash the model is in its first state, and what it counts stays")
    func crash() throws {
        let once = Porter.flow(requirements: "require sometimes outside")
            .changing("on unsure -> street", to: "on unsure -> cancelled")
            .changing("state shouted waits for user { on come -> asking }", to: "state shouted waits for user {}")
            .changing(
                "state whispered waits for user { on come -> asking }", to: "state whispered waits for user {}")
        let demands = "require never asked == 2"
        let name = "Porter 1.0: never asked == 2"
        #expect(try explored(once, "answer no -> reading", demands: demands).verdict(on: name) == .proved)
        let crashing = try explored(once, "answer no -> reading", demands: demands, crashing: true)
        #expect(crashing.verdict(on: name) == .broken, "the call is made a second time")
        let careful = once.changing("effect ask calls", to: "effect ask once calls")
        let recovered = try explored(careful, "answer no -> reading", demands: demands, crashing: true)
        #expect(recovered.verdict(on: name) == .proved)
        #expect(recovered.isProved)
    }

    // MARK: - Legs

    @Test("A leg's effects are answered by the model too")
    func leg() throws {
        let parent = """
            flow Journey version 1
            command start, cancel
            final there
            final nowhere
            final cancelled
            on cancel -> cancelled
            within 20m -> nowhere
            reject other
            state idle waits for user { on start -> travelling }
            state travelling {
              child visit = Door
              enter { run visit.come }
              on visit.inside -> there
              on visit.outside, visit.cancelled -> nowhere
            }
            """
        func verdict(_ answers: String) throws -> FlowExploration.Verdict? {
            let demanding = parent.changing("within 20m", to: "require never there\nwithin 20m")
            let exploration = try explore(
                House.machine(demanding, door: Porter.flow().changing("flow Visit", to: "flow Door")),
                against: [model(Porter.model(answers))])
            return exploration.verdict(on: "never there")
        }
        #expect(try verdict("answer no, yes(mood: odd) -> reading") == .proved)
        #expect(try verdict("answer yes(mood: good) -> reading") == .broken)
    }

    @Test("A counterexample through answers is played as it was found")
    func played() throws {
        let flow = Porter.flow(requirements: "require never in whispered\nrequire never on no")
        let exploration = try explored(flow, "answer unsure stay\nanswer yes, no when asked > 1 -> reading")
        let violations = exploration.judgements.flatMap(\.violations)
        #expect(violations.count == 2)
        for violation in violations {
            let counterexample = exploration.counterexample(of: violation)
            #expect(
                try counterexample.played(by: exploration.machine) == violation.run.legDecisions,
                "\(counterexample.transcript.text)")
        }
    }
}
