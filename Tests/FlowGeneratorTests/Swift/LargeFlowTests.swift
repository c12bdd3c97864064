import FlowFixtures
import FlowMachine
import KeywayCore
import KeywayPacked
import Testing

@testable import FlowGenerator

/// What shipped flows are too small to show.
@Suite("Generated code of unusual flows")
struct LargeFlowTests {
    /// Many effects, one ordered in each state.
    private static func flow(withEffects count: Int) throws -> LoadedFlow {
        let states = (0..<count).map { position in
            "state s\(position) { enter { do order\(position) } on next -> s\((position + 1) % count) }"
        }
        return try LoadedFlow(
            """
            flow Many version 1
            command next
            \((0..<count).map { "effect order\($0)" }.joined(separator: "\n"))
            final done
            within 20m -> done
            ignore unrecognised
            \(states.joined(separator: "\n"))
            """)
    }

    @Test("A set of effects has no room for the 33rd, says so, and a packed step that orders it is left to the table")
    func effects() throws {
        let flow = try Self.flow(withEffects: 34)
        let text = SwiftFlow(flow.machine, in: flow.source, isPackable: true).text
        #expect(text.contains("public static let order31 = EffectSet(rawValue: 1 << 31)"))
        #expect(!text.contains("EffectSet(rawValue: 1 << 32)"))
        #expect(
            text.contains(
                "It has no room for `order32`, `order33`: a step that orders one of these is left to the table."))

        let packed = try #require(PackedTable(flow.table))
        let position = try #require(flow.table.event(named: "next"))
        let next = try #require(packed.pack(Event(position)))
        var told: [UInt32?] = []
        for state in flow.table.states.indices.dropLast() {
            var runs = PackedRuns(of: packed, from: Instant(milliseconds: 0))
            let isAdded = runs.append(RunState(state: state, values: []))
            #expect(isAdded)
            packed.reduce([next], into: &runs) {
                PackedArrival($0, to: 0, at: Instant(milliseconds: 1))
            } tell: {
                told.append($1?.effects)
            }
        }
        // Each step enters the next state, and its effects are the one that this state orders; nil is a step that is left to the table.
        #expect(told == (1..<32).map { 1 << UInt32($0) } + [nil, nil, 1])
    }

    @Test("Long fields, guards, numbers and lists make no generated line too wide")
    func width() throws {
        let fields = (1...6).map { "aRatherLongNameForTheFieldWithTheNumber\($0)" }
        let declared = fields.map { "\($0): int 0...1000000000" }.joined(separator: ", ")
        let guards = fields.map { "\($0) > 1234567" }.joined(separator: " and ")
        let members = fields.map { $0 + "Case" }
        let listed = members.dropLast().joined(separator: ", ")
        let asked = members.dropLast().map { "one == \($0)" }.joined(separator: " or ")
        let flow = try LoadedFlow(
            """
            flow Wide version 1
            context { \(fields.map { "\($0): int 0...1000000000 = 1000000" }.joined(separator: ", ")) }
            enum Long { \(members.joined(separator: ", ")) }
            command sayAllThatThereIsToSay(\(declared)), choose(one: Long, number: int 0...9), chooseAgain(one: Long)
            effect tellAllThatThereIsToTell(\(declared)) replies allOfItWasHeard(\(declared)), no otherwise no within 10s
            final done
            within 20m -> done
            ignore unrecognised
            state talking {
              on sayAllThatThereIsToSay when \(guards) -> talking { do tellAllThatThereIsToTell(\(fields.joined(separator: ", "))) }
              ignore sayAllThatThereIsToSay otherwise
              on choose when number > 3 and one in { \(listed) } -> talking
              on choose when number < 3 and (one == \(members[5]) or \(asked)) -> talking
              ignore choose otherwise
              on chooseAgain when one in { \(listed) } -> talking
              ignore chooseAgain otherwise
              on allOfItWasHeard, no -> done
            }
            """)
        let header = GeneratedHeader(spec: "Wide.flow", call: "--tests \(String(repeating: "a", count: 50)) Wide")
        for text in [
            SwiftFlow(flow.machine, in: flow.source, isPackable: true).text,
            SwitchSource(flow.machine, header: header, module: nil).text,
        ] {
            #expect(text.split(separator: "\n").filter { $0.count > 120 } == [])
            #expect(text.contains(SwiftFlow.sign), "however long the header is")
        }
    }

    @Test(
        "A generated file is recognised by its header, however long its spec's name is, and by no header further down")
    func marker() {
        let header = GeneratedHeader(spec: String(repeating: "a", count: 250) + ".flow", call: "Wide")
        #expect(header.text.utf8.hasMarker(SwiftFlow.sign))
        let late = String(repeating: "a", count: 1024) + header.text
        #expect(!late.utf8.hasMarker(SwiftFlow.sign))
    }

    @Test("An array stands on one line where the formatter has room for the commas that it would put into it")
    func commas() {
        func lines(endingIn element: String, width: Int) -> Int {
            let head = "names: ["
            let filler = String(repeating: "x", count: width - head.count - element.count - 3)
            var writer = SourceWriter()
            writer.list(head, [filler, element], "]", .array)
            return writer.text.split(separator: "\n").count
        }
        #expect([118, 119, 120].map { lines(endingIn: "b", width: $0) } == [1, 1, 3])
        #expect([118, 119, 120].map { lines(endingIn: "[b, c]", width: $0) } == [1, 3, 3])
    }

    @Test("A parent carries no cell of its sub-flows, whose own code has them")
    func parents() throws {
        let flow = try ShippedFlows.named("PhoneLogin")
        let text = SwiftFlow(flow.machine, in: flow.source, isPackable: true).text
        #expect(flow.table.children.count == 5)
        for child in flow.table.children { #expect(text.contains("\(child.table.name).table")) }
        #expect(flow.table.embeddedBytes.count < flow.table.canonicalBytes.count * 3 / 5)
        for (number, digits) in [(1_234_567, "1_234_567"), (-1_000_000, "-1_000_000"), (999_999, "999999")] {
            #expect(NumberLiteral.decimal(Int64(number)) == digits)
        }
        #expect(NumberLiteral.hexadecimal(0x1F) == "0x1F" && NumberLiteral.hexadecimal(.max) == "0xFFFF_FFFF_FFFF_FFFF")
    }
}
