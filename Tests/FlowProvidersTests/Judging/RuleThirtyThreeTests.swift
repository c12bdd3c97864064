import FlowFixtures
import FlowProviders
import Testing

/// The forms of fact that a requirement can name, with facts that come about after a known number of steps and facts that never do.
@Suite("Rule 33: the vocabulary of requirements")
struct RuleThirtyThreeTests {
    /// A flow with events, effects and variables of every kind. `squeaked`, `oil`, `shut`, `lost` and `far` never come about.
    private static func flow(_ requirements: String...) -> String {
        """
        flow Door version 1
        enum Way { near, far }
        context { tries: int 0...3 = 0, lit: bool = false, way: Way? }
        command open, cancel
        callback opened, jammed, squeaked
        effect turn once starts attempt calls Lock.turn
        effect ask replies confirmed, denied otherwise denied within 5s
        effect oil
        source lock = "Lock" by kind singleton {
          OPENED => opened
          JAMMED => jammed
          SQUEAKED => squeaked
        }
        final authenticated success
        final failed
        final cancelled
        final lost
        \(requirements.map { "require \($0)" }.joined(separator: "\n"))
        within 15m -> failed
        on cancel -> cancelled
        ignore unrecognised, squeaked
        reject other
        late other
        state idle waits for user { on open -> turning { way = near; tries += 1 } }
        state turning {
          timer rest
          enter { do turn }
          on opened -> sorting { lit = true }
          on jammed stay { set rest 1s }
          on rest -> failed
          after 30s -> failed
        }
        choice sorting {
          when lit -> asking
          when not lit -> shut { do oil }
        }
        state asking {
          enter { do ask }
          on confirmed -> authenticated
          on denied -> failed
          ignore opened, jammed
        }
        state shut { after 1s -> lost }
        """
    }

    @Test(
        "What comes about is sometimes so, by a shortest run, and not never",
        arguments: [
            // States, a choice, and finals with their names alone.
            ("in turning", 1), ("in asking", 3), ("in sorting", 3), ("in failed", 1), ("authenticated", 4),
            // Commands, callbacks, replies and timers.
            ("on open", 1), ("on opened", 3), ("opened", 3), ("on confirmed", 4), ("confirmed", 4), ("on rest", 4),
            // Effects.
            ("do turn", 1), ("do ask", 3), ("ask", 3),
            // What variables hold, whether guards read them or not.
            ("tries == 1", 1), ("tries != 0", 1), ("tries < 1", 0), ("tries <= 0", 0), ("tries > 0", 1),
            ("tries >= 1", 1), ("not lit", 0), ("way present", 1), ("way absent", 0), ("way == near", 1),
            ("way in { near, far }", 1), ("lit and tries == 1", 3), ("lit or way present", 1),
            ("(lit or tries == 2) and way == near", 3),
        ])
    func comesAbout(fact: String, steps: Int) throws {
        let flow = Self.flow("sometimes \(fact)", "never \(fact)")
        let exploration = try explore(machine(flow), against: model(LockedDoor.model()))
        let sometimes = try #require(exploration.judgements.first { $0.name == "sometimes \(fact)" })
        #expect(sometimes.verdict == .proved)
        #expect(sometimes.steps == steps)
        let never = try #require(exploration.judgements.first { $0.name == "never \(fact)" })
        #expect(never.verdict == .broken)
        #expect(never.violations.map(\.run.count) == [steps])
    }

    @Test(
        "What never comes about is never so, and not sometimes",
        arguments: [
            "in shut", "lost", "on squeaked", "squeaked", "on unrecognised", "do oil", "oil", "tries == 2", "tries > 1",
            "tries >= 2", "way == far", "way in { far }", "lit and way absent", "lit and tries == 0",
        ])
    func neverComesAbout(fact: String) throws {
        let flow = Self.flow("sometimes \(fact)", "never \(fact)")
        let exploration = try explore(machine(flow), against: model(LockedDoor.model()))
        #expect(exploration.verdict(on: "never \(fact)") == .proved)
        let sometimes = try #require(exploration.judgements.first { $0.name == "sometimes \(fact)" })
        #expect(sometimes.verdict == .broken)
        #expect(sometimes.violations.map(\.hasRun) == [false], "there is no run to show")
    }

    @Test(
        "'always', 'eventually' and 'only after' hold, or break after so many steps",
        arguments: [
            ("always tries < 2", nil), ("always tries < 1", 1), ("always in idle", 1), ("always not lit", 3),
            ("eventually on open", 1), ("eventually not lit", nil), ("eventually in idle", nil),
            ("authenticated only after confirmed", nil), ("authenticated only after denied", 4),
            ("do ask only after opened", nil), ("do ask only after jammed", 3),
            ("in asking only after tries == 1", nil),
            ("authenticated only after denied, opened", nil), ("authenticated only after denied, on rest", 4),
            ("failed only after jammed", 1), ("on confirmed only after do ask", nil),
        ] as [(String, Int?)])
    func quantified(requirement: String, steps: Int?) throws {
        let exploration = try explore(machine(Self.flow(requirement)), against: model(LockedDoor.model()))
        let judged = try #require(exploration.judgements.first { $0.name == requirement })
        #expect(judged.verdict == (steps == nil ? .proved : .broken))
        #expect(judged.steps == steps)
    }
}
