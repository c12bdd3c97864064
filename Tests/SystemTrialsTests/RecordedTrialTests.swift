import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayTesting
import SystemTrials
import Testing

@Suite("Recorded runs that are driven at random")
struct RecordedTrialTests {
    /// A person calls, and the SDK may say once for a call that the door was opened.
    private func system() throws -> LoadedSystem {
        var text = SystemText(
            flow: """
                flow Small version 1
                command call, cancel
                callback opened
                effect ring calls Lock.ring
                source lock = "Lock" by kind singleton { OPENED => opened }
                final done success
                final cancelled
                on cancel -> cancelled
                within 20m -> cancelled
                ignore unrecognised
                reject other
                state idle waits for user {
                  on call -> ringing { do ring }
                  ignore opened
                }
                state ringing {
                  after 1m -> cancelled
                  on opened -> done
                  on call stay { do ring }
                }
                """,
            models: [
                """
                provider Lock version "1.0" for lock
                word open = OPENED(by: "hand")
                state quiet { call ring -> called }
                state called { emit open -> quiet }
                """
            ])
        text.behaviors = .followed
        return try LoadedSystem(text)
    }

    @Test("A recorded run replays without a difference, is as long as was asked for, and comes again by its seed")
    func replay() throws {
        let system = try system()
        var runs: [[Record]] = []
        for seed in [UInt64(1), 2, 1] {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<50 {
                // Where all that can still come would end the run, no step makes it longer.
                let records = system.recordedRun(withEvents: 6, generator: &generator) ?? []
                runs.append(records)
                if records.isEmpty { continue }
                let history = try RunHistory(of: records)
                #expect(history.disagreement == nil && history.endingStep != nil && records.eventCount >= 6)
            }
        }
        #expect(Array(runs[..<50]) == Array(runs[100...]) && Array(runs[..<50]) != Array(runs[50..<100]))
        let finals = try runs.filter { !$0.isEmpty }.map { try RunHistory(of: $0).state.name }
        #expect(finals.count > 75 && Set(finals) == ["done", "cancelled"])
    }

    /// A person arrives, and then calls at the door, whose lock also says of earlier calls that it was opened, and what no row reads.
    private func house() throws -> LoadedSystem {
        let door = """
            flow Door version 1
            command call, cancel
            callback opened
            effect ring calls Lock.ring
            source lock = "Lock" by kind singleton { OPENED => opened }
            final done success
            final cancelled
            on cancel -> cancelled
            within 20m -> cancelled
            ignore unrecognised
            reject other
            state idle waits for user { on call -> ringing { do ring } ignore opened }
            state ringing { after 1m -> cancelled on opened -> done on call stay { do ring } }

            """
        let house = """
            flow House version 1
            command arrive, cancel
            final inside success
            final cancelled
            on cancel -> cancelled
            within 40m -> cancelled
            ignore unrecognised
            reject other
            state outside waits for user { on arrive -> calling }
            state calling {
              child door = Door
              enter { run door.call }
              on door.done -> inside
              on door.cancelled -> outside
            }

            """
        let lock = """
            provider Lock version "1.0" for lock
            word open = OPENED(by: "hand")
            word old = OPENED(by: "wind")
            word news = NEWS(code: 7)
            context { earlier: bool = true }
            emit old when earlier stay
            emit news when earlier stay
            state quiet { call ring -> called }
            state called { emit open -> quiet call ring stay }

            """
        var text = SystemText(flow: house, subFlows: [.init(name: "Door", text: door)], models: [lock])
        text.behaviors = .followed
        return try LoadedSystem(text)
    }

    @Test("A run in which models speak is none of which a search says that they cannot have said it")
    func followed() throws {
        let system = try house()
        var generator = SeededGenerator(seed: 1)
        var unread: Set<String> = []
        for _ in 0..<100 {
            guard let records = system.recordedRun(withEvents: 8, generator: &generator) else { continue }
            let history = try RunHistory(of: records)
            unread.formUnion(history.steps.compactMap { $0.eventRecord?.unread?.name })
            do throws(ShortestEdit.Failure) {
                _ = try ShortestEdit(of: history, beside: system.behavior, upTo: 1)
            } catch {
                if case .notOfTheModels = error { Issue.record("\(error): \(history.steps.map(\.event))") }
            }
        }
        // The root heard both before the door's leg began.
        #expect(unread == ["OPENED", "NEWS"])
    }

    /// A person changes what is being saved; the answer to the earlier order may come in the same millisecond.
    private func form() throws -> LoadedSystem {
        var text = SystemText(
            flow: """
                flow Form version 1
                command begin, change, cancel
                effect save replies saved, unsaved otherwise unsaved within 30s
                final done success
                final cancelled
                on cancel -> cancelled
                within 20m -> cancelled
                reject other
                state editing waits for user { on begin -> saving { do save } late saved, unsaved }
                state saving {
                  on saved -> done
                  on unsaved -> editing
                  on change -> editing
                }
                """,
            models: [])
        text.behaviors = .followed
        return try LoadedSystem(text)
    }

    @Test(
        "A run is decided anew as it went also where an answer or a limit and a command came in one millisecond",
        arguments: 1...5)
    func ties(seed: UInt64) throws {
        let system = try form()
        var generator = SeededGenerator(seed: seed)
        var (tieCount, limitTieCount) = (0, 0)
        for _ in 0..<100 {
            guard let records = system.recordedRun(withEvents: 6, generator: &generator) else { continue }
            let history = try RunHistory(of: records)
            limitTieCount += zip(history.steps, history.steps.dropFirst()).count {
                $0.record.time == $1.record.time && $0.eventRecord?.cause == .limit && $1.eventRecord?.cause == .asked
            }
            tieCount += zip(history.steps, history.steps.dropFirst()).count {
                $0.record.time == $1.record.time && $0.eventRecord?.cause == .asked
                    && $1.eventRecord?.cause == .replied
            }
            do throws(ShortestEdit.Failure) {
                _ = try ShortestEdit(of: history, beside: nil, upTo: 1)
            } catch {
                if case .notReproduced(_, lateness: 0) = error {
                    Issue.record("\(error): \(history.steps.map(\.event))")
                }
            }
        }
        #expect(tieCount > 0 && limitTieCount > 0, "seed \(seed)")
    }

    @Test("A run that cannot be as long as was asked for is no run")
    func tooLong() throws {
        var generator = SeededGenerator(seed: 1)
        #expect(try system().recordedRun(withEvents: 100_000, generator: &generator) == nil)
    }
}
