import FlowFixtures
import FlowMachine
import Testing

@testable import FlowProviders

@Suite("Orders that nobody waits for and whose handlers may be at work as the app dies")
struct UnfinishedOrderTests {
    private static let pressing = """
        flow Pressing version 1
        command press, cancel
        callback bad
        effect push calls Box.push
        effect pull calls Box.pull
        source box = "Box" by kind singleton { BAD => bad }
        final done
        require never on bad
        within 20m -> done
        on cancel, bad -> done
        ignore unrecognised
        reject other
        state up waits for user { on press -> down { do push } }
        state down waits for user { on press -> upAgain { do pull } }
        state upAgain waits for user { on press -> downAgain { do push } }
        state downAgain waits for user { on press -> upLast { do pull } }
        state upLast waits for user { on press -> downLast { do push } }
        state downLast waits for user { reject press }
        """

    /// A model that counts pushes, less one for each pull, and may say `bad` from this count on.
    private static func box(badFrom count: Int) -> String {
        """
        provider Box version "1" for box
        word bad = BAD
        context { pushed: int 0...3 = 0 }
        call push stay { pushed += 1 }
        call pull when pushed > 0 stay { pushed -= 1 }
        state any { emit bad when pushed >= \(count) stay }
        """
    }

    @Test("Every such order is given again after a restart, however many there are of one effect")
    func several() throws {
        let exploration = try explore(
            machine(Self.pressing), against: model(Self.box(badFrom: 3)), crashing: true)
        let judged = try #require(exploration.judgements.first { $0.name == "never on bad" })
        // Five presses, the death of the app, and `bad` spoken and heard: the new SDK is given all three pushes again.
        #expect(judged.violations.map(\.run.count) == [8])
    }

    @Test("Two such orders are given again twice, not three times")
    func two() throws {
        let flow = Self.pressing.changing("downLast { do push }", to: "downLast")
        let exploration = try explore(machine(flow), against: model(Self.box(badFrom: 3)), crashing: true)
        #expect(exploration.verdict(on: "never on bad") == .proved)
        let earlier = try explore(machine(flow), against: model(Self.box(badFrom: 2)), crashing: true)
        #expect(earlier.verdict(on: "never on bad") == .broken)
    }

