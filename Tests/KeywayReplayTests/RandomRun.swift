import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

/// A run as it happened: its records, and the state after each of them.
struct RandomRun {
    let flow: LoadedFlow
    let records: [Record]
    let states: [RunState]

    /// Drives the flow with inputs of its transcripts that the seed draws: in any order, some more than once, at any time.
    init(_ flow: LoadedFlow, seed: UInt64) throws {
        try self.init(flow, given: Self.inputs(of: flow), seed: seed)
    }

    init(_ flow: LoadedFlow, given inputs: [BoundTranscript.Line.Content], seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let run = RunID.random(using: &generator)
        var driven = try DrivenRun(flow, as: run, start: Instant(milliseconds: 5000))
        var state = driven.machine.state
        var states = [state]
        // One input may lead to several steps. The table alone decides each of them again, which gives the state after each record.
        func note(_ steps: [RunStep]) {
            for step in steps {
                guard let told = step.eventRecord else { continue }
                let event = Event(told.event, fields: told.fields, stamp: told.stamp, answers: told.answers)
                _ = flow.table.reduce(&state, event, at: step.time, sequence: step.record.sequence)
                if case .recorded = step.place { states.append(state) }
            }
            #expect(state == driven.machine.state, "seed \(seed)")
        }
        for _ in 0..<40 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                let until = driven.time.now.advanced(byMilliseconds: Int64.random(in: 0...20_000, using: &generator))
                note(try driven.pass(until: until.milliseconds))
            case 1:
                guard let order = driven.rootOrders.suffix(3).randomElement(using: &generator),
                    let reply = flow.table.effects[order.effect].replies?.events.randomElement(using: &generator)
                else { continue }
                note(try driven.answer(order.id, with: reply))
            default:
                guard let input = inputs.randomElement(using: &generator) else { continue }
                switch input {
                case .command(let position, let fields, _): note(try driven.send(position, fields: fields).steps)
                case .callback(let raw, let attempt): note(try driven.deliver(raw, attempt: attempt))
                case .restart, .occupied, .freed, .nothing: break
                }
            }
        }
        self.flow = flow
        self.states = states
        records = driven.records()
    }

    static func inputs(of flow: LoadedFlow) throws -> [BoundTranscript.Line.Content] {
        try ShippedFlows.transcripts.flatMap { path -> [BoundTranscript.Line.Content] in
            let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
            guard transcript.header?.flow == flow.table.name else { return [] }
            return try transcript.bind(to: flow.table).lines.map(\.content)
        }
    }
}
