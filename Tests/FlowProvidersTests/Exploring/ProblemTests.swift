import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowSearch
import Testing

@testable import FlowProviders

@Suite("What cannot be explored")
struct ProblemTests {
    private func problem(_ flow: String, _ provider: String, limit: Int = 1_000) throws -> ExplorationProblem? {
        let (machine, model) = (try machine(flow), try model(provider))
        do throws(ExplorationProblem) {
            _ = try explore(machine, against: model, limit: limit)
            return nil
        } catch { return error }
    }

    /// Whether the place is one range of the text, and that range holds exactly `words`.
    private func isPlace(_ place: ExplorationProblem.Place?, in text: String, at words: String) -> Bool {
        let bytes = Array(text.utf8)
        switch place {
        case .flow(let range)?, .model(_, let range)?:
            return String(decoding: bytes[range.lower..<range.upper], as: UTF8.self) == words
        case nil: return false
        }
    }

    @Test("A model for another source is refused at its source's name")
    func otherSource() throws {
        let other = LockedDoor.model().changing("for lock", to: "for gate")
        let problem = try problem(LockedDoor.flow(), other)
        #expect(problem?.sentence == "Lock 1.0 is a model for the source 'gate', which 'Door' does not have")
        #expect(isPlace(problem?.place, in: other, at: "gate"))
    }

    @Test("A word with a value of its own where the source reads the callback's name is refused at that value")
    func doubledField() throws {
        let other = LockedDoor.model().changing("OPENED(by", to: "OPENED(kind")
        let problem = try problem(LockedDoor.flow(), other)
        let sentence =
            "Lock 1.0 gives the field 'kind' a value in word 'open', and source 'lock' of 'Door' reads 'OPENED' there"
        #expect(problem?.sentence == sentence)
        #expect(isPlace(problem?.place, in: other, at: "kind"))
    }

    @Test("A call that the model does not know is refused at the effect")
    func unknownCall() throws {
        let flow = LockedDoor.flow().changing("Lock.turn", to: "Lock.trun")
        let problem = try problem(flow, LockedDoor.model())
        #expect(problem?.sentence == "Lock 1.0 says nothing about the call 'trun', which effect 'turn' makes")
        #expect(isPlace(problem?.place, in: flow, at: "turn"))
    }

    @Test("An effect that names no call is refused where two models know the call of its name")
    func unnamedCall() throws {
        let flow = LockedDoor.flow().changing(" calls Lock.turn", to: "")
            .changing(
                "source lock",
                to: "callback rung\nsource bell = \"Bell\" by event singleton { RUNG => rung }\nsource lock")
        let lock = LockedDoor.model()
        let bell = """
            provider Bell version "2" for bell
            word ring = RUNG
            call turn stay
            state any { emit ring stay }
            """
        func problem(_ models: [String]) throws -> ExplorationProblem? {
            let (machine, models) = (try machine(flow), try models.map { try model($0) })
            do throws(ExplorationProblem) {
                _ = try explore(machine, against: models)
                return nil
            } catch { return error }
        }
        let ending = "both know the call of effect 'turn': name the one that it `calls`"
        let refused = try problem([lock, bell])
        #expect(refused?.sentence == "Lock 1.0 and Bell 2 \(ending)")
        #expect(isPlace(refused?.place, in: flow, at: "turn"))
        #expect(try problem([bell, lock])?.sentence == "Bell 2 and Lock 1.0 \(ending)")
        #expect(try problem([lock, bell.changing("turn", to: "strike")]) == nil)
    }

    @Test("A provider whose calls no effect makes is refused at its name, with the name that is meant")
    func uncalled() throws {
        let other = LockedDoor.model().changing("provider Lock", to: "provider Lack")
        let problem = try problem(LockedDoor.flow(), other)
        let ending = "effects call 'Lock', of which there is no model; did you mean that?"
        #expect(problem?.sentence.hasPrefix("Lack 1.0 has calls, and no effect makes one of them") ?? false)
        #expect(problem?.sentence.hasSuffix(ending) ?? false, "\(String(describing: problem?.sentence))")
        #expect(isPlace(problem?.place, in: other, at: "Lack"))
    }

