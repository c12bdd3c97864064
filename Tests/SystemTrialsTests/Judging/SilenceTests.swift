import FlowProviders
import KeywayTesting
import SystemTrials
import Testing

/// Parts of rule 30 (Specs/README.md). Part iv: no word after an accepted success undoes it. Part v: no word of an earlier attempt ends the
/// run. Both speak as well of what the word brings about in less than a second of silence. Part vi: claims hold.
@Suite("What trials judge of a run that ends in silence")
struct SilenceTests {
    /// A flow that opens a door. The lock's model may say that it jams, by an earlier attempt or right after it has opened.
    ///
    /// - Parameters:
    ///   - turning: the rows for a jam before the lock has opened.
    ///   - leaving: the rows of the state to which a jam leads after the lock has opened.
    ///   - more: further declarations and states.
    ///   - fixer: the flow of the sub-flow that `more` runs; empty where it runs none.
    private func door(
        turning: String, leaving: String = "after 1s -> failed", _ more: String = "", fixer: String = ""
    ) throws -> LoadedSystem {
        let flow = """
            flow Door version 1
            command open, cancel
            callback opened, jammed
            effect turn starts attempt calls Lock.turn
            effect ask replies confirmed, denied otherwise denied within 5s
            source lock = "Lock" by kind singleton { OPENED => opened  JAMMED => jammed }
            final authenticated success
            final failed
            final cancelled
            require authenticated only after confirmed
            within 15m -> failed
            on cancel -> cancelled
            ignore unrecognised
            reject other
            late other
            state idle waits for user {
              on open -> turning
              late opened, jammed
            }
            state turning {
              enter { do turn }
              on opened -> asking
              \(turning)
            }
            state asking {
              enter { do ask }
              on confirmed -> authenticated
              on denied -> failed
              ignore opened
              on jammed -> leaving
            }
            state leaving {
              late confirmed, denied, opened, jammed
              \(leaving)
            }
            \(more)
            """
        let model = """
            provider Lock version "1.0" for lock
            word open = OPENED(by: "hand")
            word jam = JAMMED(by: "hand")
            success open
            context { turned: bool = false, old: bool = true }
            call turn stay { turned = true }
            state any {
              emit open then jam when turned stay { turned = false }
              emit jam when turned stay { turned = false }
              emit jam when old stay { old = false }
            }
            """
        let subFlows = fixer.isEmpty ? [] : [SystemText.SubFlow(name: "Fixer", text: fixer)]
        return try LoadedSystem(SystemText(flow: flow, subFlows: subFlows, models: [model]))
    }

    /// Expects the explorer and random runs to agree on a part of rule 30 (Specs/README.md), as `30.v`.
    private func expect(
        _ part: String, broken isBroken: Bool, in system: LoadedSystem,
        location: Testing.SourceLocation = #_sourceLocation
    ) {
        let judged = system.explored(limit: 10_000)?.judgements.first { $0.name == part }
        #expect(judged?.verdict == (isBroken ? .broken : .proved), sourceLocation: location)
        var generator = SeededGenerator(seed: 1)
        let runs = (0..<600).map { _ in DrivenRun.random(system, generator: &generator) }
        #expect(runs.contains { $0.broken.contains(part) } == isBroken, sourceLocation: location)
    }

    private static let toDoubting = "on jammed -> doubting\n  after 30s -> failed"

    @Test(
        "A word of an earlier attempt breaks part v where deadlines that it sets end the leg in less than a second",
        arguments: [
            ("after 999ms -> failed }", true),
            ("after 1s -> failed }", false),
            ("after 400ms -> thinking }\nstate thinking { late opened, jammed\n after 599ms -> failed }", true),
            ("after 400ms -> thinking }\nstate thinking { late opened, jammed\n after 600ms -> failed }", false),
        ])
    func deadlines(doubting: String, isBroken: Bool) throws {
        let more = "state doubting { late opened, jammed\n \(doubting)"
        try expect("30.v", broken: isBroken, in: door(turning: Self.toDoubting, more))
    }

    @Test(
        "The limit of an effect that such a word orders breaks part v too, where it is less than a second",
        arguments: [("999ms", true), ("1s", false)])
    func limits(limit: String, isBroken: Bool) throws {
        let more = """
            effect look replies seen, unseen otherwise unseen within \(limit)
            state doubting {
              enter { do look }
              late opened, jammed
              on seen -> idle
              on unseen -> failed
            }
            """
        try expect("30.v", broken: isBroken, in: door(turning: Self.toDoubting, more))
    }

    @Test("A deadline that ran before the word is not the word's doing")
    func earlierDeadline() throws {
        try expect("30.v", broken: false, in: door(turning: "on jammed stay { do turn }\n  after 500ms -> failed"))
    }

    @Test(
        "A word after an accepted success breaks part iv where a deadline that it sets takes less than a second",
        arguments: [("after 999ms -> failed", true), ("after 1s -> failed", false)])
    func afterSuccess(leaving: String, isBroken: Bool) throws {
        try expect(
            "30.iv", broken: isBroken, in: door(turning: "ignore jammed\n  after 30s -> failed", leaving: leaving))
    }

