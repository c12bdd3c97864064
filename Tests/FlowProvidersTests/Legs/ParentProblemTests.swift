import FlowLanguage
import FlowMachine
import FlowProviders
import Testing

@Suite("What cannot be explored of a flow with its legs")
struct ParentProblemTests {
    private func problem(
        _ machine: Machine, _ providers: [String], crashing crashes: Bool = false
    ) throws -> ExplorationProblem? {
        let models = try providers.map { try model($0) }
        do throws(ExplorationProblem) {
            _ = try explore(machine, against: models, crashing: crashes, limit: 10_000)
            return nil
        } catch { return error }
    }

    @Test("A provider that none of the legs hears is refused at its source")
    func unheardProvider() throws {
        let gate = Lock.model().replacing("provider Lock", with: "provider Gate").replacing(
            "for lock", with: "for gate")
        let problem = try problem(House.machine(), [House.lock, gate])
        #expect(
            problem?.sentence
                == "Gate 1.0 is a model for the source 'gate', which neither 'House' nor any of its sub-flows has")
        guard case .model(1, _)? = problem?.place else {
            Issue.record("not at the second model: \(String(describing: problem?.place))")
            return
        }
    }

    @Test("Two versions of one SDK, or more providers than fit, do not stand beside one run")
    func company() throws {
        let newer = House.lock.replacing("version \"1.0\"", with: "version \"2.0\"")
        #expect(
            try problem(House.machine(), [House.lock, newer])?.sentence
                == "Lock 2.0 stands beside Lock 1.0, and a run has one SDK of a provider")
        let many = ["A", "B", "C", "D"].map { House.lock.replacing("provider Lock", with: "provider \($0)") }
        #expect(
            try problem(House.machine(), [House.lock] + many)?.sentence
                == "'House' is explored against 4 providers at most")
    }

    @Test("A crash is refused, as legs are not recovered in the search")
    func crash() throws {
        #expect(
            try problem(House.machine(), [House.lock], crashing: true)?.sentence
                == "'House' has sub-flows, whose recovery after a crash is not explored")
        #expect(try problem(House.machine(), [], crashing: true) == nil, "alone it has none beside it")
    }

    @Test("A call that a leg makes and its model does not know is refused")
    func unknownCall() throws {
        let door = House.door().replacing("Lock.turn", with: "Lock.trun")
        #expect(
            try problem(House.machine(legs: door), [House.lock])?.sentence
                == "Lock 1.0 says nothing about the call 'trun', which effect 'turn' of 'Door' makes")
    }

    @Test("A sub-flow whose flow nobody knows is refused at its place")
    func unknownFlow() throws {
        let flow = House.flow()
        let source = SourceText(path: "House.flow", bytes: Array(flow.utf8))
        let spec = try #require(parse(source).spec)
        let alone = try #require(resolve(spec, in: source).machine)
        let problem = try problem(alone, [House.lock])
        #expect(problem?.sentence == "the flow 'Door' of sub-flow 'first' is not known")
        guard case .flow(let range)? = problem?.place else {
            Issue.record("not in the flow")
            return
        }
        #expect(String(decoding: Array(flow.utf8)[range.lower..<range.upper], as: UTF8.self) == "first")
    }
}
