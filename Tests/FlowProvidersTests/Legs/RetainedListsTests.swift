import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowSearch
import FlowTranscripts
import KeywayCore
import TestThreads
import Testing

@testable import FlowProviders

/// What sources retain for later legs is followed only where it makes a difference that could not come about anyway.
@Suite("Retained words that may come at any moment", .longComputation)
struct RetainedListsTests {
    /// A parent with a pause before each of its two doors, in which no leg hears the lock.
    private static let house = House.flow(
        frontRows: "on first.authenticated -> authenticated\n  on first.failed, first.cancelled, next -> between"
    ).changing("on start -> front", to: "on start -> porch")
        .changing(
            "state back {",
            to: """
                state porch waits for user { on next -> front }
                state between waits for user { on next -> back }
                state back {
                """)

    /// A door that fails where the last that the lock said before is that it is broken.
    private static let door = House.door(turning: "on opened -> asking\n  ignore ready, jammed, broken")
        .changing("callback ready, opened, jammed", to: "callback ready, opened, jammed, broken")
        .changing("  OPENED => opened", to: "  retained BROKEN => broken\n  OPENED => opened")
        .changing(
            "on ready stay { isReady = true }",
            to: "on ready stay { isReady = true }\n  on broken stay { isReady = false }"
        )
        .changing("  ignore jammed\n  after 1m", to: "  ignore jammed, broken\n  after 1m")
        .changing("ignore ready, opened, jammed\n}", to: "ignore ready, opened, jammed, broken\n}")

    /// A lock that may say at any moment that it is ready, or broken: an earlier run may have made it say so.
    private static let lock = """
        provider Lock version "1.0" for lock
        word ready = READY(by: "hand")
        word broken = BROKEN(by: "hand")
        word open = OPENED(by: "hand")
        word jam = JAMMED(by: "hand")
        success open
        context { turned: bool = false, old: bool = true }
        call turn stay { turned = true }
        emit ready when old stay
        emit broken when old stay
        state any {
          emit open when turned stay { turned = false }
          emit jam when turned stay { turned = false }
        }
        """

    /// - Parameter merging: whether lists and words that make no difference are followed as one.
    private func product(_ house: String = house, lock: String = lock, merging: Bool = true) throws -> Product {
        try Product(House.machine(house, door: Self.door), against: [model(lock)], merging: merging)
    }

    /// Explores the product; the verdict on each of its requirements, and the number of configurations.
    private func verdicts(_ product: Product) throws -> (verdicts: [FlowExploration.Verdict], configurations: Int) {
        let exploration = try #require(Explorer.explore(product).exploration)
        var assessment = Assessment(of: exploration)
        return (assessment.judged(assessment.product.questions).map(\.verdict), exploration.configurationCount)
    }

    @Test("A lock whose retained words may come at any moment is not followed while no leg hears it")
    func unfollowed() throws {
        let lists = try product().legs.retainedLists
        #expect(lists.unfollowed == 0)
        // None, 'ready' last or 'broken' last: the door's leg begins alike without a word and with 'broken' last.
        #expect(Set(lists.all.map(lists.substitute)).count == 2)
    }

    @Test("Of OTPless two lists are followed while no leg hears it: an empty one, and one that stays non-empty")
    func otpless() throws {
        let models = try Fixtures.models(["Truecaller/Models/SDK-0.2", "OTPless/Models/SDK-3.0"])
        let product = try Product(Fixtures.phoneLogin().fixingFiniteParameters(), against: models)
        let lists = product.legs.retainedLists
        #expect(lists.unfollowed == 1)
        #expect(lists.all.count == 5)
        #expect(Set(lists.all.map(lists.substituteWhileUnheard)).count == 2)
        let (nothing, something) = (lists.substitute(for: []), lists.substitute(for: lists.all[1]))
        #expect(lists.listsReached(from: nothing).count == 3 && lists.listsReached(from: something).count == 2)
        #expect(!lists.listsReached(from: something).contains(nothing))
    }

    @Test("A retained word is left out where a word that may come at any moment says the same; the answers stay")
    func repeatableWords() throws {
        let lock = Self.lock.changing(
            "emit ready when old stay\n", to: "emit ready when old stay\nemit jam when old stay\n")
        let (merged, single) = try (product(lock: lock), product(lock: lock, merging: false))
        // No row says 'open' for ever. Another word that is read alike does, and tells no success: rule 30 asks of a success whether the leg
        // accepts it.
        #expect(merged.legs.repeatableWords(of: 0) == [0, 1, 3])
        let alike = lock.changing(
            "word jam", to: "word again = OPENED(by: \"hand\")\nword jam"
        ).changing("emit ready when old stay\n", to: "emit ready when old stay\nemit again when old stay\n")
        #expect(try product(lock: alike).legs.repeatableWords(of: 0) == [0, 1, 3, 4])
        #expect(try verdicts(merged).verdicts == verdicts(single).verdicts)
    }

