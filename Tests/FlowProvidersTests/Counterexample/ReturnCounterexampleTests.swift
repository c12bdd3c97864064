import FlowFixtures
import FlowMachine
import FlowTranscripts
import KeywayCore
import Testing

@testable import FlowProviders

/// Exploring knows neither times nor the order in which something was set; a run that comes back goes by both.
@Suite("Explored runs that come back, as transcripts")
struct ReturnCounterexampleTests {
    /// What stands in the way of a run to these deadlines: `start`, the app dies, and they come one after the other.
    ///
    /// Where nothing does, the transcript is played, and has to come to them in that order.
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

    /// Two deadlines; what comes of them makes no difference.
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
}
