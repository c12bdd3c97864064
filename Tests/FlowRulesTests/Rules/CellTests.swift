import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("Every cell is decided, and every row decides one")
struct CellTests {
    @Test("Rule 2: A state that decides an event nowhere is told state, event and cure")
    func undecidedCell() {
        let text = flow(
            "state idle waits for user { on start -> done }", otherwise: "")
        expect(.cellUndecided, at: [("idle", "'idle' does not decide 'cancel'; write 'reject cancel'")], in: text)
        expectNone(
            of: .cellUndecided, in: flow("state idle waits for user { on start -> done\nreject cancel }", otherwise: "")
        )
    }

    @Test(
        "Rule 3: 'late other' covers callbacks and replies, 'reject other' commands, and neither an unmatched callback")
    func otherCovers() {
        let declarations = """
            callback told
            effect ask replies yes otherwise yes
            source s = "S" by kind singleton { A => told }
            """
        let items =
            "state idle waits for user { on start -> idle { do ask } on cancel -> done on told stay on yes stay }"
        expect(
            .cellUndecided, at: [("idle", "'unrecognised'")],
            in: flow(items.changing("on told stay", to: ""), declaring: declarations))
        let bare = "state idle waits for user { on start -> idle { do ask } on cancel -> done }"
        expect(
            .cellUndecided, at: [("idle", "'told'"), ("idle", "'yes'")],
            in: flow(bare, declaring: declarations, otherwise: "reject other\nignore unrecognised"))
    }

    @Test("Rule 5: A timer needs a cell where it can fire, and nowhere else")
    func timersNeedCells() {
        let items = """
            state idle waits for user { on start -> running }
            group g {
              timer tick
              state running { on cancel -> later { set tick 1s } after 5s -> done }
              state later { after 5s -> done }
            }
            """
        expect(.cellUndecided, at: [("later", "the timer 'tick'")], in: flow(items))
        expectNone(
            of: .cellUndecided, in: flow(items.changing("state later {", to: "state later { on tick -> done")))
        expectNone(of: .cellUndecided, in: flow(items.changing("state later {", to: "state later { hold tick")))
    }

    @Test("Rule 2: A row whose event every inner scope names decides nothing")
    func coveredRow() {
        let items = """
            group g {
              on cancel -> failed
              state idle waits for user { on start -> done on cancel -> done }
            }
            """
        expect(.rowNeverDecides, at: [("cancel", "every state inside names it itself")], in: flow(items, otherwise: ""))
        expectNone(
            of: .rowNeverDecides,
            in: flow(items.changing(" on cancel -> done }", to: " }"), otherwise: ""))
    }

    @Test("Rule 3: An 'other' row for which nothing is left decides nothing")
    func idleOther() {
        let items = "state idle waits for user { on start, cancel -> done }"
        expect(
            .neverUsed,
            at: [("reject other", "'reject other' decides nothing"), ("late other", "'late other' decides nothing")],
            in: flow(items))
        expectNone(of: .neverUsed, in: flow(items, otherwise: ""))
    }

    @Test("Rule 5: A row for a reply whose effect is open nowhere below it is an error")
    func impossibleReply() {
        let declarations = "effect ask replies yes otherwise yes"
        let items = """
            state idle waits for user { on start -> asking IDLE }
            state asking { enter { do ask } on yes -> done }
            """
        expect(
            .cellImpossible, at: [("yes", "'yes' cannot come in 'idle': no effect that gives this reply can be open")],
            in: flow(items.changing("IDLE", to: "on yes -> failed"), declaring: declarations))
        expectNone(of: .cellImpossible, in: flow(items.changing("IDLE", to: ""), declaring: declarations))
    }

    @Test(
        "Rule 5: A row for a stale callback stands only where a stamped source makes it; a reply may be stale anywhere")
    func staleWord() {
        func text(_ source: String, _ row: String = "on stale told -> odd") -> String {
            flow(
                """
                ignore unrecognised
                state idle waits for user { on start -> busy late told on cancel -> done }
                state busy { enter { do ask } on told, yes -> done \(row) on cancel -> failed reject start }
                """,
                declaring: """
                    callback told
                    effect ask starts attempt replies yes otherwise yes
                    \(source)
                    final odd
                    """, otherwise: "late other")
        }
        let alone = #"source s = "S" by kind singleton { T => told }"#
        let stamped = #"source t = "T" by kind stamped { U => told }"#
        expect(
            .cellImpossible, at: [("stale told", "'stale told' cannot come in 'busy': only a 'stamped'")],
            in: text(alone))
        expect(.cellImpossible, at: [("stale told", "")], in: text(alone, "late stale told"))
        for source in [stamped, "\(alone)\n\(stamped)", ""] { expectNone(of: .cellImpossible, in: text(source)) }
        expectNone(of: .cellImpossible, in: text(alone, "on stale yes -> odd"))
        // What only such a row leads to is not reached.
        expect(.stateUnreachable, at: [("odd", "no run reaches the final 'odd'")], in: text(alone))
    }

