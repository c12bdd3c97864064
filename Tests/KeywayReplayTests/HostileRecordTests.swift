import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayReplay

@Suite("Records that nobody wrote")
struct HostileRecordTests {
    private static let bell = """
        flow Bell version 1
        enum Tone { high, low, other = * }
        context { rings: int 0...5 = 0, tones: set of Tone?, wait: duration? }
        command ring(tones: set of Tone, wait: duration), cancel
        callback word(tone: Tone, count: int 0...5)
        effect strike(tone: Tone?) replies struck(count: int 0...5), stuck otherwise stuck within 5s
        source sdk = "SDK" by kind stamped { WORD => word(tone: tone, count: count) }
        final rung
        final broken
        within 15m -> broken
        timer echo
        on echo -> rung
        on cancel -> broken
        ignore unrecognised
        reject other
        late other
        state quiet waits for user { on ring -> ringing { tones = tones; wait = wait } }
        state ringing {
          on word when tone == high or count < 3 stay { rings = count; set echo wait }
          on word otherwise -> ringing { do strike(tone) }
          on struck -> rung
          on stuck stay { rings = 0 }
          after 1m -> broken
        }
        """

    private static let house = """
        flow House version 1
        enum Tone { high, low, other = * }
        context { tones: set of Tone?, wait: duration? }
        command go(tones: set of Tone, wait: duration), leave
        final done
        within 20m -> done
        reject other
        state street waits for user { on go -> door { keep tones, wait; do open } }
        effect open
        state door {
          child bell = Bell
          enter { run bell.ring(tones, wait) }
          on bell.rung, bell.broken -> street
          on leave -> done
        }
        """

    @Test("No record whatever makes a replay or a comparison trap", arguments: 0..<6 as Range<UInt64>)
    func noTrap(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let flow = try LoadedFlow(Self.house, among: ["Bell": Self.bell])
        let other = try ShippedFlows.named("TruecallerOTP").table
        let records = try records(of: flow, &generator)
        var (told, refused) = (0, 0)
        for _ in 0..<25 {
            var changed = records
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<changed.count, using: &generator)
                changed[place] = hostile(changed[place], among: changed, &generator)
            }
            do {
                if try Replay(of: changed).disagreement != nil { refused += 1 }
                told += 1
            } catch {
                refused += 1
            }
            for table in [flow.table, other] { _ = try? Replay.divergence(of: changed, from: table) }
        }
        #expect(refused > 5 && told > 3, "seed \(seed): \(refused) refused, \(told) told")
    }

    private func records(of flow: LoadedFlow, _ generator: inout SeededGenerator) throws -> [Record] {
        var run = try DrivenRun(flow)
        for _ in 0..<12 {
            try run.send("go", .set(1), .duration(3000))
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                try run.tell("WORD", by: "kind", ["tone": .text("low"), "count": .integer(4)])
            }
            if Bool.random(using: &generator) { try run.reply("stuck", to: "strike", in: "bell") }
            try run.tell("WORD", by: "kind", ["tone": .text("high"), "count": .integer(1)])
            try run.pass(until: run.time.now.milliseconds + 7000)
        }
        return run.records()
    }

    private func hostile(_ record: Record, among records: [Record], _ generator: inout SeededGenerator) -> Record {
        var record = record
        let numbers = [Int.min, -1, 0, 1, 2, 3, 7, 40, .max]
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: record.leg = [0, 1, 2, 5, .max].randomElement(using: &generator) ?? 0
        case 1:
            // A record that is earlier than the one before it is refused; one that is a little later may be replayed.
            let times = [.min, 0, .max, record.time.milliseconds, record.time.milliseconds + 1]
            record.time = Instant(milliseconds: times.randomElement(using: &generator) ?? 0)
        case 2: record.content = records.randomElement(using: &generator)?.content ?? record.content
        case 3:
            let number = numbers.randomElement(using: &generator) ?? 0
            record.content = .legBegan(
                LegBeginning(
                    owedBy: UInt64(clamping: number), parent: UInt32(clamping: number), child: number,
                    outcome: Outcome(state: number, context: [])))
        default:
            guard case .event(var event) = record.content else { return record }
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: event.event = numbers.randomElement(using: &generator) ?? 0
            case 1: event.fields = event.fields.map { _ in value(&generator) }
            case 2: event.fields.append(value(&generator))
            case 3: event.outcome.state = numbers.randomElement(using: &generator) ?? 0
            case 4: event.outcome.context = event.outcome.context.map { _ in value(&generator) }
            default:
                event.answers = EffectOrder.ID(sequence: .max, index: .max)
                event.row = numbers.randomElement(using: &generator)
                event.stamp = .stale
            }
            record.content = .event(event)
        }
        return record
    }

    private func value(_ generator: inout SeededGenerator) -> Value? {
        let values: [Value?] = [
            nil, .bool(true), .integer(.min), .integer(.max), .text(""), .enumCase(-1), .enumCase(.max), .set(.max),
            .duration(.max), .duration(.min), .duration(-1), .withheld,
        ]
        return values.randomElement(using: &generator) ?? nil
    }
}
