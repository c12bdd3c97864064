import FlowFixtures
import FlowMachine
import FlowSearch
import FlowTranscripts
import KeywayCore
import Testing

@testable import FlowProviders

/// What a leg's final keeps decides how its parent goes on, whichever way the value takes to a guard of the parent.
@Suite("What a leg's final keeps")
struct KeptValueTests {
    /// A leg whose finals keep why it failed, a secret key and a number, which is 7 after `jammed`. No run of it keeps `why = jammed`.
    static let door = """
        flow Door version 1
        type Key = text(1...8) secret
        enum Why { jammed, denied, closed, lost }
        context { why: Why?, key: Key?, tries: int 0...9 = 0 }
        command open, cancel
        callback ready, opened, jammed
        effect turn once starts attempt calls Lock.turn
        effect ask replies confirmed(key: Key), denied otherwise denied within 5s
        source lock = "Lock" by kind singleton {
          retained READY => ready
          OPENED => opened
          JAMMED => jammed
        }
        final authenticated success keeps key
        final failed keeps why, key, tries
        final cancelled
        require authenticated only after confirmed
        within 15m -> failed { why = lost }
        on cancel -> cancelled
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          ignore ready
          on open -> turning
        }
        state turning {
          enter { do turn }
          on opened -> asking
          on jammed stay { tries = 7 }
          ignore ready
          after 30s -> failed { why = closed }
        }
        state asking {
          enter { do ask }
          on confirmed -> authenticated { keep key }
          on denied -> failed { why = denied }
          ignore ready, opened, jammed
        }
        """

    /// A parent of two legs.
    ///
    /// - Parameters:
    ///   - failed: the rows for `first.failed`.
    ///   - context: more variables, each behind a comma.
    ///   - back: the rows for `second.failed`.
    ///   - end: more states and choices.
    static func house(
        _ failed: String, context: String = "", back: String = "on second.failed -> failed", end: String = ""
    ) -> String {
        """
        flow House version 1
        type Key = text(1...8) secret
        context { whyNot: Door.Why?, key: Key?, n: int 0...9 = 0, other: Door.Why? \(context) }
        command start, next, cancel
        final authenticated success keeps key
        final failed keeps whyNot, n
        final cancelled
        require authenticated only after first.authenticated, second.authenticated
        on cancel -> cancelled
        within 20m -> failed
        reject other
        state idle waits for user { on start -> front }
        state front {
          child first = Door
          enter { run first.open }
          on first.authenticated -> authenticated { keep key }
          \(failed)
          on first.cancelled, next -> back
        }
        \(end)
        state back {
          child second = Door
          enter { run second.open }
          on second.authenticated -> authenticated { keep key }
          \(back)
          on second.cancelled, next -> failed
        }
        """
    }

    private func explored(_ flow: String, door: String = door) throws -> FlowExploration {
        try explore(House.machine(flow, door: door), against: [model(House.lock)])
    }