    @Test("A flow or a model without a state, or with more than fits, is refused and explores nothing")
    func room() throws {
        #expect(try problem("flow Door version 1", LockedDoor.model())?.sentence == "'Door' has no state to begin in")
        var empty = try model(LockedDoor.model())
        empty.states = []
        let words = (1...70).map { "word w\($0) = W(n: \($0))" }.joined(separator: "\n")
        let wordy = LockedDoor.model().changing("success open", to: words + "\nsuccess open")
        #expect(
            try problem(LockedDoor.flow(), wordy)?.sentence
                == "Lock 1.0 has more than 62 words, which is too many to explore"
        )
        let effects = (1...70).map { "effect e\($0)" }.joined(separator: "\n")
        let busy = LockedDoor.flow().changing("effect ask", to: effects + "\neffect ask")
        #expect(try problem(busy, LockedDoor.model())?.sentence.hasPrefix("'Door' has more than 64 timers") ?? false)
        for count in [30, 70] {
            let demands = (1...count).map { "require eventually on \($0 % 2 == 0 ? "opened" : "jammed")" }
            let demanding = LockedDoor.flow(requirements: demands.joined(separator: "\n"))
            #expect(
                try problem(demanding, LockedDoor.model())?.sentence
                    == "'Door' has too many requirements to be explored at once")
        }
        let (flow, without) = (try machine(LockedDoor.flow()), empty)
        #expect(throws: ExplorationProblem.self) { try explore(flow, against: without) }
        let jams = [String](repeating: "jam", count: 9).joined(separator: " then ")
        let long = LockedDoor.model("emit \(jams) when turned stay")
        #expect(
            try problem(LockedDoor.flow(), long)?.sentence
                == "Lock 1.0 says 9 words in one `emit`, and a channel has room for 8")
    }

    @Test("A flow whose sub-flows have more than fits is refused, and told what is too many and where")
    func roomOfSubFlows() throws {
        func sentence(_ door: String) throws -> String? {
            let (machine, lock) = (try House.machine(door: door), try model(House.lock))
            do throws(ExplorationProblem) {
                _ = try explore(machine, against: lock, limit: 1_000)
                return nil
            } catch { return error.sentence }
        }
        #expect(try sentence(House.door()) == nil)
        // The house has two doors, so these are 60 effects, besides the doors' own effects and timers.
        let effects = (1...30).map { "effect e\($0)" }.joined(separator: "\n")
        #expect(
            try sentence(House.door().changing("effect ask", to: effects + "\neffect ask"))
                == "'House' and its sub-flows have more than 64 timers and effects, which is too many to explore")
        let demands = (2...13).map { "require at most \($0) do turn" }
        let demanding = House.door().changing("require auth", to: demands.joined(separator: "\n") + "\nrequire auth")
        #expect(try sentence(demanding) == "'Door' has too many requirements to be explored at once")
    }

    @Test("A model with more requirements than are watched is refused at the first of the others")
    func requirements() throws {
        func demanding(_ count: Int) -> String {
            LockedDoor.model(context: "context { turned: bool = false, turns: int 0...99 = 0 }").changing(
                "state any",
                to: (1...count).map { "require never turns == \($0)\n" }.joined() + "state any")
        }
        #expect(try problem(LockedDoor.flow(), demanding(64)) == nil)
        let many = demanding(65)
        let problem = try problem(LockedDoor.flow(), many)
        #expect(problem?.sentence == "Lock 1.0 has more than 64 requirements, which is too many to explore")
        #expect(isPlace(problem?.place, in: many, at: "require never turns == 65"))
    }

    @Test("A flow whose runs can begin in too many ways is refused before any of them is made")
    func beginnings() throws {
        func problem(retained count: Int, _ parameter: String = "") throws -> ExplorationProblem? {
            let names = (1...count).map { "bell\($0)" }.joined(separator: ", ")
            let rows = (1...count).map { "  retained BELL\($0) => bell\($0)\n" }.joined()
            let flow = LockedDoor.flow()
                .changing("callback opened, jammed", to: "\(parameter)callback opened, jammed, \(names)")
                .changing("  JAMMED", to: rows + "  JAMMED")
                .changing("ignore unrecognised", to: "ignore unrecognised, \(names)")
            let words = (1...count).map { "word bell\($0) = BELL\($0)\n" }.joined()
            return try self.problem(flow, LockedDoor.model().changing("success open", to: words + "success open"))
        }
        #expect(try problem(retained: 7) == nil)
        let ways =
            "'Door' has runs that can begin in more than 100000 ways, by the order of what earlier runs left in sources "
            + "that retain"
        #expect(try problem(retained: 8)?.sentence == ways + ": let fewer rows of decoders be 'retained'")
        // Six kinds of retained words can be left in 1,957 ways. With 64 values of the parameter these are 125,248 beginnings.
        let chosen = try problem(
            retained: 6, "param most: int 0...63 = 3\nrequire at most most do ask\n")?.sentence
        #expect(
            chosen == ways + ", with its parameters chosen in 64 ways: let fewer rows of decoders be 'retained'")
    }

    @Test("Past the situations of a provider that have room nothing is judged, be the search complete or stopped")
    func situations() throws {
        let flow = try machine(LockedDoor.flow())
        var product = Product(flow, against: [try model(LockedDoor.model())])
        product.greatestSituation = 1
        for (limit, isComplete) in [(3, false), (1_000_000, true)] {
            let outcome = Explorer.explore(product, limit: limit)
            #expect((outcome.exploration != nil) == isComplete)
            let problem = #expect(throws: ExplorationProblem.self) { _ = try outcome.assessment(of: flow) }
            #expect(problem?.sentence == "a provider of 'Door' comes to too many situations to be explored")
        }
        product.greatestSituation = ProductConfiguration.greatestSituation
        _ = try Explorer.explore(product, limit: 3).assessment(of: flow)
    }

    @Test("An effect that names no call makes the one of its own name")
    func impliedCall() throws {
        let flow = LockedDoor.flow().changing(" calls Lock.turn", to: "")
        let implied = try explore(machine(flow), against: model(LockedDoor.model()))
        let named = try explore(machine(LockedDoor.flow()), against: model(LockedDoor.model()))
        #expect(implied.steps == named.steps)
    }

    @Test("Past the limit nothing is proved, and nothing is broken either")
    func limit() throws {
        let flow = try machine(LockedDoor.flow())
        let provider = try model(LockedDoor.model())
        let whole = try explore(flow, against: provider)
        let exact = try explore(flow, against: provider, limit: whole.configurations)
        #expect(exact.isComplete && exact.isProved)
        let part = try explore(flow, against: provider, limit: whole.configurations - 1)
        #expect(!part.isComplete && !part.isProved)
        #expect(part.judgements.allSatisfy { $0.verdict == .unproved && $0.violations.isEmpty })
        #expect(part.judgements.map(\.name) == whole.judgements.map(\.name))
    }

    @Test("What flow and models do not share is told")
    func coverage() throws {
        let flow = LockedDoor.flow().changing("callback opened, jammed", to: "callback opened, jammed, squeaked")
            .changing("JAMMED => jammed", to: "JAMMED => jammed\n  SQUEAK => squeaked")
            .changing("effect turn once starts attempt calls Lock.turn", to: "effect turn calls Lock.turn")
        let provider = LockedDoor.model("emit hum when turned stay").changing(
            "success open", to: "word hum = HUM(loud: false)\nsuccess open"
        ).changing("call turn", to: "call grease stay\ncall turn")
        let mismatches = Mismatches(of: try machine(flow), against: [try model(provider)])
        #expect(mismatches.neverTold == ["squeaked"])
        #expect(mismatches.neverRead == ["Lock 1.0: hum"])
        #expect(mismatches.neverMade == ["grease"])
        #expect(
            Mismatches(of: try machine(LockedDoor.flow()), against: [try model(LockedDoor.model())]).sentences.isEmpty)
    }

    @Test("The shipped flows and models share all but the calls that another flow makes of the same SDK")
    func shippedCoverage() throws {
        func sentences(_ flow: String, _ models: [String]) throws -> [String] {
            Mismatches(
                of: try machine(Fixtures.shipped(flow)),
                against: try Fixtures.models(models)
            ).sentences
        }
        let otpless = ["OTPless/Models/SDK-2.0.9", "OTPless/Models/SDK-2.3.2", "OTPless/Models/SDK-3.0"]
        #expect(try sentences("OTPless/SNA.flow", otpless) == ["calls that no effect makes: initialise, open, verify"])
        #expect(try sentences("OTPless/SmartAuth.flow", otpless).isEmpty)
        let truecaller = ["Truecaller/Models/SDK-0.2"]
        #expect(
            try sentences("Truecaller/OTP.flow", truecaller) == ["calls that no effect makes: open, requestProfile"])
        #expect(
            try sentences("Truecaller/OneTap.flow", truecaller) == ["calls that no effect makes: request, verify"])
        #expect(
            try sentences("CAStrongAuthentication/OfflineOTP.flow", ["CAStrongAuthentication/Models/SDK-2.2"]).isEmpty)
    }
}
