import FlowFixtures
import KeywayCore
import KeywayTesting
import Testing

@Suite("Canonical bytes")
struct CanonicalBytesTests {
    @Test("Every shipped table comes back from its bytes, and equal tables have equal bytes")
    func roundTrip() throws {
        let flows = try ShippedFlows.all()
        #expect(flows.count >= 2)
        for flow in flows {
            let bytes = flow.table.canonicalBytes
            let read = try Table(canonicalBytes: bytes)
            #expect(read == flow.table, "\(flow.table.name)")
            #expect(read.canonicalBytes == bytes)
        }
    }

    @Test("Bytes that are cut anywhere, or followed by more, are refused")
    func truncated() throws {
        for flow in try ShippedFlows.all() {
            let bytes = flow.table.canonicalBytes
            let ends = Array(bytes.indices).drawn(400)
            let read = ends.filter { (try? Table(canonicalBytes: Array(bytes[..<$0]))) != nil }
            #expect(read.isEmpty, "\(flow.table.name) cut at \(read)")
            #expect(throws: Table.FormatError.followed(position: bytes.count)) {
                try Table(canonicalBytes: bytes + [0])
            }
        }
    }

    @Test("A form that is not known yet is told as newer, and no form at all as bytes that are no table")
    func newerForm() throws {
        let bytes = try ShippedFlows.named("OTPlessSNA").table.canonicalBytes
        for (form, isNewer) in [(9, true), (0, false)] as [(UInt8, Bool)] {
            let error = #expect(throws: Table.FormatError.self) {
                try Table(canonicalBytes: [form] + bytes.dropFirst())
            }
            #expect(error == (isNewer ? .newer(tag: form, position: 0) : .unreadable(.outOfRange(position: 0))))
        }
    }

    @Test(
        "Any changed byte gives an error or a table that decides whatever comes",
        arguments: ["OTPlessSNA", "TruecallerOTP"])
    func flipped(flow: String) throws {
        let table = try ShippedFlows.named(flow).table
        let bytes = table.canonicalBytes
        var generator = SeededGenerator(seed: 42)
        var (refused, run) = (0, 0)
        for position in bytes.indices {
            var flipped = bytes
            flipped[position] ^= UInt8.random(in: 1...255, using: &generator)
            guard let other = try? Table(canonicalBytes: flipped) else {
                refused += 1
                continue
            }
            #expect(other != table, "byte \(position)")
            run += 1
            Self.runAnything(other, events: run.isMultiple(of: 16) ? 200 : 12, seed: UInt64(position))
        }
        #expect(refused > bytes.count / 10 && run > bytes.count / 10, "\(refused) refused, \(run) run")
    }

    /// Sends events of every kind, with fields of any kind, into every state. The test is that nothing traps.
    static func runAnything(_ table: Table, events: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let values: [Value?] = [
            nil, .bool(true), .integer(.max), .integer(1), .duration(.max), .text("a"), .enumCase(.max), .enumCase(0),
            .set(.max), .withheld,
        ]
        let now = Instant(milliseconds: 0)
        var run = table.begin(at: now).run
        for sequence in 0..<UInt64(events) {
            if sequence % 4 == 0 { run.state = Int.random(in: 0..<table.states.count, using: &generator) }
            let position = Int.random(in: -1...table.events.count, using: &generator)
            let fields = (0..<3).map { _ in values.randomElement(using: &generator) ?? nil }
            let stamp = [Stamp.unknown, .current, .stale].randomElement(using: &generator) ?? .unknown
            let event = Event(position, fields: fields, stamp: stamp, answers: run.openEffects.first?.order)
            _ = table.reduce(&run, event, at: now, sequence: sequence)
            _ = (table.nextTimer(of: run), table.nextLimit(of: run))
        }
        _ = table.decode(.object(["responseType": .text("INITIATE"), "delegate": .text("didReceiveTrueProfile")]))
    }

    @Test("A position that leads nowhere is refused, wherever it stands")
    func positions() throws {
        let table = try ShippedFlows.named("TruecallerOTP").table
        let faults: [(String, (inout Table) -> Void)] = [
            ("cell", { $0.cells[0] = .row($0.rows.count) }), ("cell", { $0.cells[0] = .question($0.questions.count) }),
            ("cells", { $0.cells.removeLast() }), ("moves", { $0.moveIndex.append(nil) }),
            ("move", { $0.moveIndex[0] = $0.moves.count }), ("move", { $0.moveIndex[0] = -1 }),
            ("row", { $0.rows[0].verdict = .move(.state($0.states.count)) }),
            ("row", { $0.rows[0].verdict = .move(.choice($0.choices.count)) }),
            ("row", { $0.rows[0].body.assignments = [.init(variable: 99, operation: .set, operand: .absent)] }),
            ("row", { $0.rows[0].body.orders = [.clear(timer: -1)] }),
            ("row", { $0.rows[0].body.orders = [.perform(effect: 0, [])] }),
            ("row", { $0.rows[0].body.orders = [.perform(effect: 99, [])] }),
            ("branch", { $0.branches[0].target = .choice(99) }), ("choice", { $0.choices[0].entry = .row(99) }),
            ("question", { $0.questions[0].ifTrue = .question(0) }),
            ("question", { $0.questions[0].ifFalse = .row(9999) }),
            ("holds", { $0.states[0].holds = [99] }), ("timer", { $0.timers[0].event = 99 }),
            ("session", { $0.sessionTimer = 99 }), ("states", { $0.states = [] }),
            ("origin", { $0.events[0].origin = .timer(99) }), ("origin", { $0.events[0].origin = .stale(of: -1) }),
            ("kind", { $0.variables[0].kind = .enumCase(of: 99) }), ("values", { $0.initialValues.removeLast() }),
            ("decoder", { $0.sources[0].rows[0].event = 99 }),
            ("replies", { $0.effects[2].replies?.otherwise = 99 }),
            ("replies", { $0.effects[2].replies?.events = [-1] }),
            ("replies", { $0.effects[2].replies?.otherwiseFields.append(nil) }),
            ("begun", { $0.moves[0].begunTimers.append(.init(timer: 99, wait: .constant(.duration(1)))) }),
            ("wait", { $0.moves[0].begunTimers.append(.init(timer: 0, wait: .variable($0.variables.count - 1))) }),
            ("parameter", { $0.parameters = [.init(variable: 99, initialises: [])] }),
            ("initialised", { $0.parameters = [.init(variable: 0, initialises: [99])] }),
            ("ended", { $0.initialMove.endedTimers = [-5] }),
        ]
        for (what, change) in faults {
            var other = table
            change(&other)
            #expect(other != table, "\(what) was not changed")
            #expect(throws: Table.FormatError.self, "\(what)") { try Table(canonicalBytes: other.canonicalBytes) }
        }
    }
}
