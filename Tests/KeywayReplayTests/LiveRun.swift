import FlowFixtures
import FlowTranscripts
import Keyway
import KeywayLog
import KeywayOrchestrator
import KeywayTesting

/// A run as it was lived: its records, and the state after each of them.
struct LiveRun {
    let flow: LoadedFlow
    let records: [Record]
    let states: [RunState]

    /// Drives the flow with what its transcripts say, in any order, doubled and at any time.
    init(_ flow: LoadedFlow, seed: UInt64) throws {
        try self.init(flow, given: Self.inputs(of: flow), seed: seed)
    }

    init(_ flow: LoadedFlow, given inputs: [BoundTranscript.Line.Content], seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let run = RunID.random(using: &generator)
        var driven = try DrivenRun(flow, as: run, start: Instant(milliseconds: 5000))
        var states = [driven.driver.state]
        func note() {
            while UInt64(states.count) < driven.driver.nextSequence { states.append(driven.driver.state) }
        }
        for _ in 0..<40 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                // One at a time, so that the state after each record is seen.
                let until = driven.time.now.advanced(byMilliseconds: Int64.random(in: 0...20_000, using: &generator))
                while let due = [driven.driver.nextTimer, driven.driver.nextLimit].compactMap({ $0 }).min(),
                    due <= until
                {
                    driven.time.advance(to: due)
                    let isTimer = driven.driver.nextTimer == due
                    _ = isTimer ? try driven.fireTimer() : try driven.passLimit()
                    note()
                }
                driven.time.advance(to: until)
            case 1:
                guard let order = driven.given.suffix(3).randomElement(using: &generator),
                    let reply = flow.table.effects[order.effect].replies?.events.randomElement(using: &generator)
                else { continue }
                _ = try driven.answer(order.id, with: reply)
            default:
                guard let input = inputs.randomElement(using: &generator) else { continue }
                switch input {
                case .command(let position, let fields, _): _ = try driven.send(position, fields: fields)
                case .callback(let raw, let attempt): _ = try driven.deliver(raw, attempt: attempt)
                case .nothing: break
                }
            }
            note()
        }
        self.flow = flow
        self.states = states
        records = try driven.log.records(of: run)
    }

    static func inputs(of flow: LoadedFlow) throws -> [BoundTranscript.Line.Content] {
        try ShippedFlows.transcripts.flatMap { path -> [BoundTranscript.Line.Content] in
            let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
            guard transcript.header?.flow == flow.table.name else { return [] }
            return try transcript.bind(to: flow.table).lines.map(\.content)
        }
    }
}
