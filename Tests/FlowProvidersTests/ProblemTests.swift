import FlowLanguage
import FlowMachine
import FlowProviders
import Testing

@Suite("What cannot be explored")
struct ProblemTests {
    private func problem(_ flow: String, _ provider: String, limit: Int = 1_000) throws -> ExplorationProblem? {
        let (machine, model) = (try machine(flow), try model(provider))
        do throws(ExplorationProblem) {
            _ = try explore(machine, against: model, limit: limit)
            return nil
        } catch { return error }
    }

    private func isPlace(_ place: ExplorationProblem.Place?, in text: String, at words: String) -> Bool {
        let bytes = Array(text.utf8)
        switch place {
        case .flow(let range)?, .model(let range)?:
            return String(decoding: bytes[range.lower..<range.upper], as: UTF8.self) == words
        case nil: return false
        }
    }

    @Test("A model for another source is refused at its source's name")
    func otherSource() throws {
        let other = Lock.model().replacing("for lock", with: "for gate")
        let problem = try problem(Lock.flow(), other)
        #expect(problem?.sentence == "Lock 1.0 is a model for the source 'gate', which 'Door' does not have")
        #expect(isPlace(problem?.place, in: other, at: "gate"))
    }

    @Test("A call that the model does not know is refused at the effect")
    func unknownCall() throws {
        let flow = Lock.flow().replacing("Lock.turn", with: "Lock.trun")
        let problem = try problem(flow, Lock.model())
        #expect(problem?.sentence == "Lock 1.0 says nothing about the call 'trun', which effect 'turn' makes")
        #expect(isPlace(problem?.place, in: flow, at: "turn"))
    }

    @Test("An effect that names no call makes the one of its own name")
    func impliedCall() throws {
        let flow = Lock.flow().replacing(" calls Lock.turn", with: "")
        let implied = try explore(machine(flow), against: model(Lock.model()))
        let named = try explore(machine(Lock.flow()), against: model(Lock.model()))
        #expect(implied.steps == named.steps)
    }

    @Test("Past the limit nothing is proved, and nothing is broken either")
    func limit() throws {
        let flow = try machine(Lock.flow())
        let provider = try model(Lock.model())
        let whole = try explore(flow, against: provider)
        let exact = try explore(flow, against: provider, limit: whole.configurations)
        #expect(exact.isComplete && exact.isProved)
        let part = try explore(flow, against: provider, limit: whole.configurations - 1)
        #expect(!part.isComplete && !part.isProved)
        #expect(part.requirements.allSatisfy { $0.verdict == .unproved && $0.violations.isEmpty })
        #expect(part.requirements.map(\.name) == whole.requirements.map(\.name))
    }

    @Test("What flow and models do not share is told")
    func coverage() throws {
        let flow = Lock.flow().replacing("callback opened, jammed", with: "callback opened, jammed, squeaked")
            .replacing("JAMMED => jammed", with: "JAMMED => jammed\n  SQUEAK => squeaked")
            .replacing("effect turn once starts attempt calls Lock.turn", with: "effect turn calls Lock.turn")
        let provider = Lock.model("emit hum when turned stay").replacing(
            "success open", with: "word hum = HUM(loud: false)\nsuccess open"
        ).replacing("call turn", with: "call grease stay\ncall turn")
        let coverage = Coverage(of: try machine(flow), against: [try model(provider)])
        #expect(coverage.neverTold == ["squeaked"])
        #expect(coverage.neverRead == ["Lock 1.0: hum"])
        #expect(coverage.neverMade == ["grease"])
        #expect(Coverage(of: try machine(Lock.flow()), against: [try model(Lock.model())]).sentences.isEmpty)
    }
}
