import FlowFixtures
import FlowMachine
import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayRuns

@Suite("Values that a record has encrypted")
struct SealingTests {
    /// A flow with values of each class, and effects that need them.
    private static let text = """
        flow Signing version 1
        type Name  = text(1...30) personal
        type Token = text(1...30) secret
        type PIN   = text(4...8) transient
        context { name: Name?  token: Token? }
        command start(name: Name, token: Token?, count: int 0...9), type(pin: PIN), cancel
        effect check(name: Name, token: Token?) replies good, bad otherwise bad within 30s
        effect sign(name: Name, pin: PIN) replies done, lost otherwise lost within 30s
        final over success
        final failed
        require over only after good, done
        within 20m -> failed
        on cancel -> failed
        on restored when not withValues -> idle { name = nil; token = nil }
        ignore restored when withValues
        reject other
        late other
        state idle waits for user {
          on start -> checking { keep name, token; do check(name, token) }
          late bad, lost
          ignore restored
        }
        state checking waits for user {
          on good -> over
          on bad, lost -> failed
          on type -> checking { do sign(name, pin) }
          on done -> over
        }
        """

    /// A run as a process has it, with its records as a log gets them.
    private struct Life {
        var machine: RunMachine
        /// The records as a run without a key has them: the values are withheld.
        var bare: [Record] = []
        var records: [Record] = []
        let sealer: ValueSealer

        init(_ text: String = SealingTests.text, key: any RunKey = TestKey(number: 7)) throws {
            let flow = RunningFlow(try LoadedFlow(text).table)
            sealer = ValueSealer(key)
            let version = FlowVersion(of: flow, annotations: Table.Annotations(file: "", rowLines: []))
            let (machine, decision) = RunMachine.begin(
                RunID(high: 1, low: 2), of: flow, version: version, kind: .live, salt: 3,
                at: Instant(milliseconds: 0))
            self.machine = machine
            try note(decision)
        }

        mutating func note(_ decision: RunDecision) throws {
            bare += decision.records
            records += try machine.sealed(decision, by: sealer)
        }

        mutating func send(_ name: String, _ fields: [Value?] = [], id: String? = nil) throws {
            let position = try #require(machine.flow.table.event(named: name))
            try note(
                machine.decide(
                    .command(Command(position, fields: fields, id: id)),
                    at: machine.latest.advanced(byMilliseconds: 10)))
        }

        /// The run as another process makes it of the records, with this key or without one.
        func comingBack(openedBy sealer: ValueSealer?) throws -> RunMachine {
            guard case .began(let beginning) = records[0].content else { throw MalformedRecord(sequence: 0) }
            var (machine, _) = RunMachine.redoing(records[0], of: beginning, flow: machine.flow)
            var decision = RunDecision()
            for record in records.dropFirst() {
                let known = try sealer.map { try machine.opened(record, by: $0) } ?? record
                #expect(try machine.redo(known, into: &decision).isExpected)
            }
            return machine
        }
    }

    private static let fields: [Value?] = [.text("Asha Rao"), .text("tok_1"), .integer(4)]

    @Test(
        "A run is made again with its values by its key, and without it with none of them; both stand in the same state"
    )
    func comesBack() throws {
        var life = try Life()
        try life.send("start", Self.fields, id: "a")
        let known = try life.comingBack(openedBy: life.sealer)
        #expect(known.state.values == life.machine.state.values)
        #expect(known.hasItsValues)
        #expect(known.unfinishedOrders.map(\.isPerformedAgain) == [true])
        let bare = try life.comingBack(openedBy: nil)
        #expect(bare.state.values == [.withheld, .withheld])
        #expect(!bare.hasItsValues)
        #expect(bare.unfinishedOrders.map(\.isPerformedAgain) == [false])
        #expect(bare.state.state == known.state.state)
        // The fields of a repeated command are compared as the run has kept them, without personal and secret values.
        var again = known
        let position = try #require(again.flow.table.event(named: "start"))
        let answer = try again.decide(
            .command(Command(position, fields: Self.fields, id: "a")), at: again.latest
        ).answer
        #expect(answer == .accepted)
    }

    @Test("A transient value is encrypted nowhere: an order that needs one is ended also where the key is there")
    func transient() throws {
        var life = try Life()
        try life.send("start", Self.fields)
        let count = life.records.count
        try life.send("type", [.text("4711")])
        let events = life.records[count...].compactMap(\.event)
        #expect(!events.isEmpty && events.allSatisfy { $0.sealed == nil })
        let known = try life.comingBack(openedBy: life.sealer)
        #expect(known.unfinishedOrders.map(\.isPerformedAgain) == [true, false])
        #expect(known.hasItsValues)
    }

