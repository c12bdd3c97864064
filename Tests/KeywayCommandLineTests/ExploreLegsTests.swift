import FlowFixtures
import Foundation
import Testing

@testable import KeywayCommandLine

@Suite("keyway explore of a flow with its legs")
struct ExploreLegsTests {
    private static let house = """
        flow House version 1
        command start, next, cancel
        final authenticated success
        final failed
        final cancelled
        require authenticated only after first.authenticated, second.authenticated
        on cancel -> cancelled
        within 20m -> failed
        reject other
        state idle waits for user { on start -> front }
        state front {
          child first = Door
          enter { run first.open }
          on first.authenticated -> authenticated
          on first.failed, first.cancelled, next -> back
        }
        state back {
          child second = Door
          enter { run second.open }
          on second.authenticated -> authenticated
          on second.failed, second.cancelled, next -> failed
        }

        """

    /// The flow of `LockedDoor`, with rows for what the lock that an earlier leg called may still say.
    private static let door =
        LockedDoor.flow(turning: "on opened -> asking\n  ignore jammed\n  after 30s -> failed")
        .changing(
            "{ on open -> turning }",
            to: """
                {
                  on open -> turning
                  late jammed
                  late opened  // untried: only an earlier leg's lock says it
                }
                """
        )
        .changing(
            "  ignore opened, jammed\n",
            to: "  on jammed stay\n  ignore opened  // untried: only an earlier leg's lock says it\n") + "\n"

    /// A model of the lock that may still say, for an earlier run, that it jammed.
    private static let lock = LockedDoor.haunted
    /// A model in which no earlier run has left a callback.
    private static let freshLock = LockedDoor.model()

    /// `door`, but in `turning` each `jammed` ends it, also one that belongs to an earlier leg.
    private static let credulous = door.changing("  ignore jammed\n", to: "  on jammed -> failed\n")

