import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import Testing

@Suite("Rule 30, part by part")
struct RuleThirtyTests {
    private func explored(
        _ flow: String, _ provider: String = LockedDoor.model(), through channel: Channel = Channel(),
        crashing: Bool = false
    ) throws -> FlowExploration {
        try explore(machine(flow), against: model(provider), through: channel, crashing: crashing)
    }

    @Test("The small flow holds every part")
    func sound() throws {
        let exploration = try explored(LockedDoor.flow())
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        // Nothing comes after this lock's success, and nothing is left of an earlier attempt, so 30.iv and 30.v are not asked.
        #expect(exploration.judgements.map(\.name).prefix(4) == ["30.i", "30.ii", "30.iii", "30.vi"])
        let talkative = LockedDoor.haunted.changing(
            "emit open when turned stay { turned = false }",
            to: "emit open then jam when turned stay { turned = false }")
        let patient = LockedDoor.flow(turning: "on opened -> asking\n  ignore jammed\n  after 30s -> failed")
            .changing("{ on open -> turning }", to: "{ on open -> turning\n late jammed }")
        let all = try explored(patient, talkative)
        #expect(all.isProved, "\(all.judgements.filter { $0.verdict != .proved })")
        #expect(all.judgements.map(\.name).prefix(6) == ["30.i", "30.ii", "30.iii", "30.iv", "30.v", "30.vi"])
        #expect(all.judgements.allSatisfy { $0.occasions != 0 })
    }

    @Test("What a requirement speaks of and nothing brings about is not tried, and the flow is not proved")
    func untried() throws {
        let mute = LockedDoor.model().changing("emit open when turned stay { turned = false }\n", to: "")
        let exploration = try explored(LockedDoor.flow(), mute)
        for name in ["30.ii", "30.iii", "30.iv", "authenticated only after confirmed"] {
            #expect(exploration.verdict(on: name) == .untried, "\(name)")
        }
        #expect(!exploration.isProved)
        #expect(exploration.reached.untoldWords == ["Lock 1.0: open"])
        let flow = try machine(LockedDoor.flow())
        let asking = flow.states.indices.filter { ["asking", "authenticated"].contains(flow.states[$0].name.text) }
        #expect(Set(flow.states.indices).subtracting(exploration.reached.states) == Set(asking))
    }