    @Test(
        "A sub-flow that such a word begins breaks both parts where it ends by itself in less than a second",
        arguments: [
            ("bad }", true), ("working }\nstate working { after 999ms -> bad }", true),
            ("working }\nstate working { after 1s -> bad }", false),
        ])
    func subFlow(rows: String, isBroken: Bool) throws {
        func mending(_ late: String) -> String {
            """
            state mending {
              child fix = Fixer
              enter { run fix.start }
              on fix.bad -> failed
              late \(late)
            }
            """
        }
        let fixer = """
            flow Fixer version 1
            command start, cancel
            final bad
            within 15m -> bad
            on cancel -> bad
            reject other
            state idle waits for user { on start -> \(rows)
            """
        try expect(
            "30.v", broken: isBroken,
            in: door(
                turning: "on jammed -> mending\n  after 30s -> failed", mending("opened, jammed"), fixer: fixer))
        let after = try door(
            turning: "ignore jammed\n  after 30s -> failed", leaving: "after 1ms -> mending",
            mending("opened, jammed, confirmed, denied"), fixer: fixer)
        // A millisecond has passed before the sub-flow begins.
        if rows == "bad }" || !isBroken { expect("30.iv", broken: isBroken, in: after) }
    }

    private static let byTimer = "after 500ms -> bad"
    private static let byLimit = "enter { do try }\n on right, wrong -> bad"
    private static let inTwoSteps = "after 200ms -> resting }\n state resting { after 300ms -> turning"

    @Test(
        "At one instant a sub-flow's timer comes before the flow's limit, and of two alike the one that was set first",
        arguments: [
            (Self.byTimer, "enter { run fix.start }\n after 500ms -> turning", false),
            (Self.byTimer, "enter { run fix.start }\n \(Self.inTwoSteps)", true),
            (Self.byTimer, "enter { run fix.start; do look }\n on seen, unseen -> turning", true),
            (Self.byLimit, "enter { run fix.start }\n \(Self.inTwoSteps)", false),
            (Self.byLimit, "enter { run fix.start; do look }\n on seen, unseen -> turning", false),
        ])
    func oneInstant(working: String, mending: String, isBroken: Bool) throws {
        let more = """
            effect look replies seen, unseen otherwise unseen within 500ms
            group mend {
              child fix = Fixer
              on fix.bad -> failed
              late opened, jammed
              state mending {
                \(mending)
              }
            }
            """
        let fixer = """
            flow Fixer version 1
            command start, cancel
            effect try replies right, wrong otherwise wrong within 500ms
            final bad
            within 15m -> bad
            on cancel -> bad
            reject other
            late other
            state idle waits for user { on start -> working }
            state working {
              \(working)
            }
            """
        try expect(
            "30.v", broken: isBroken,
            in: door(turning: "on jammed -> mending\n  after 30s -> failed", more, fixer: fixer))
    }

    /// A house whose door runs as a sub-flow beside a bell. `rung`: the row for the bell's callback.
    private func house(_ rung: String, models: [String]) throws -> LoadedSystem {
        let house = """
            flow House version 1
            command open, cancel
            callback rung
            source bell = "Bell" by event singleton { RUNG => rung }
            final authenticated success
            final failed
            final cancelled
            require authenticated only after front.authenticated
            within 20m -> failed
            on cancel -> cancelled
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on open -> trying\n ignore rung }
            state trying {
              child front = Front
              enter { run front.open }
              on front.authenticated -> authenticated
              on front.failed, front.cancelled -> failed
              \(rung)
            }
            """
        let front = """
            flow Front version 1
            command open, cancel
            callback opened
            effect turn starts attempt calls Lock.turn
            effect ask replies confirmed, denied otherwise denied within 5s
            source lock = "Lock" by kind singleton { OPENED => opened }
            final authenticated success
            final failed
            final cancelled
            require authenticated only after confirmed
            within 15m -> failed
            on cancel -> cancelled
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on open -> turning }
            state turning {
              enter { do turn }
              on opened -> asking
              after 30s -> failed
            }
            state asking {
              enter { do ask }
              on confirmed -> authenticated
              on denied -> failed
            }
            """
        let lock = """
            provider Lock version "1.0" for lock
            word open = OPENED(by: "hand")
            success open
            context { turned: bool = false }
            call turn stay { turned = true }
            state any { emit open when turned stay { turned = false } }
            """
        return try LoadedSystem(
            SystemText(flow: house, subFlows: [.init(name: "Front", text: front)], models: [lock] + models))
    }

    private static let bell = """
        provider Bell version "1.0" for bell
        word ring = RUNG
        context { rung: bool = false }
        state any { emit ring when not rung stay { rung = true } }
        """

    @Test("A word of the parent undoes the success of its sub-flow, with a model and without", arguments: [[], [bell]])
    func wordOfParent(models: [String]) throws {
        try expect("30.iv", broken: true, in: house("on rung -> failed", models: models))
        try expect("30.iv", broken: false, in: house("ignore rung", models: models))
    }

    @Test("A claim falls by a callback of which no model speaks")
    func claimWithoutModel() throws {
        try expect("30.vi", broken: true, in: house("", models: []))
        try expect("30.vi", broken: false, in: house("ignore rung", models: []))
    }
}
