import FlowFixtures
import FlowGenerator
import FlowMachine
import KeywayCore
import KeywayPacked
import TestThreads
import Testing

/// Reads the generated guards from the Swift text, and evaluates each of them on every code that a packed value can have.
@Suite("The generated guards", .longComputation)
struct GeneratedGuardsTests {
    @Test("Each bit is what the packed table asks, on every code, in every shipped flow and 60 flows drawn at random")
    func bits() throws {
        var flows = try ShippedFlows.all().map { ($0, $0.table.name) }
        for seed in DrawnSeeds.fixed.first(30) + DrawnSeeds.fresh.first(30) {
            flows.append((try LoadedFlow(RandomFlow(seed: seed).text, among: RandomFlow.subFlows), "seed \(seed)"))
        }
        var asked = 0
        for (flow, name) in flows {
            let statements = GuardStatement.all(in: SwiftFlow(flow.machine, in: flow.source, isPackable: true).text)
            let packed = PackedTable(flow.table)
            #expect(statements.reduce(0) { $0 + $1.bits.nonzeroBitCount } == packed?.questions.count ?? 0, "\(name)")
            for (bit, question) in (packed?.questions ?? []).enumerated() {
                let statement = try #require(
                    statements.first { $0.bits >> UInt64(bit) & 1 == 1 }, "\(name), bit \(bit)")
                let isOfEvent = if case .field = question.subject { true } else { false }
                #expect(statement.isOfEvent == isOfEvent, "\(name), bit \(bit)")
                let codes = 0...UInt64(question.mask)
                asked += codes.count
                let noise = ~(UInt64(question.mask) << UInt64(question.shift))
                // One expectation for all codes: an expectation takes much longer than an answer.
                let wrong = codes.filter { code in
                    let word = code << UInt64(question.shift)
                    let isYes = question.codes >> code & 1 == 1
                    return statement.answer(to: word) != isYes || statement.answer(to: word | noise) != isYes
                }
                #expect(wrong.isEmpty, "\(name), bit \(bit)")
            }
        }
        #expect(asked > 300)
    }

    @Test("Beside each generated guard stands what it asks, in the words of a spec")
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
        let comments = GuardStatement.all(in: SwiftFlow(flow.machine, in: flow.source, isPackable: true).text).map(
            \.words)
        #expect(Set(comments) == ["sends < 3", "go.why == good", "not ready", "why absent"])
    }
}

/// A statement of generated guards, taken apart: `answers |= (CODES &>> (WORD &>> SHIFT & MASK) & 1) &* BITS  // what it asks`.
private struct GuardStatement {
    /// The bits that a yes sets.
    var bits: UInt64
    /// One bit for each code of the asked value: whether it answers yes.
    var codes: UInt64
    /// Whether the word holds the event's fields, and not the run's variables.
    var isOfEvent: Bool
    var shift: UInt64
    var mask: UInt64
    /// The comment behind the statement, or above it.
    var words: String

    static func all(in text: String) -> [GuardStatement] {
        let lines = text.split(separator: "\n").map(String.init)
        return zip([""] + lines, lines).compactMap { GuardStatement(line: $1, below: $0) }
    }

    /// Nil for a line that is no such statement.
    private init?(line: String, below above: String) {
        // Most lines are none, and to match them takes long.
        guard line.contains("answers |= ") else { return nil }
        let pattern =
            /answers \|= \(0x([0-9A-F_]+) &>> \((variables|fields)(?: &>> (\d+))? & 0x([0-9A-F]+)\) & 1\) &\* 0x([0-9A-F_]+)(?:  \/\/ (.*))?$/
        guard let match = line.firstMatch(of: pattern), let codes = UInt64(hexadecimal: match.1),
            let mask = UInt64(hexadecimal: match.4), let bits = UInt64(hexadecimal: match.5)
        else { return nil }
        self.bits = bits
        self.codes = codes
        isOfEvent = match.2 == "fields"
        shift = match.3.flatMap { UInt64($0) } ?? 0
        self.mask = mask
        words = (match.6 ?? above.firstMatch(of: /^ *\/\/ (.*)$/)?.1).map(String.init) ?? ""
    }

    func answer(to word: UInt64) -> Bool { codes >> (word >> shift & mask) & 1 == 1 }
}

extension UInt64 {
    fileprivate init?(hexadecimal digits: Substring) { self.init(digits.filter { $0 != "_" }, radix: 16) }
}