    @Test("There are as many encrypted bytes whether a value is absent, short or long")
    func padded() throws {
        var lengths: Set<Int> = []
        for token in [nil, "t", "token of 20 letters."] {
            var life = try Life()
            try life.send("start", [.text("A"), token.map { .text($0) }, .integer(1)])
            guard case .event(let event)? = life.records.last?.content else { throw MalformedRecord(sequence: 1) }
            lengths.insert(event.sealed?.count ?? 0)
        }
        // One byte is the test key's own.
        #expect(lengths == [33])
    }

    @Test("Encrypted values open in no other record, by no other key, and not where a byte was changed")
    func bound() throws {
        var life = try Life()
        try life.send("start", Self.fields)
        let record = try #require(life.records.last)
        let opened = try life.machine.opened(record, by: life.sealer)
        guard case .event(let event) = opened.content else { throw MalformedRecord(sequence: record.sequence) }
        #expect(event.fields == Self.fields)
        func isRefused(_ record: Record, _ sealer: ValueSealer) -> Bool {
            do throws(KeyError) {
                _ = try life.machine.opened(record, by: sealer)
                return false
            } catch {
                return error == .refused(sequence: record.sequence)
            }
        }
        #expect(isRefused(record, ValueSealer(TestKey(number: 8))))
        var others: [Record] = []
        for change: (inout Record) -> Void in [
            { $0.run = RunID(high: 1, low: 3) }, { $0.time = Instant(milliseconds: 11) },
        ] {
            var other = record
            change(&other)
            others.append(other)
        }
        for change: (inout EventRecord) -> Void in [
            { $0.cause = .heard }, { $0.inputID = "b" }, { $0.outcome.state = 0 }, { $0.sealed?[3] ^= 1 },
            { $0.fields[2] = .integer(5) },
        ] {
            guard case .event(var event) = record.content else { continue }
            change(&event)
            var other = record
            other.content = .event(event)
            others.append(other)
        }
        for (number, other) in others.enumerated() { #expect(isRefused(other, life.sealer), "change \(number)") }
    }

    @Test("A value that its field cannot have is refused, though the run's own key has encrypted it")
    func foreign() throws {
        var life = try Life(key: UnencryptedKey())
        try life.send("start", Self.fields)
        let record = try #require(life.records.last)
        guard case .event(let event) = record.content else { return }
        let wrong: [(UInt64, Value?)] = [
            (0, .integer(1)), (0, .withheld), (0, nil), (0, .text(String(repeating: "a", count: 31))),
            (2, .integer(1)), (9, .text("a")),
        ]
        for (place, value) in wrong {
            var fields = ByteWriter()
            fields.varint(place)
            fields.value(value)
            var plain = ByteWriter()
            plain.bytes(of: fields)
            var forged = event
            forged.sealed = plain.bytes
            var other = record
            other.content = .event(forged)
            #expect(throws: KeyError.refused(sequence: record.sequence), "\(place), \(String(describing: value))") {
                try life.machine.opened(other, by: life.sealer)
            }
        }
    }

    @Test("Of a flow that does not ask for its values nothing is encrypted")
    func unasked() throws {
        var life = try Life(
            Self.text.changing("on restored when not withValues -> idle", to: "on restored -> idle")
                .changing("ignore restored when withValues\n", to: ""))
        try life.send("start", Self.fields)
        #expect(!life.machine.flow.takesValuesBack)
        for case .event(let event) in life.records.map(\.content) { #expect(event.sealed == nil) }
        #expect(life.records == life.bare)
    }

    @Test(
        "A flow's table and machine agree whether its runs take values back; each shipped flow with such values takes them"
    )
    func shipped() throws {
        for flow in try ShippedFlows.all() {
            let running = RunningFlow(flow.table)
            #expect(running.takesValuesBack == flow.machine.takesValuesBack, "\(flow.table.name)")
            let isSealable =
                flow.table.variables.contains { $0.classification.isSealable }
                || flow.table.events.flatMap(\.fields).contains { $0.classification.isSealable }
            #expect(!isSealable || running.takesValuesBack, "\(flow.table.name)")
        }
    }
}
