import FlowFixtures
import FlowMachine
import FlowSearch
import FlowTranscripts
import KeywayCore
import Testing

@testable import FlowProviders

@Suite("Rule 30 for a flow with its legs")
struct ParentTests {
    private func explored(
        _ flow: String = House.flow(), door: String = House.door(), through channel: Channel = Channel()
    ) throws -> FlowExploration {
        try explore(House.machine(flow, door: door), against: [model(House.lock)], through: channel)
    }

    @Test("The small parent holds every part, and its legs' requirements are asked too")
    func sound() throws {
        let exploration = try explored()
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        #expect(try explored(through: .faulty()).isProved)
    }

    @Test("30.v: A leg that takes the word of the one before for its own is found, and played as it was found")
    func earlierLeg() throws {
        let exploration = try explored(
            door: House.door(turning: "on opened -> asking\n  on jammed -> failed\n  ignore ready"))
        #expect(
            exploration.sentences(about: "30.v") == [
                "first: 'jammed' of an earlier attempt or run ends the run in 'turning'": 4,
                "second: 'jammed' of an earlier attempt or run ends the run in 'turning'": 5,
            ])
        for violation in exploration.judgements.flatMap(\.violations) {
            let counterexample = exploration.counterexample(of: violation)
            let decisions = try counterexample.played(by: exploration.machine)
            // The played parent is told what earlier runs left as well, and does not recognise it.
            let recognised = decisions.filter { $0.disposition != .unrecognised }
            #expect(
                counterexample.obstacles.contains(.durations) || recognised == violation.run.legDecisions,
                "\(counterexample.transcript.text)")
        }
    }

    @Test("A run that needs what a source retained, or said when nobody heard it, is played as it was found")
    func retainedWord() throws {
        // A leg that has not heard before its `open` that the lock is ready fails at once.
        let hasty = House.door(turning: "on opened -> asking\n  on jammed -> failed\n  ignore ready")
            .changing("on open when not isReady -> waiting", to: "on open when not isReady -> failed")
        let exploration = try explored(door: hasty)
        let violations = exploration.judgements.filter { $0.name == "30.v" }.flatMap(\.violations)
        #expect(violations.count == 2)
        for violation in violations {
            let counterexample = exploration.counterexample(of: violation)
            let decisions = try counterexample.played(by: exploration.machine)
            #expect(counterexample.obstacles.isEmpty)
            // A callback that comes while no leg runs is unrecognised at the parent.
            #expect(
                decisions.filter { $0.disposition != .unrecognised } == violation.run.legDecisions,
                "\(counterexample.transcript.text)")
            #expect(counterexample.transcript.header?.about.hasSuffix("\(violation.sentence).") ?? false)
        }
    }

    @Test("Where the app may die and come back it holds every part, and nothing done once is begun twice in any leg")
    func crash() throws {
        let (house, lock) = (try House.machine(), try model(House.lock))
        let exploration = try explore(house, against: [lock], crashing: true)
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        let careless = Product(house, against: [lock], recovery: Recovery(planted: .repeatsOnce))
        let findings = try #require(Explorer.explore(careless).exploration).system.findings
        let turn = try #require(careless.legs.flows[1].machine.effects.firstIndex { $0.name == "turn" })
        #expect(Set(findings.order) == Set([1, 2].map { Finding(flow: $0, content: .begunTwice(effect: turn)) }))
    }

    @Test("A run on which the app dies is played as it was found")
    func playedCrash() throws {
        // The lock says an earlier run's `jam` only before `ready`. After a leg has heard `ready`, only the new lock of a restart says it.
        let lock = House.lock.changing(
            "jam when old stay { old = false }", to: "jam when old and not said stay { old = false }")
        let credulous = House.door(turning: "on opened -> asking\n  on jammed -> failed\n  ignore ready")
        let exploration = try explore(
            House.machine(door: credulous.changing("retained READY", to: "READY")), against: [model(lock)],
            crashing: true)
        let violations = exploration.judgements.flatMap(\.violations).filter { violation in
            violation.run.contains { $0.kind == .crash }
        }
        #expect(!violations.isEmpty)
        for violation in violations {
            let counterexample = exploration.counterexample(of: violation)
            let decisions = try counterexample.played(by: exploration.machine)
            #expect(counterexample.transcript.lines.contains { if case .restart = $0.content { true } else { false } })
            #expect(counterexample.obstacles.isEmpty)
            #expect(
                decisions.filter { $0.disposition != .unrecognised } == violation.run.legDecisions,
                "\(counterexample.transcript.text)")
        }
    }

    @Test(
        "30.v: A word on its way from one leg to the next is found where the second takes it for its own")
    func lateWord() throws {
        let lock = House.lock.changing("  emit jam when old stay { old = false }\n", to: "")
        let credulous = House.door(turning: "on opened -> asking\n  on jammed -> failed\n  ignore ready")
        let exploration = try explore(House.machine(door: credulous), against: [model(lock)])
        #expect(
            exploration.sentences(about: "30.v")
                == ["second: 'jammed' of an earlier attempt or run ends the run in 'turning'": 5])
        #expect(try explore(House.machine(), against: [model(lock)]).isProved)
    }

    @Test("A parent that forgets that its leg may fail is found where it does")
    func forgottenFinal() throws {
        let forgetful = House.flow(
            frontRows: "on first.authenticated -> authenticated\n  on first.cancelled, next -> back")
        #expect(
            try explored(forgetful).sentences(about: "every cell is decided")
                == ["nobody decides 'first.failed' in 'front'": 2])
    }

    @Test("30.ii: A leg's failure is no success, and a leg's success is held against the leg's own requirement")
    func confirmation() throws {
        let credulous = House.flow(
            frontRows: "on first.authenticated, first.failed -> authenticated\n  on first.cancelled, next -> back")
        #expect(
            try explored(credulous).sentences(about: "30.ii")
                == ["'authenticated only after first.authenticated, second.authenticated' does not hold here": 2])
        let tooEarly = House.door(turning: "on opened -> authenticated\n  ignore ready, jammed")
        #expect(
            try explored(door: tooEarly).sentences(about: "30.ii").keys.sorted()
                == ["first", "second"].map { "\($0): 'authenticated only after confirmed' does not hold here" })
    }

    @Test("30.i: A leg that waits in silence is found, though its parent has a deadline")
    func silence() throws {
        let silent = House.door().changing("  after 1m -> failed\n", to: "")
        #expect(
            try explored(door: silent).sentences(about: "30.i").keys.sorted()
                == ["first", "second"].map {
                    "\($0): 'waiting' can wait for ever: nothing is going on but the session's deadline"
                })
    }

    @Test("30.vi: A claim holds in the leg in which the word lands")
    func claims() throws {
        let claiming = House.door(turning: "on opened -> asking\n  ignore ready")
        #expect(
            try explored(door: claiming).sentences(about: "30.vi").keys.sorted()
                == ["first", "second"].map {
                    "\($0): 'jammed' comes in 'turning', where 'other' claims that it cannot: name it"
                })
    }

    @Test("Without models a parent's sub-flows may end in any of their finals at any moment")
    func alone() throws {
        let alone = try explore(House.machine())
        #expect(alone.isProved)
        #expect(alone.configurations == 7)
    }
}
