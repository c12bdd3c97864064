import FlowFixtures
import FlowMachine
import FlowTranscripts
import KeywayCore
import Testing

@testable import FlowProviders

/// The explorer knows neither times nor the order in which deadlines and orders were made. A run that comes back goes by both.
@Suite("Explored runs that come back, as transcripts")
struct ReturnCounterexampleTests {
    /// The obstacles to playing this run: `start`, the app dies, and the given deadlines come one after the other.
    ///
    /// Where there are none, the transcript is played and has to meet the deadlines in that order.
    private func obstacles(of flow: Machine, meeting kinds: [Occurrence.Kind]) throws -> [Obstacle] {
        let start = try #require(flow.events.firstIndex { $0.name == "start" })
        let events = kinds.map { kind in
            switch kind {
            case .timer(let timer): flow.timers[timer].event
            case .limit(let effect): flow.effects[effect].signature.replies?.otherwise ?? start
            default: start
            }
        }
        let run =
            [Occurrence(.command, event: start, legStates: []), Occurrence(.crash, legStates: [])]
            + zip(kinds, events).map { Occurrence($0, event: $1, legStates: []) }
        let counterexample = Counterexample(of: run, in: flow, beside: [], about: "Here.")
        if counterexample.obstacles.isEmpty {
            let played = try counterexample.played(by: flow).compactMap(\.event)
            #expect(played.starts(with: [start] + events), "\(counterexample.transcript.text)")
        }
        return counterexample.obstacles
    }

    /// A flow with two timers that change nothing when they fire. `orders` sets them.
    private func pair(setting orders: String) throws -> Machine {
        try machine(
            """
            flow Pair version 1
            command start
            final done
            within 20m -> done
            reject other
            state idle waits for user { on start -> both { \(orders) } }
            state both {
              timer first
              timer second
              on first, second, restored stay
            }
            """)
    }

    @Test("Of two deadlines that are due at one instant, a run that comes back meets the one that was set first")
    func deadlinesOfOneInstant() throws {
        let flow = try pair(setting: "set first 9s; set second 9s")
        let first = try #require(flow.timers.firstIndex { $0.name == "first" })
        let second = try #require(flow.timers.firstIndex { $0.name == "second" })
        #expect(try obstacles(of: flow, meeting: [.timer(first), .timer(second)]) == [])
        #expect(try obstacles(of: flow, meeting: [.timer(second), .timer(first)]) == [.durations])
        let turned = try pair(setting: "set second 9s; set first 9s")
        #expect(try obstacles(of: turned, meeting: [.timer(second), .timer(first)]) == [])
        #expect(try obstacles(of: turned, meeting: [.timer(first), .timer(second)]) == [.durations])
    }

    /// A flow with two `once` effects, which a run that comes back does not perform again, and a timer. Their events change nothing.
    private func orders(_ orders: String, firstWithin limit: String) throws -> Machine {
        try machine(
            """
            flow Orders version 1
            command start
            effect first once replies lost otherwise lost within \(limit)
            effect second once replies gone otherwise gone within 10s
            final done
            within 20m -> done
            reject other
            late other
            state idle waits for user { on start -> both { \(orders) } }
            state both {
              timer soon
              on soon, lost, gone stay
            }
            """)
    }

    @Test("Orders that nobody performs again end in the order of ordering, but for those whose limit has passed before")
    func endsOfOrders() throws {
        let (first, second) = (Occurrence.Kind.limit(effect: 0), Occurrence.Kind.limit(effect: 1))
        let alike = try orders("do second; do first", firstWithin: "10s")
        #expect(try obstacles(of: alike, meeting: [second, first]) == [])
        #expect(try obstacles(of: alike, meeting: [first, second]) == [.durations])
        let shorter = try orders("do second; do first", firstWithin: "5s")
        #expect(try obstacles(of: shorter, meeting: [second, first]) == [])
        #expect(try obstacles(of: shorter, meeting: [first, second]) == [])
    }

    @Test("A deadline that comes behind the end of an order comes behind its limit")
    func deadlineBehindEnd() throws {
        let soon = try orders("set soon 3s; do second; do first", firstWithin: "5s")
        let kinds = [Occurrence.Kind.limit(effect: 0), .limit(effect: 1)]
        let timer = Occurrence.Kind.timer(try #require(soon.timers.firstIndex { $0.name == "soon" }))
        #expect(try obstacles(of: soon, meeting: [timer, kinds[0], kinds[1]]) == [])
        #expect(try obstacles(of: soon, meeting: [kinds[0], timer, kinds[1]]) == [.durations])
        let later = try orders("set soon 7s; do second; do first", firstWithin: "5s")
        #expect(try obstacles(of: later, meeting: [kinds[0], timer, kinds[1]]) == [])
        let latest = try orders("set soon 15s; do first; do second", firstWithin: "5s")
        #expect(try obstacles(of: latest, meeting: [kinds[0], kinds[1], timer]) == [])
    }

    @Test("A run that is told restored comes back before any deadline, also where restored stops that deadline")
    func beforeRestored() throws {
        let flow = try machine(
            """
            flow Brief version 1
            command start
            effect first replies lost otherwise lost within 150ms
            final done
            require never in back
            within 20m -> done
            reject other
            late lost
            state idle waits for user { on start -> asking }
            state asking {
              enter { do first; set soon 120ms }
              timer soon
              on lost, soon -> done
              on restored -> back
            }
            state back { after 1m -> done }
            """)
        let exploration = try explore(flow, against: [], crashing: true)
        let found = try #require(exploration.judgements.first { $0.name == "never in back" }?.violations.first)
        let counterexample = exploration.counterexample(of: found)
        #expect(
            try counterexample.obstacles == []
                && counterexample.played(by: flow).starts(with: found.run.legDecisions),
            "\(counterexample.transcript.text)")
    }

    @Test("What restored gives up ends in the order of ordering, whichever effect is declared first")
    func givenUp() throws {
        for effects in [["first", "second"], ["second", "first"]] {
            let lines = effects.map { "effect \($0) replies \($0)Gone otherwise \($0)Gone within 10s" }
            let flow = try machine(
                """
                flow GivenUp version 1
                command start
                \(lines.joined(separator: "\n"))
                final done
                require never in lost
                require never in silent
                within 20m -> done
                reject other
                late other
                state idle waits for user { on start -> asking }
                state asking {
                  enter { do second; do first }
                  on firstGone, secondGone -> done
                  on restored -> back
                }
                state back {
                  on firstGone -> lost
                  on secondGone -> silent
                  after 1m -> done
                }
                state lost { late secondGone after 1m -> done }
                state silent { late firstGone }
                """)
            let exploration = try explore(flow, against: [], crashing: true)
            let silent = try #require(exploration.judgements.first { $0.name == "never in silent" }?.violations.first)
            let played = exploration.counterexample(of: silent)
            #expect(try played.obstacles == [] && played.played(by: flow).starts(with: silent.run.legDecisions))
            let lost = try #require(exploration.judgements.first { $0.name == "never in lost" }?.violations.first)
            #expect(exploration.counterexample(of: lost).obstacles == [.outOfTurn])
        }
    }
}