    /// Expects that the flow is proved, or that 30.ii is broken by runs that play as they were found.
    private func judge(_ flow: String, isProved: Bool, _ sourceLocation: SourceLocation = #_sourceLocation) throws {
        let exploration = try explored(flow)
        #expect(exploration.isProved == isProved, sourceLocation: sourceLocation)
        #expect(exploration.sentences(about: "30.ii").isEmpty == isProved, sourceLocation: sourceLocation)
        // In the played counterexample the legs tell the parent the same.
        for violation in exploration.judgements.flatMap(\.violations) {
            let counterexample = exploration.counterexample(of: violation)
            let decisions = try counterexample.played(by: exploration.machine)
            #expect(
                counterexample.obstacles.contains(.durations) || decisions == violation.run.legDecisions,
                "\(counterexample.transcript.text)",
                sourceLocation: sourceLocation)
        }
    }

    @Test(
        "30.ii: A parent that trusts a case of what a leg keeps is found where the leg ends so, and proved where it cannot",
        arguments: [("denied", false), ("closed", false), ("lost", false), ("jammed", true)])
    func guarded(why: String, isProved: Bool) throws {
        try judge(
            Self.house(
                "on first.failed when why == \(why) -> authenticated\n  on first.failed otherwise -> back { whyNot = why }"
            ),
            isProved: isProved)
    }

    @Test(
        "30.ii: The same through a variable, a choice, and a number", arguments: [("denied", false), ("jammed", true)])
    func kept(why: String, isProved: Bool) throws {
        try judge(
            Self.house(
                "on first.failed -> sorting { other = why }",
                end: "choice sorting { when other == \(why) -> authenticated otherwise -> back }"), isProved: isProved)
    }

    @Test(
        "30.ii: A number that a leg counts is told as it is", arguments: [(7, false), (0, false), (6, true), (8, true)])
    func numbers(tries: Int, isProved: Bool) throws {
        try judge(
            Self.house(
                "on first.failed -> sorting { n = tries }",
                end: "choice sorting { when n == \(tries) -> authenticated otherwise -> back }"), isProved: isProved)
    }

    @Test(
        "30.ii: Variables of a parent that differ only in what a leg's number is compared with are told apart",
        arguments: [("n > 3", false), ("n > 7", true)])
    func compared(asked: String, isProved: Bool) throws {
        let flow = Self.house(
            "on first.failed when tries == n and \(asked) -> authenticated\n  on first.failed otherwise -> back")
        try judge(
            flow.changing("command start", to: "command start(n: int 0...9)").changing(
                "on start -> front", to: "on start -> front { keep n }"), isProved: isProved)
    }

    @Test("30.ii: Whether a secret is there at the end is told, and nothing else of it")
    func presence() throws {
        try judge(
            Self.house("on first.failed when key present -> authenticated\n  on first.failed otherwise -> back"),
            isProved: true)
        try judge(
            Self.house("on first.failed when key absent -> authenticated\n  on first.failed otherwise -> back"),
            isProved: false)
    }

    @Test("A parent that ignores what its legs keep, or only stores it, has as many configurations as before")
    func sizes() throws {
        let ignoring = try explored(Self.house("on first.failed -> back"))
        let storing = try explored(Self.house("on first.failed -> back { whyNot = why; n = tries; keep key }"))
        let silent = try explored(
            Self.house("on first.failed -> back").changing(
                "on first.authenticated -> authenticated { keep key }", to: "on first.authenticated -> authenticated"
            ).changing("Door.Why?", to: "int 0...1?").changing(
                "on second.authenticated -> authenticated { keep key }",
                to: "on second.authenticated -> authenticated"),
            door: Self.door.changing(" keeps why, key, tries", to: "").changing(" keeps key", to: ""))
        #expect(ignoring.isProved && storing.isProved && silent.isProved)
        #expect(ignoring.configurations == silent.configurations && storing.configurations == silent.configurations)
        #expect(ignoring.steps == silent.steps && storing.steps == silent.steps)
    }

    @Test(
        "Values that a leg is begun with, and keeps for a guard of its parent, may be too many: that proves nothing, and is said"
    )
    func tooMany() throws {
        let wide = "0...99999999"
        let house = Self.house("on first.failed when tries == 3 -> authenticated\n  on first.failed otherwise -> back")
            .changing("run first.open", to: "run first.open(n)").changing(
                "run second.open", to: "run second.open(3)"
            )
            .changing("n: int 0...9 = 0", to: "n: int \(wide) = 0").changing(
                "command start, next, cancel", to: "command start(n: int \(wide)), next, cancel"
            ).changing("on start -> front", to: "on start -> front { keep n }")
        let door = Self.door.changing("tries: int 0...9 = 0", to: "tries: int \(wide) = 0").changing(
            "command open, cancel", to: "command open(tries: int \(wide)), cancel"
        ).changing("on open -> turning", to: "on open -> turning { keep tries }")
        let (lock, first) = (try model(House.lock), try House.machine(house, door: door))
        do throws(ExplorationProblem) {
            let exploration = try explore(first, against: [lock])
            Issue.record("\(exploration.configurations) configurations, proved: \(exploration.isProved)")
        } catch {
            #expect(error.sentence.contains("too many to go through"), "\(error.sentence)")
        }
        // `guess` fills a number that no guard of the leg reads, and a guard of its parent does.
        let fixed = house.changing("command start(n: int \(wide))", to: "command start").changing(
            "front { keep n }", to: "front"
        ).changing("run first.open(n)", to: "run first.open(7)")
        let asked = door.changing(
            "open(tries: int \(wide)), cancel", to: "open(tries: int \(wide)), guess(tries: int \(wide)), cancel"
        )
        .changing("state asking {", to: "state asking {\n  on guess stay { keep tries }")
        let second = try House.machine(fixed, door: asked)
        do throws(ExplorationProblem) {
            let exploration = try explore(second, against: [lock])
            Issue.record("\(exploration.configurations) configurations, proved: \(exploration.isProved)")
        } catch {
            #expect(error.sentence.contains("'guess' of 'Door'"), "\(error.sentence)")
        }
    }

    @Test("Alone, a sub-flow may end with any of the values that its final can keep")
    func alone() throws {
        let flow =
            Self.house("on first.failed when why == jammed -> authenticated\n  on first.failed otherwise -> back")
            + "\nrequire never on first.cancelled"
        let exploration = try explore(House.machine(flow, door: Self.door), against: [])
        #expect(exploration.isComplete && !exploration.isProved)
    }
}