    private func folder(
        _ door: String = door, _ house: String = house, by lock: String = lock
    ) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(house, to: "Specs/House.flow")
        try folder.write(door, to: "Specs/Door/Door.flow")
        for version in ["1.0", "1.1"] {
            let model = lock.changing("version \"1.0\"", to: "version \"\(version)\"")
            try folder.write(model, to: "Specs/Door/Models/SDK-\(version).provider")
        }
        return folder
    }

    @Test("A parent is proved against every version of its legs' provider, and the table lists it")
    func all() throws {
        let folder = try folder()
        let call = keyway("explore", "--all", in: folder.path)
        #expect(call.code == .fine, "\(call.errors)")
        for version in ["1.0", "1.1"] {
            #expect(call.lines.contains { $0.hasPrefix("| House | Lock \(version) | ") && $0.hasSuffix(" | yes |") })
        }
    }

    @Test("With --all a parent's choices are proved alone, and its own one beside every version of the provider")
    func choices() throws {
        func sizes(_ house: String) throws -> (alone: [String], beside: [String]) {
            let folder = try folder(Self.door, house)
            let call = keyway("explore", "--all", in: folder.path)
            let rows = call.lines.filter { $0.hasPrefix("| House |") }.map { $0.components(separatedBy: " | ") }
            #expect(rows.allSatisfy { $0.last == "yes |" }, "\(call.output)")
            return (rows.filter { $0[1] == "alone" }.map { $0[2] }, rows.filter { $0[1] != "alone" }.map { $0[2] })
        }
        let chosen = Self.house.changing(
            "command start", to: "enum Side { near, far }\nparam side: Side = near\ncommand start"
        )
        .changing("on start -> front", to: "on start when side == near -> front\n  on start when side == far -> back\n")
        let (own, choosing) = (try sizes(Self.house), try sizes(chosen))
        #expect(own.alone == [] && own.beside.count == 2)
        #expect(choosing.alone.count == 1 && choosing.beside == own.beside)
    }

    @Test("A leg that takes the earlier leg's word for its own: told, and written as a log and a transcript that play")
    func earlierWord() throws {
        let folder = try folder(Self.credulous, by: Self.freshLock)
        let out = folder.path(of: "out")
        let call = keyway("explore", "House", "--against", "Lock@1.1", "--out", out, in: folder.path)
        #expect(call.code == .problem)
        #expect(
            call.output.contains(
                "second: 'jammed' of an earlier attempt or run ends the run in 'turning'; 4 steps:"))
        #expect(call.lines.contains { $0.contains("Lock tells jam: second.jammed (old)") })
        let replay = keyway("replay", out + "/log", in: folder.path)
        #expect(replay.code == .fine, "\(replay.errors)")
        #expect(replay.output.contains("second: jammed"))
        let run = keyway(
            "run", "House", "--transcript", out + "/House-1.jsonl", "--log", folder.path(of: "runs"), in: folder.path)
        #expect(run.code == .fine, "\(run.errors)")
        #expect(run.output.contains("ended in failed, as expected"))
    }

    @Test("A run that needs what its source retained is written so that it plays: the leg hears it first")
    func retainedWord() throws {
        let hasty = Self.credulous
            .changing("  OPENED => opened", to: "  retained READY => ready\n  OPENED => opened")
            .changing("callback opened", to: "context { isReady: bool = false }\ncallback ready, opened")
            .changing(
                "  on open -> turning\n",
                to: "  on ready stay { isReady = true }\n  on open when isReady -> turning\n"
                    + "  on open when not isReady -> failed\n"
            ).changing("-> failed\n  after", to: "-> failed\n  ignore ready\n  after")
            .changing("on jammed stay", to: "on jammed stay\n  ignore ready")
        let folder = try folder(hasty)
        let lock = Self.freshLock.changing("word open", to: "word ready = READY(by: \"hand\")\nword open")
            .changing("context {", to: "context { said: bool = false,")
            .changing("state any {", to: "state any {\n  emit ready when not said stay { said = true }")
        try folder.write(lock, to: "Specs/Door/Models/SDK-1.0.provider")
        let out = folder.path(of: "out")
        let call = keyway("explore", "House", "--against", "Lock@1.0", "--out", out, in: folder.path)
        #expect(call.code == .problem, "\(call.errors)")
        #expect(call.output.contains("second: 'jammed' of an earlier attempt or run ends the run in 'turning'"))
        let replay = keyway("replay", out + "/log", in: folder.path)
        #expect(replay.output.contains("second: ready"), "\(replay.output)")
        #expect(replay.lines.contains { $0.contains("second: jammed") && $0.hasSuffix("failed") }, "\(replay.output)")
        let run = keyway(
            "run", "House", "--transcript", out + "/House-1.jsonl", "--log", folder.path(of: "runs"), in: folder.path)
        #expect(run.code == .fine, "\(run.errors)")
        #expect(run.output.contains("ended in failed, as expected"))
    }

    @Test("A parent alone says what it was explored with: sub-flows that end at any moment, and an app that may crash")
    func alone() throws {
        let folder = try folder()
        let words = "any event at any moment, any sub-flow ends at any moment in any of its finals"
        let call = keyway("explore", "House", in: folder.path)
        #expect(call.lines.first?.hasSuffix(words) ?? false, "\(call.output)")
        let crash = keyway("explore", "House", "--faults", "crash", in: folder.path)
        #expect(crash.lines.first?.hasSuffix(words + ", the app may crash") ?? false, "\(crash.output)")
        let json = keyway("explore", "House", "--format", "json", in: folder.path)
        #expect(json.output.contains("\"beside\": \"\(words)\""))
        let door = keyway("explore", "Door", in: folder.path)
        #expect(door.lines.first?.hasSuffix("steps, any event at any moment") ?? false, "\(door.output)")
    }

    @Test("Faults of the channel are explored with legs, and an app that crashes")
    func faults() throws {
        let folder = try folder()
        let faulty = keyway(
            "explore", "House", "--against", "Lock@1.0", "--faults", "drop,double,reorder", in: folder.path)
        #expect(faulty.code == .fine, "\(faulty.output)")
        let crash = keyway("explore", "House", "--against", "Lock@1.0", "--faults", "crash", in: folder.path)
        #expect(crash.code == .fine, "\(crash.output)")
        #expect(crash.lines.first?.hasSuffix("channel of 2 words, the app may crash") ?? false, "\(crash.output)")
    }

    @Test(
        "A sub-flow that runs its parent, one that cannot be cancelled and one that is not there are told at their places",
        arguments: [
            (house.changing("first = Door", to: "first = House").changing("first.open", to: "first.start"), door),
            (
                house,
                door.changing("command open, cancel", to: "command open").changing(
                    "on cancel -> cancelled\n", to: "")
            ),
            (house.changing("first = Door", to: "first = Gate"), door),
        ])
    func unsoundLegs(house: String, door: String) throws {
        let folder = try folder(door, house)
        let call = keyway("explore", "House", "--against", "Lock@1.0", in: folder.path)
        #expect(call.code == .problem)
        #expect(call.lines.first?.contains("House.flow:") ?? false, "\(call.output)")
        #expect(call.lines.last?.hasSuffix("so nothing is proved") ?? false)
    }

    @Test("An error of the check stands on a line, and its note on the next")
    func errorsWithNotes() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            flow Small version 1
            command begin
            final done
            within 20m -> done
            timer poll
            reject other
            state idle waits for user {
              enter { set poll 30m }
              on begin -> done
              on poll -> done
            }
            """, to: "Specs/Small.flow")
        let call = keyway("explore", "Small", in: folder.path)
        #expect(call.code == .problem)
        let place = try #require(call.lines.firstIndex { $0.hasSuffix("[FL079]") }, "\(call.output)")
        #expect(call.lines[place - 1] == "not proved")
        #expect(call.lines[place + 1].hasSuffix("note: it is ended by this"))
    }
}