    @Test("Where a leg begins that retains nothing, each list that a later leg may hear is followed")
    func legThatRetainsNothing() throws {
        let deaf = Self.door.changing("flow Door", to: "flow Deaf").changing("retained READY", to: "READY")
            .changing("retained BROKEN", to: "BROKEN")
        let house = Self.house.changing("child first = Door", to: "child first = Deaf")
        let machine = try House.machine(house, door: Self.door, others: ["Deaf": deaf])
        let exploration = try #require(Explorer.explore(Product(machine, against: [model(Self.lock)])).exploration)
        var legs = exploration.system.legs
        #expect(legs.retainedLists.unfollowed == 0)
        var retained: Set<[Int]> = []
        for position in legs.configurations.indices.map({ Int32($0) })
        where legs.root.machine.states[legs.state(of: position)].name.text == "porch" {
            for place in legs.ownSteps(from: position) {
                let next = legs.configurations[Int(legs.steps[place].target)]
                if next.legs.count == 2 { retained.insert(next.retained) }
            }
        }
        #expect(retained.count == 2)
    }

    @Test(
        "A lock is followed where a retained word comes once, or the parent retains one as well",
        arguments: [true, false])
    func followed(isOnce: Bool) throws {
        let once = Self.lock.changing("emit broken when old stay\n", to: "")
            .changing("state any {", to: "state any {\n  emit broken when old stay { old = false }")
        let reading = Self.house.changing(
            "command start, next, cancel\n",
            to: """
                command start, next, cancel
                callback ready
                source lock = "Lock" by kind singleton { retained READY => ready }
                ignore unrecognised, ready

                """)
        let product = try isOnce ? product(lock: once) : product(reading)
        #expect(product.legs.retainedLists.unfollowed == nil)
    }

    @Test(
        "The answers are those of a search that follows each list and each step of the lock",
        arguments: ["", "require never on second.failed", "require never on first.failed"])
    func sameAnswers(requirement: String) throws {
        let house = Self.house.changing("on cancel -> cancelled", to: "\(requirement)\non cancel -> cancelled")
        let (merged, single) = try (verdicts(product(house)), verdicts(product(house, merging: false)))
        #expect(merged.verdicts == single.verdicts)
        #expect(merged.verdicts.contains(.broken) == !requirement.isEmpty)
        #expect(merged.configurations * 2 < single.configurations)
    }

    @Test("A run that breaks something by what a leg heard at its beginning is told with these words")
    func findingByWords() throws {
        let door = Self.door.changing(
            "require authenticated only", to: "require never in turning\nrequire authenticated only"
        )
        .changing("  on ready -> turning\n", to: "  ignore ready\n")
        let machine = try House.machine(Self.house, door: door)
        let exploration = try explore(machine, against: [model(Self.lock)])
        let judged = try #require(exploration.judgements.first { $0.name == "first: never in turning" })
        let run = try #require(judged.violations.first?.run)
        let states = try #require(run.last).legStates.map {
            machine.flowsOfLegs[$0.flow].machine.states[$0.state].name.text
        }
        #expect(states.last == "turning", "\(states)")
        #expect(run.contains { if case .told(0, isOld: true, _) = $0.kind { true } else { false } })
    }

    @Test("An explored run is played event for event, with the words that were retained before a leg began")
    func fidelity() throws {
        let (flow, lock) = try (House.machine(Self.house, door: Self.door), model(Self.lock))
        var exploration = try #require(Explorer.explore(Product(flow, against: [lock])).exploration)
        var assessment = Assessment(of: exploration)
        var played = 0
        for configuration in exploration.configurations {
            let run = exploration.shortestRun(to: configuration)
            let occurrences = assessment.occurrences(in: run?.moments ?? [])
            let counterexample = Counterexample(of: occurrences, in: flow, beside: [lock], about: "Here.")
            let decisions = try counterexample.played(by: flow)
            guard counterexample.obstacles.isEmpty else { continue }
            // What no leg hears the root records as unrecognised, or a leg that has ended as late; the search leaves both out.
            func heard(_ decisions: [LegDecision]) -> [LegDecision] {
                decisions.filter { $0.disposition != .unrecognised && $0.disposition != .late }
            }
            #expect(heard(decisions) == heard(occurrences.legDecisions), "\(counterexample.transcript.text)")
            if occurrences.contains(where: { $0.kind.isRetainedOnly }) { played += 1 }
        }
        #expect(played > 10)
    }
}

extension Occurrence.Kind {
    /// Whether it is a word of an earlier time, as those are that a leg hears before its first command.
    fileprivate var isRetainedOnly: Bool {
        if case .told(_, isOld: true, _) = self { true } else { false }
    }
}
