import FlowFixtures
import FlowMachine
import FlowTranscripts
import Testing

@testable import FlowProviders

/// The explorer lets a lane be granted at any moment, since other runs may stand before it. A transcript has to say when another run stands
/// there and when it leaves.
@Suite("Explored runs that wait for a lane, as transcripts")
struct LaneCounterexampleTests {
    private typealias Content = Transcript.Line.Content

    /// A flow that waits for a lane before it sends a letter. What comes while it waits sets `wasLate`.
    ///
    /// - Parameters:
    ///   - state: the state or final that the flow's requirement forbids.
    ///   - idle: the row of the first state.
    private static func post(never state: String, idle: String = "on send -> waiting") -> String {
        """
        flow Post version 1
        context { wasLate: bool = false }
        command send, nudge, back, done, cancel
        final sent
        final failed
        final silent
        require never in \(state)
        within 20m -> failed
        on cancel -> failed
        reject other
        state idle waits for user { \(idle) }
        group posting {
          lane queue of Mail
          state waiting {
            enter { take queue }
            on nudge stay { wasLate = true }
            on restored stay { wasLate = true }
            on back -> idle { wasLate = true }
            on queue when wasLate -> overdue
            on queue when not wasLate -> working
            after 5m -> silent
          }
          state working { on done -> sent; after 30s -> failed }
          state overdue { on done -> sent; after 30s -> failed }
        }
        """
    }

    /// The transcript of the run that breaks the requirement: the providers that are occupied as it begins, then what its lines say.
    ///
    /// The played run has to go as the explored one.
    private func told(_ text: String, crashing: Bool = false) throws -> [Content] {
        let exploration = try explore(machine(text), against: [], crashing: crashing)
        let violation = try #require(
            exploration.judgements.first { $0.name.hasPrefix("never in ") }?.violations.first)
        let counterexample = exploration.counterexample(of: violation)
        #expect(counterexample.obstacles.isEmpty)
        let decisions = try counterexample.played(by: exploration.machine)
        #expect(decisions == violation.run.legDecisions, "\(counterexample.transcript.text)")
        let others = counterexample.transcript.header?.occupied ?? []
        return others.map { .occupied(provider: $0) } + counterexample.transcript.lines.map(\.content)
    }

    private let occupied = Content.occupied(provider: "Mail")
    private let freed = Content.freed(provider: "Mail")

    private func command(_ name: String) -> Content { .command(name, arguments: [:]) }

    @Test("A grant that comes late comes when another run leaves")
    func late() throws {
        let told = try told(Self.post(never: "overdue"))
        #expect(told == [occupied, command("send"), command("nudge"), freed])
    }

    @Test("A grant that comes at once needs no other run")
    func atOnce() throws {
        #expect(try told(Self.post(never: "working")) == [command("send"), .nothing])
    }

    @Test("Where no grant comes, another run holds the lane to the end")
    func never() throws {
        #expect(try told(Self.post(never: "silent")) == [occupied, command("send"), .nothing])
    }

    @Test("A run that asks for the lane as it begins finds another run there")
    func atTheBeginning() throws {
        let hasty = Self.post(never: "overdue").changing("state idle waits for user { on send -> waiting }", to: "")
            .changing("on back -> idle { wasLate = true }", to: "")
        #expect(try told(hasty) == [occupied, command("nudge"), freed])
    }

    @Test("A leg that asks for the lane again holds it once the run has left for which it waited before")
    func again() throws {
        let patient = Self.post(never: "overdue").changing("on nudge stay { wasLate = true }", to: "")
            .changing("on restored stay { wasLate = true }", to: "")
        #expect(
            try told(patient) == [
                occupied, command("send"), command("back"), command("send"), freed,
            ])
    }

    @Test("The other run keeps its place where the app dies")
    func death() throws {
        let patient = Self.post(never: "overdue").changing("on nudge stay { wasLate = true }", to: "")
            .changing("on back -> idle { wasLate = true }", to: "")
        let told = try told(patient, crashing: true)
        #expect(told.count == 4 && told.first == occupied && told[1] == command("send") && told.last == freed)
        guard case .restart = told[2] else { return #expect(Bool(false), "\(told)") }
    }

    @Test("A leg that asks as the app runs again finds another run there that came before the app died")
    func deathBefore() throws {
        let returning = Self.post(never: "overdue", idle: "on restored -> waiting")
            .changing("on back -> idle { wasLate = true }", to: "")
            .changing("on restored stay { wasLate = true }", to: "")
        let told = try told(returning, crashing: true)
        #expect(told.count == 4 && told.first == occupied && told[2] == command("nudge") && told.last == freed)
        guard case .restart = told[1] else { return #expect(Bool(false), "\(told)") }
    }

    @Test("A run that ends as a leg asks for the lane does not hold it at once")
    func atTheEnd() throws {
        let told = try told(Self.post(never: "waiting", idle: "on restored -> waiting"), crashing: true)
        #expect(told.count == 3 && told.first == occupied && told.last == .nothing)
    }

    @Test("A leg that asked before the leg that holds the lane does not wait for another run: no transcript plays that")
    func turns() throws {
        let door = """
            flow Door version 1
            command open, cancel
            effect write replies written, lost otherwise lost within 30s
            final sent
            final failed
            within 20m -> failed
            on cancel -> failed
            reject other
            late other
            state idle waits for user { on open -> waiting }
            group posting {
              lane queue of Mail
              state waiting { enter { take queue } on queue -> working after 5m -> failed }
              state working { enter { do write } on written -> sent on lost -> failed }
            }
            """
        let house = """
            flow House version 1
            command start, cancel
            final over
            require second.sent only after first.sent
            within 20m -> over
            on cancel -> over
            reject other
            state idle waits for user { on start -> both }
            state both {
              child first = Door
              child second = Door
              enter { run first.open; run second.open }
              on first.sent, first.failed stay
              on second.sent, second.failed -> over
            }
            """
        let mail = """
            provider Mail version "1.0"
            call write -> writing
            state resting {}
            state writing { answer written -> resting }
            """
        let exploration = try explore(House.machine(house, door: door), against: [model(mail)])
        let violations = exploration.judgements.filter { $0.name == "second.sent only after first.sent" }
            .flatMap(\.violations)
        #expect(violations.map { exploration.counterexample(of: $0).obstacles } == [[.turns]])
    }
}
