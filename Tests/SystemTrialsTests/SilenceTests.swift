import FlowProviders
import KeywayTesting
import SystemTrials
import Testing

@Suite("What trials judge of a run that ends in silence")
struct SilenceTests {
    /// A flow that opens a door. The lock's model may say that it jams, by an earlier attempt or right after it has opened.
    ///
    /// - Parameters:
    ///   - turning: the rows for a jam before the lock has opened.
    ///   - leaving: the rows of the state to which a jam leads after the lock has opened.
    ///   - more: further declarations and states.
    private func door(
        turning: String, leaving: String = "after 1s -> failed", _ more: String = ""
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
        return try LoadedSystem(SystemText(flow: flow, models: [model]))
    }

    /// Expects the explorer and random runs to agree on a part of rule 30 (Specs/README.md), as `30.v`.
    private func expect(
        _ part: String, broken isBroken: Bool, in system: LoadedSystem,
        location: Testing.SourceLocation = #_sourceLocation
    ) {
        let judged = system.explored(limit: 10_000)?.requirements.first { $0.name == part }
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

    @Test("So does the limit of an effect that the word orders", arguments: [("999ms", true), ("1s", false)])
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
        "A word after an accepted success breaks part iv in the same way",
        arguments: [("after 999ms -> failed", true), ("after 1s -> failed", false)])
    func afterSuccess(leaving: String, isBroken: Bool) throws {
        try expect(
            "30.iv", broken: isBroken, in: door(turning: "ignore jammed\n  after 30s -> failed", leaving: leaving))
    }
}
