import FlowFixtures
import FlowGenerator
import FlowMachine
import Keyway
import Testing

/// The generated guards, read from their text and asked about every code.
@Suite("The generated guards")
struct GeneratedGuardsTests {
    @Test("Each bit is what the packed table asks, on every code, in every shipped flow and 60 flows drawn at random")
    func bits() throws {
        let first = UInt64.random(in: 0...(.max - 1000))
        var flows = try ShippedFlows.all().map { ($0, $0.table.name) }
        for seed in first..<(first + 60) {
            flows.append((try LoadedFlow(RandomFlow(seed: seed).text, among: RandomFlow.flows), "seed \(seed)"))
        }
        var asked = 0
        for (flow, name) in flows {
            let statements = GuardStatement.all(in: SwiftFlow(flow.machine, in: flow.source).text)
            let packed = PackedTable(flow.table)
            #expect(statements.map(\.bit) == Array((packed?.questions ?? []).indices), "\(name)")
            for (statement, question) in zip(statements, packed?.questions ?? []) {
                let isOfEvent = if case .field = question.subject { true } else { false }
                #expect(statement.isOfEvent == isOfEvent, "\(name), bit \(statement.bit)")
                for code in 0...UInt64(question.mask) {
                    asked += 1
                    let word = code << UInt64(question.shift)
                    let noise = ~(UInt64(question.mask) << UInt64(question.shift))
                    for word in [word, word | noise] {
                        let isYes = question.codes >> code & 1 == 1
                        #expect(statement.answer(to: word) == isYes, "\(name), bit \(statement.bit), code \(code)")
                    }
                }
            }
        }
        #expect(asked > 300)
    }

    @Test("Beside each stands what it asks, as a spec would")
    func words() throws {
        let flow = try LoadedFlow(
            """
            flow Words version 1
            enum Why { good, bad, other }
            context { sends: int 0...3 = 0, ready: bool = false, why: Why? }
            command go(why: Why), come
            final done
            within 20m -> done
            ignore unrecognised
            state here waits for user {
              on go when why == good and sends < 3 -> here { sends += 1 }
              on go when why in { bad, other } or sends == 3 -> done { keep why }
              on come when ready and why present -> done
              ignore come when not ready or why absent
            }
            """)
        let comments = GuardStatement.all(in: SwiftFlow(flow.machine, in: flow.source).text).map(\.words)
        #expect(Set(comments) == ["sends < 3", "go.why == good", "not ready", "why absent"])
    }
}

/// A statement of generated guards, taken apart.
private struct GuardStatement {
    var bit: Int
    var codes: UInt64
    var isOfEvent: Bool
    var shift: UInt64
    var mask: UInt64
    var words: String

    static func all(in text: String) -> [GuardStatement] {
        text.split(separator: "\n").compactMap { GuardStatement(line: String($0)) }
    }

    /// Nil for a line that is none.
    private init?(line: String) {
        let pattern =
            /answers \|= \(?0x([0-9A-F]+) &>> \((variables|fields) &>> (\d+) & 0x([0-9A-F]+)\) & 1\)?(?: &<< (\d+))?(?:  \/\/ (.*))?$/
        guard let match = line.firstMatch(of: pattern), let codes = UInt64(match.1, radix: 16),
            let shift = UInt64(match.3), let mask = UInt64(match.4, radix: 16)
        else { return nil }
        bit = match.5.flatMap { Int($0) } ?? 0
        self.codes = codes
        isOfEvent = match.2 == "fields"
        self.shift = shift
        self.mask = mask
        words = match.6.map(String.init) ?? ""
    }

    func answer(to word: UInt64) -> Bool { codes >> (word >> shift & mask) & 1 == 1 }
}