    @Test("30.i: A state with nothing but the session's deadline waits in silence")
    func silence() throws {
        let exploration = try explored(
            LockedDoor.flow(turning: "on opened -> asking\n  on jammed -> failed"))
        #expect(exploration.verdict(on: "30.i") == .broken)
        #expect(
            exploration.sentences(about: "30.i")
                == ["'turning' can wait for ever: nothing is going on but the session's deadline": 1])
    }

    @Test("30.i: Without the session's deadline a run that waits for the user need not end")
    func noEnd() throws {
        let flow = LockedDoor.flow().changing("within 15m -> failed\n", to: "")
        let exploration = try explored(flow)
        #expect(
            exploration.sentences(about: "30.i")
                == ["in 'idle' nothing ends the run: no timer runs and no effect is open": 0])
    }

    @Test("30.i: A circle in which every timer is set anew goes on for ever, unless the session ends it")
    func circle() throws {
        let turning = """
            on opened -> asking
              on jammed -> turning
              after 30s -> turning
            """
        let endless = try explored(
            LockedDoor.flow(turning: turning).changing("within 15m -> failed\n", to: "").changing(
                "waits for user { on open -> turning }", to: "{ on open -> turning after 1m -> failed }"))
        #expect(endless.verdict(on: "30.i") == .broken)
        let cycle = try #require(
            endless.judgements.first { $0.name == "30.i" }?.violations.first { !$0.cycle.isEmpty }?.cycle)
        #expect(cycle.last?.legStates.first?.state == 1, "it comes back to 'turning'")
        #expect(try explored(LockedDoor.flow(turning: turning)).verdict(on: "30.i") == .proved)
    }

    @Test("30.ii: A success without the backend's word is found, with the steps to it")
    func confirmation() throws {
        let flow = LockedDoor.flow(turning: "on opened -> authenticated\n  on jammed -> failed\n  after 30s -> failed")
        let exploration = try explored(flow)
        #expect(exploration.verdict(on: "30.ii") == .broken)
        #expect(
            exploration.sentences(about: "30.ii") == ["'authenticated only after confirmed' does not hold here": 3])
        let run = try #require(exploration.judgements.first { $0.name == "30.ii" }?.violations.first?.run)
        #expect(
            RunWords(exploration).lines(of: run).map(\.happening)
                == ["open", "Lock speaks open", "Lock tells open: opened"])
    }

    @Test("30.ii: A success that no requirement guards is broken where it is entered, and no other end is asked")
    func unguarded() throws {
        let silent = LockedDoor.flow().changing("require authenticated only after confirmed\n", to: "")
        #expect(
            try explored(silent).sentences(about: "30.ii") == [
                "'authenticated only after something': no requirement says what this success comes after, and it is entered "
                    + "here": 4
            ])
        let plain = silent.changing("authenticated success", to: "authenticated")
        #expect(try explored(plain).verdict(on: "30.ii") == nil)
    }

    @Test("A success by any name is held to all parts", arguments: ["authenticated", "inside", "failedNever"])
    func renamed(success: String) throws {
        func renamed(_ flow: String) -> String { flow.changing("authenticated", to: success) }
        #expect(try explored(renamed(LockedDoor.flow())).isProved)
        let early = LockedDoor.flow(turning: "on opened -> authenticated\n  on jammed -> failed\n  after 30s -> failed")
        #expect(try explored(renamed(early)).verdict(on: "30.ii") == .broken)
        #expect(try explored(renamed(early)).verdict(on: "30.iii") == .proved, "it ends well by its own word")
        let plain = renamed(early).changing("\(success) success", to: success)
        #expect(try explored(plain).verdict(on: "30.iii") == .broken, "no success any more")
        let talkative = LockedDoor.model("emit open then jam when turned stay { turned = false }")
        let undone = LockedDoor.flow().changing("ignore opened, jammed", to: "ignore opened\n  on jammed -> failed")
        #expect(try explored(renamed(undone), talkative).verdict(on: "30.iv") == .broken)
        let ending = undone.changing("on jammed -> failed", to: "on jammed -> authenticated")
        #expect(try explored(renamed(ending), talkative).verdict(on: "30.iv") == .proved)
    }

    @Test("30.ii: All requirements of a success count, and each has its own verdict")
    func conjunction() throws {
        let flow = LockedDoor.flow(requirements: "require authenticated only after jammed")
        let exploration = try explored(flow)
        #expect(exploration.verdict(on: "authenticated only after confirmed") == .proved)
        #expect(exploration.verdict(on: "authenticated only after jammed") == .broken)
        #expect(exploration.verdict(on: "30.ii") == .broken)
    }

    @Test("30.iii: A first success that is only ignored is lost, and one that ends the run otherwise as well")
    func firstSuccess() throws {
        let ignored = try explored(
            LockedDoor.flow(turning: "ignore opened\n  on jammed -> failed\n  after 30s -> failed"))
        #expect(
            ignored.sentences(about: "30.iii") == ["the first success, 'opened', is not accepted in 'turning'": 3])
        let failed = try explored(LockedDoor.flow(turning: "on opened, jammed -> failed\n  after 30s -> asking"))
        #expect(failed.verdict(on: "30.iii") == .broken)
    }

    @Test("30.iv: A word after an accepted success must not end the run without it")
    func laterWord() throws {
        let flow = LockedDoor.flow().changing("ignore opened, jammed", to: "ignore opened\n  on jammed -> failed")
        #expect(try explored(flow).verdict(on: "30.iv") == nil, "the lock speaks once")
        let talkative = LockedDoor.model("emit open then jam when turned stay { turned = false }")
        #expect(
            try explored(flow, talkative).sentences(about: "30.iv")
                == ["after an accepted success, 'jammed' in 'asking' ends the run without it": 4])
        #expect(try explored(LockedDoor.flow(), talkative).verdict(on: "30.iv") == .proved)
    }

    @Test("30.v: A ghost's word ends no run, and neither does a word that was spoken before the last attempt began")
    func oldWords() throws {
        let haunted = try explored(LockedDoor.flow(), LockedDoor.haunted)
        #expect(
            haunted.sentences(about: "30.v")
                == ["'jammed' of an earlier attempt or run ends the run in 'turning'": 3])
        let again = LockedDoor.flow(turning: "on opened -> asking\n  on jammed -> failed\n  after 30s -> turning")
        #expect(
            try explored(again).sentences(about: "30.v")
                == ["'jammed' of an earlier attempt or run ends the run in 'turning'": 4])
    }

    @Test("30.vi: A claim falls where the word comes, and stands where it cannot")
    func claims() throws {
        #expect(try explored(LockedDoor.flow()).verdict(on: "30.vi") == .proved)
        #expect(
            try explored(LockedDoor.flow(), LockedDoor.haunted).sentences(about: "30.vi")
                == ["'jammed' comes in 'idle', where 'other' claims that it cannot: name it": 2])
    }

    @Test("A word that the decoder does not read is found, unless the word's name begins with 'unknown'")
    func unread() throws {
        let words = "word odd = SQUEAKED(by: \"hinge\")\nsuccess open"
        let provider = LockedDoor.model("emit odd when turned stay").changing("success open", to: words)
        #expect(
            try explored(LockedDoor.flow(), provider).sentences(about: "every word is read")
                == ["no row of the decoder reads the word 'odd'": 3])
        let named = provider.changing("odd", to: "unknownNoise")
        #expect(try explored(LockedDoor.flow(), named).verdict(on: "every word is read") == .proved)
    }

    @Test("A callback that no row decides is found where it comes")
    func undecided() throws {
        let flow = LockedDoor.flow(rows: "ignore unrecognised\nreject other\nlate confirmed, denied")
        #expect(
            try explored(flow, LockedDoor.haunted).sentences(about: "every cell is decided")
                == ["nobody decides 'jammed' in 'idle'": 2])
    }
}
