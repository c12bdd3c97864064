import FlowMachine
import FlowProviders
import FlowTranscripts
import Testing

@Suite("Rule 30 for a flow with its legs")
struct ParentTests {
    private func explored(
        _ flow: String = House.flow(), legs: String = House.door(), through channel: Channel = Channel()
    ) throws -> FlowExploration {
        try explore(House.machine(flow, legs: legs), against: [model(House.lock)], through: channel)
    }

    @Test("The small parent holds every part, and its legs' requirements are asked too")
    func sound() throws {
        let exploration = try explored()
        #expect(exploration.isProved, "\(exploration.requirements.filter { $0.verdict != .proved })")
        #expect(try explored(through: .faulty()).isProved)
    }

    @Test("30.v: A leg that takes the word of the one before for its own is found, and played as it was found")
    func earlierLeg() throws {
        let exploration = try explored(
            legs: House.door(turning: "on opened -> asking\n  on jammed -> failed\n  ignore ready"))
        #expect(
            exploration.sentences(about: "30.v") == [
                "first: 'jammed' of an earlier attempt or run ends the run in 'turning'": 5,
                "second: 'jammed' of an earlier attempt or run ends the run in 'turning'": 6,
            ])
        for violation in exploration.requirements.flatMap(\.violations)
        where !violation.run.contains(where: \.hearsRetained) {
            let transcript = exploration.transcript(of: violation)
            let heard = try transcript.played(by: exploration.machine)
            #expect(transcript.saysThatTimesAreImpossible || heard == violation.run.heard, "\(transcript.text)")
        }
    }

    @Test(
        "30.v: A word on its way from one leg to the next is found where the second takes it for its own")
    func lateWord() throws {
        let lock = House.lock.replacing("  emit jam when old stay { old = false }\n", with: "")
        let credulous = House.door(turning: "on opened -> asking\n  on jammed -> failed\n  ignore ready")
        let exploration = try explore(House.machine(legs: credulous), against: [model(lock)])
        #expect(
            exploration.sentences(about: "30.v")
                == ["second: 'jammed' of an earlier attempt or run ends the run in 'turning'": 6])
        #expect(try explore(House.machine(), against: [model(lock)]).isProved)
    }

    @Test("A parent that forgets that its leg may fail is found where it does")
    func forgottenFinal() throws {
        let forgetful = House.flow(
            front: "on first.authenticated -> authenticated\n  on first.cancelled, next -> back")
        #expect(
            try explored(forgetful).sentences(about: "every cell is decided")
                == ["nobody decides 'first.failed' in 'front'": 2])
    }

    @Test("30.ii: A leg's final is no word of the backend's")
    func confirmation() throws {
        let credulous = House.flow(
            front: "on first.authenticated, first.failed -> authenticated\n  on first.cancelled, next -> back")
        #expect(
            try explored(credulous).sentences(about: "30.ii")
                == ["'authenticated only after confirmed' does not hold here": 2])
        let tooEarly = House.door(turning: "on opened -> authenticated\n  ignore ready, jammed")
        #expect(try explored(legs: tooEarly).sentences(about: "30.ii").count == 3)
    }

    @Test("30.i: A leg that waits in silence is found, though its parent has a deadline")
    func silence() throws {
        let silent = House.door().replacing("  after 1m -> failed\n", with: "")
        #expect(
            try explored(legs: silent).sentences(about: "30.i").keys.sorted()
                == ["first", "second"].map {
                    "\($0): 'waiting' can wait for ever: nothing is going on but the session's deadline"
                })
    }

    @Test("30.vi: A claim holds in the leg in which the word lands")
    func claims() throws {
        let claiming = House.door(turning: "on opened -> asking\n  ignore ready")
        #expect(
            try explored(legs: claiming).sentences(about: "30.vi").keys.sorted()
                == ["first", "second"].map {
                    "\($0): 'jammed' comes in 'turning', where 'other' claims that it cannot: name it"
                })
    }

    @Test("Without models its sub-flows count as any of their finals at any moment")
    func alone() throws {
        let alone = try explore(House.machine())
        #expect(alone.isProved)
        #expect(alone.configurations == 7)
    }
}
