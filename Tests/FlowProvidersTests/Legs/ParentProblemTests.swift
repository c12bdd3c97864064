import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import Testing

@Suite("What cannot be explored of a flow with its legs")
struct ParentProblemTests {
    private func problem(_ machine: Machine, _ providers: [String]) throws -> ExplorationProblem? {
        let models = try providers.map { try model($0) }
        do throws(ExplorationProblem) {
            _ = try explore(machine, against: models, limit: 10_000)
            return nil
        } catch { return error }
    }

    @Test("A provider that none of the legs hears is refused at its source")
    func unheardProvider() throws {
        let gate = LockedDoor.model().changing("provider Lock", to: "provider Gate").changing(
            "for lock", to: "for gate")
        let problem = try problem(House.machine(), [House.lock, gate])
        #expect(
            problem?.sentence
                == "Gate 1.0 is a model for the source 'gate', which neither 'House' nor any of its sub-flows has")
        guard case .model(1, _)? = problem?.place else {
            Issue.record("not at the second model: \(String(describing: problem?.place))")
            return
        }
    }

    @Test("29g: A provider whose words a flow and its leg read by different fields is refused at its source")
    func namesInTwoFields() throws {
        let door = House.door(retained: false)
        let problem = try problem(
            House.machine(House.readingFlow().changing("by kind", to: "by event"), door: door), [House.lock])
        #expect(
            problem?.sentence
                == "Lock 1.0 is a model for the source 'lock', of which 'House' reads the field 'event' and 'Door' the "
                + "field 'kind': a word has its name in one field")
        guard case .model(0, _)? = problem?.place else {
            Issue.record("not at the model: \(String(describing: problem?.place))")
            return
        }
        #expect(try self.problem(House.machine(House.readingFlow(), door: door), [House.lock]) == nil)
    }

    @Test("Two versions of one SDK, or more providers than fit, do not stand beside one run")
    func company() throws {
        let newer = House.lock.changing("version \"1.0\"", to: "version \"2.0\"")
        #expect(
            try problem(House.machine(), [House.lock, newer])?.sentence
                == "Lock 2.0 stands beside Lock 1.0, and a run has one SDK of a provider")
        let many = ["A", "B", "C", "D"].map { House.lock.changing("provider Lock", to: "provider \($0)") }
        #expect(
            try problem(House.machine(), [House.lock] + many)?.sentence
                == "'House' is explored against 4 providers at most")
    }

    @Test("What a source without a model may leave to a leg is refused, also where another source retains it")
    func retained() throws {
        func house(by field: String) throws -> Machine {
            let bell = "callback rung\nsource bell = \"Bell\" by \(field) singleton { RUNG => rung }\n"
            return try House.machine(
                House.flow().changing(
                    "require auth", to: bell + "ignore unrecognised, rung\nrequire auth"))
        }
        #expect(
            try problem(house(by: "kind"), [House.lock])?.sentence
                == "'House' cannot be explored without a model for the source 'bell': what of it 'lock' retains, the "
                + "sub-flow 'first' hears before its first command")
        #expect(try problem(house(by: "event"), [House.lock]) == nil)
    }

    @Test("A parent with more configurations of its own than the limit stops there, and nothing is known of it")
    func limit() throws {
        let counting = House.flow().changing(
            "on start -> front",
            to: "on start when count == 100000 -> front on start when count != 100000 stay { count += 1 }"
        ).changing("command start", to: "context { count: int 0...100000 = 0 }\ncommand start")
        let exploration = try explore(House.machine(counting), against: [model(House.lock)], limit: 1_000)
        #expect(!exploration.isComplete)
        #expect((1_000...2_000).contains(exploration.configurations))
        #expect(exploration.judgements.allSatisfy { $0.verdict == .unproved })
    }

    @Test("Where two legs hear one SDK at once, one alone is followed: nothing is proved, and the answer says why")
    func rivals() throws {
        let lingering = House.door()
            .changing("on cancel -> cancelled", to: "on cancel -> closing")
            .changing(
                "state asking {",
                to:
                    "state closing { on cancel stay ignore ready, opened, jammed after 5s -> cancelled }\nstate asking {"
            )
        let exploration = try explore(House.machine(door: lingering), against: [model(House.lock)])
        #expect(!exploration.isProved && exploration.isComplete)
        #expect(exploration.judgements.allSatisfy { $0.verdict == .unproved })
        #expect(
            exploration.sentences(about: "an SDK speaks to one leg at a time") == [
                "second: 'first' hears 'ready' here as well, and the search does not follow which of the two it reaches: nothing is proved":
                    2
            ])
    }

    @Test("A callback that parent and leg both read is followed to the leg, and not where the parent retains it too")
    func readingParent() throws {
        let door = House.door(retained: false)
        let name = "an SDK speaks to one leg at a time"
        let heard = try explore(House.machine(House.readingFlow(), door: door), against: [model(House.lock)])
        #expect(heard.verdict(on: name) == .proved)
        let missed = try explore(
            House.machine(House.readingFlow("retained "), door: door), against: [model(House.lock)])
        #expect(missed.verdict(on: name) == .unproved)
    }

    @Test("A call that a leg makes and its model does not know is refused")
    func unknownCall() throws {
        let door = House.door().changing("Lock.turn", to: "Lock.trun")
        #expect(
            try problem(House.machine(door: door), [House.lock])?.sentence
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