    @Test("Rule 5: A row of a group stands if the reply can come in any state that it decides")
    func possibleInOneState() {
        let items = """
            group g {
              on yes -> done
              state idle waits for user { on start -> asking }
              state asking { enter { do ask } }
            }
            """
        expectNone(
            of: .cellImpossible,
            in: flow(items, declaring: "effect ask replies yes otherwise yes", otherwise: "reject other"))
    }

    @Test("Rule 17: A row for a timer that is held wherever it stands is an error")
    func heldTimer() {
        let items = """
            state idle waits for user { on start -> first }
            group g {
              timer tick
              enter { set tick 1s }
              state first { hold tick ROW on cancel -> second after 5s -> done }
              state second { on tick -> done after 5s -> done }
            }
            """
        expect(
            .cellImpossible, at: [("tick", "always held")], in: flow(items.changing("ROW", to: "on tick -> done")))
        expectNone(of: .cellImpossible, in: flow(items.changing("ROW", to: "")))
    }

    @Test(
        "Rule 31: Claims are counted in one warning, and listed by state; commands that 'reject other' closes are none")
    func claims() {
        let declarations = """
            callback told, heard
            source s = "S" by kind singleton { A => told
            B => heard }
            """
        let items = """
            state idle waits for user { on start -> running on told stay }
            state running { after 5s -> done on heard stay }
            """
        let rest = "reject other\nlate other\nignore unrecognised"
        let text = flow(items, declaring: declarations, otherwise: rest)
        expect(
            .claimsUnproved, at: [("Sample", "2 cells are decided by 'other' and unproved until they are explored;")],
            in: text)
        #expect(!found(in: text).contains { $0.code == .claimsUnproved && $0.message.contains("cancel") })
        let machine = check(SourceText(path: "Sample.flow", bytes: Array(text.utf8))).machine
        #expect(
            machine.map { Claims(of: $0).states.map { "\($0.name): \($0.events)" } }
                == ["idle: [\"heard\"]", "running: [\"told\"]"])
        expectNone(
            of: .claimsUnproved,
            in: flow(items, declaring: declarations, otherwise: "reject other\nignore told, heard, unrecognised"))
        expectNone(
            of: .claimsUnproved,
            in: flow(
                items, declaring: declarations, otherwise: "ignore told, heard, unrecognised\nreject start, cancel"))
    }

    @Test("A faulty row silences its cells: one mistake is one problem")
    func cascades() {
        let text = flow("state idle waits for user { on start -> nowhere on start -> done }")
        #expect(found(in: text).filter { $0.severity == .error }.map(\.code) == [.unknownTarget])
    }

    @Test("A misspelt event is one problem, not also an undecided cell")
    func misspeltEvent() {
        let text = flow("state idle waits for user { on start -> done\non cancl -> done }", otherwise: "")
        expect(.unknownEvent, at: [("cancl", "did you mean 'cancel'?")], in: text)
        #expect(!found(in: text).contains { $0.code == .cellUndecided })
    }

    @Test("Rule 24: A reply that can still come elsewhere is named there; 'late other' claims that it cannot")
    func falseClaim() {
        let declarations = """
            callback crashed
            effect ask replies yes otherwise yes
            source s = "S" by kind singleton { A => crashed }
            """
        let items = """
            ignore unrecognised
            state idle waits for user { on start -> asking { do ask } on cancel -> done late crashed }
            state asking { on yes -> done on crashed -> resting }
            state resting waits for user { on cancel -> failed ignore crashed }
            """
        expect(
            .cellUndecided, at: [("resting", "and it can after 'start', 'crashed', for 'ask' may be open there")],
            in: flow(items, declaring: declarations))
        expectNone(
            of: .cellUndecided,
            in: flow(items.changing("ignore crashed }", to: "ignore crashed\nlate yes }"), declaring: declarations))
    }
}