    @Test("An order that a new SDK hears only once it is ready is given again too")
    func notReady() throws {
        let flow = """
            flow Pushing version 1
            command start, cancel
            callback seen
            effect push calls Box.push
            source box = "Box" by kind singleton { SEEN => seen }
            final done
            within 20m -> done
            on cancel -> done
            ignore unrecognised, restored
            reject other
            late other
            state idle waits for user { on start -> pushing { do push } }
            state pushing {
              on seen -> settled
              after 30s -> done
            }
            state settled waits for user {
              on restored -> resting
              late seen
            }
            state resting { after 30s -> done }
            """
        let box = """
            provider Box version "1" for box
            word seen = SEEN
            state loading { quiet -> up }
            state up { call push -> pushed }
            state pushed { emit seen -> up }
            """
        let exploration = try explore(machine(flow), against: model(box), crashing: true)
        #expect(
            exploration.sentences(about: "30.vi").keys.sorted()
                == ["'seen' comes in 'resting', where 'other' claims that it cannot: name it"])
    }

    /// Declarations that Part and the flow that runs it have in common.
    private static let rows = """
        final done
        ignore unrecognised
        reject other
        late other
        """

    /// A flow that runs Part as a sub-flow and then goes on with `states`. It requires that `bad` never comes.
    private static func whole(effects: String, then states: String) -> String {
        """
        flow Whole version 1
        command start, cancel
        callback bad
        \(effects)
        source box = "Box" by kind singleton { BAD => bad }
        require never on bad
        within 20m -> done
        on cancel, bad -> done
        \(rows)
        state idle waits for user { on start -> parting }
        state parting {
          child part = Part
          enter { run part.start }
          on part.done -> waiting
        }
        \(states)
        state pushed waits for user { reject start }
        """
    }

    /// Expects that `bad` comes only where the app may die.
    ///
    /// The box says it from the second push on that no pull takes back. Only a process that came back makes two such pushes: it makes the
    /// first push again and not the pull, which is `once`.
    private func expectBadOnlyWithCrashes(_ whole: String, running part: String) throws {
        let flow = try House.machine(whole, others: ["Part": part])
        let box = try model(Self.box(badFrom: 2))
        #expect(try explore(flow, against: box).verdict(on: "never on bad") == .proved)
        #expect(try explore(flow, against: box, crashing: true).verdict(on: "never on bad") == .broken)
    }

    @Test("Orders of a sub-flow that has ended are given again as well")
    func ofEndedLeg() throws {
        let part = """
            flow Part version 1
            command start, cancel
            effect push calls Box.push
            effect pull once calls Box.pull
            within 20m -> done { do pull }
            on cancel -> done { do pull }
            \(Self.rows)
            state idle waits for user { on start -> pushing { do push } }
            state pushing { after 1s -> done { do pull } }
            """
        let whole = Self.whole(
            effects: "effect push once calls Box.push",
            then: "state waiting waits for user { on start -> pushed { do push } }")
        try expectBadOnlyWithCrashes(whole, running: part)
    }

    @Test(
        "An order with a personal value that the parent's text gives to its sub-flow is given again")
    func withValueOfParent() throws {
        let part = """
            flow Part version 1
            type Name = text(1...9) personal
            context { name: Name? }
            command start(name: Name), cancel
            effect push(name: Name) calls Box.push
            effect pull once calls Box.pull
            within 20m -> done { do pull }
            on cancel -> done { do pull }
            \(Self.rows)
            state idle waits for user { on start -> pushing { keep name; do push(name) } }
            state pushing { after 1s -> done { do pull } }
            """
        let whole = Self.whole(
            effects: "effect push once calls Box.push",
            then: "state waiting waits for user { on start -> pushed { do push } }"
        ).changing("run part.start }", to: "run part.start(\"x\") }")
        try expectBadOnlyWithCrashes(whole, running: part)
        // What the person gave is gone with the process, so the push is not made again.
        let given = whole.changing(
            "command start, cancel", to: "type Name = text(1...9) personal\ncommand start(name: Name), cancel"
        )
        .changing("on start -> parting", to: "on start -> parting { keep name }")
        .changing("callback bad", to: "context { name: Name? }\ncallback bad")
        .changing("run part.start(\"x\") }", to: "run part.start(name) }")
        let flow = try House.machine(given, others: ["Part": part])
        let box = try model(Self.box(badFrom: 2))
        #expect(try explore(flow, against: box, crashing: true).verdict(on: "never on bad") == .proved)
    }

    @Test("An order with a personal value that a final of a sub-flow kept from the flow's text is given again")
    func withValueOfSubFlow() throws {
        let part = """
            flow Part version 1
            type Name = text(1...9) personal
            context { name: Name? }
            command start, cancel
            within 20m -> done
            on cancel -> done
            \(Self.rows.changing("final done", to: "final done keeps name"))
            state idle waits for user { on start -> done { name = "x" } }
            """
        let whole = Self.whole(
            effects:
                "type Name = text(1...9) personal\ncontext { name: Name? }\neffect push(name: Name) calls Box.push\n"
                + "effect pull once calls Box.pull\neffect last once calls Box.push",
            then: """
                state waiting waits for user { on start -> pulled { do pull } }
                state pulled waits for user { on start -> pushed { do last } }
                """
        ).changing("on part.done -> waiting", to: "on part.done -> waiting { keep name; do push(name) }")
        try expectBadOnlyWithCrashes(whole, running: part)
    }

    @Test("An order whose answer a sub-flow did not wait for because it ended is given again")
    func onTheWayToAnEnd() throws {
        let part = """
            flow Part version 1
            command start, cancel
            effect push replies pushed otherwise pushed calls Box.push
            within 20m -> done
            on cancel -> done
            \(Self.rows)
            state idle waits for user { on start -> done { do push } }
            """
        // The pull between the two pushes is `once`, so a process that comes back does not make it again.
        let whole = Self.whole(
            effects: """
                effect pull once calls Box.pull
                effect push calls Box.push
                """,
            then: """
                state waiting waits for user { on start -> pulled { do pull } }
                state pulled waits for user { on start -> pushed { do push } }
                """)
        try expectBadOnlyWithCrashes(whole, running: part)
    }

    @Test("Orders of one effect that one step has given twice are both given again")
    func twiceInOneStep() throws {
        let flow = """
            flow Twice version 1
            command press, cancel
            callback bad
            effect push replies pushed otherwise pushed calls Box.push
            effect pull calls Box.pull
            source box = "Box" by kind singleton { BAD => bad }
            final done
            require never on bad
            within 20m -> done
            on cancel, bad -> done
            ignore unrecognised
            reject other
            late other
            state up waits for user { on press -> down { do push; do pull; do push } }
            state down { on pushed -> done }
            """
        // When the app dies the pull may be finished while neither push is: then the new SDK is given both pushes.
        let exploration = try explore(machine(flow), against: model(Self.box(badFrom: 2)), crashing: true)
        #expect(exploration.verdict(on: "never on bad") == .broken)
        let once = flow.changing("effect push replies", to: "effect push once replies")
        let spared = try explore(machine(once), against: model(Self.box(badFrom: 2)), crashing: true)
        #expect(spared.verdict(on: "never on bad") == .proved)
    }

    @Test("The app may die after the end of the run: calls that were at work then are made again as well")
    func behindTheEnd() throws {
        let box = try model(
            """
            provider Box version "1"
            context {
              isClosing: bool = false
              isClosed: bool = false
              isHarmed: bool = false
            }
            require never isHarmed
            call push when isClosed stay { isHarmed = true }
            call push otherwise stay
            call close stay { isClosing = true }
            state any {
              call look -> seen
              quiet when isClosing stay { isClosed = true }
            }
            state seen { answer shown -> any }
            """)
        let flow = """
            flow Closing version 1
            command press, cancel
            effect push calls Box.push
            effect close once calls Box.close
            effect look replies shown, dark otherwise dark calls Box.look
            final done
            within 20m -> done
            on cancel -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on press -> pushed { do push } }
            state pushed waits for user { on press -> done { do close } }
            """
        let name = "Box 1: never isHarmed"
        #expect(try explore(machine(flow), against: box).verdict(on: name) == .proved)
        let exploration = try explore(machine(flow), against: box, crashing: true)
        let run = try #require(exploration.judgements.first { $0.name == name }?.violations.first?.run)
        #expect(run.map(\.kind).last == .crash)
        let once = flow.changing("effect push calls", to: "effect push once calls")
        #expect(try explore(machine(once), against: box, crashing: true).verdict(on: name) == .proved)
    }

    /// A model that counts what is fetched, and demands that nobody fetches twice.
    private static let vault = """
        provider Vault version "1"
        context { fetched: int 0...2 = 0 }
        require never fetched == 2
        call fetch stay { fetched += 1 }
        state any { answer found stay }
        """

    /// A flow that fetches once, with `rows` for the command and what it leads to.
    private static func fetching(_ rows: String) throws -> Machine {
        try machine(
            """
            flow Fetching version 1
            command press, cancel
            effect fetch replies found, lost otherwise lost calls Vault.fetch
            final done
            within 20m -> done
            on cancel -> done
            reject other
            late other
            \(rows)
            """)
    }

    @Test("An order with replies that is given on the way to the end of the run is made again as well")
    func withRepliesBehindTheEnd() throws {
        let flow = try Self.fetching("state idle waits for user { on press -> done { do fetch } }")
        let vault = try model(Self.vault)
        let name = "Vault 1: never fetched == 2"
        #expect(try explore(flow, against: vault).verdict(on: name) == .proved)
        #expect(try explore(flow, against: vault, crashing: true).verdict(on: name) == .broken)
    }

    @Test("An order whose answer the run waited for as it ended is cancelled with it, and no process makes it again")
    func cancelledByTheEnd() throws {
        let flow = try Self.fetching(
            """
            state idle waits for user { on press -> asked }
            state asked {
              enter { do fetch }
              on found, lost -> done
              on restored -> done
            }
            """)
        let vault = try model(Self.vault)
        let ended = try explore(flow, against: vault, crashing: true)
        #expect(ended.verdict(on: "Vault 1: never fetched == 2") == .proved)
    }
}
