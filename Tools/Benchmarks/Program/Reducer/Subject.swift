import CFlatTable
import KeywayCore
import KeywayPacked

/// The flow PhoneVerification in each form that a contestant needs.
struct Subject {
    /// The table, read from the bytes as which a log stores it.
    let table: Table
    /// The same table, laid out for packed runs.
    let packed: PackedTable
    /// The generated flow, with its compiled guards, for packed runs.
    let flow: PackedFlow<PhoneVerification>
    /// The fields of each event, by its position in the table.
    let fields: [[Value?]]
    /// Each event with these fields, in the flow's own type.
    let typed: [PhoneVerification.Event]
    /// The flow's integer variables, which its guards read, by their positions.
    let counters: [Int]

    init() throws {
        let table = try Table(canonicalBytes: PhoneVerification.table.canonicalBytes)
        let fields = table.events.map { event in
            event.fields.map { $0.name == "code" ? Value.text("123456") : .text("+4915112345678") }
        }
        guard let packed = PackedTable(table), let flow = PackedFlow<PhoneVerification>() else {
            throw BenchmarkError.flowDoesNotFit("packing")
        }
        self.table = table
        self.packed = packed
        self.flow = flow
        self.fields = fields
        typed = try fields.enumerated().map { try PhoneVerification.Event(position: $0.offset, values: $0.element) }
        counters = table.variables.indices.filter {
            if case .integer = table.variables[$0].kind { true } else { false }
        }
    }

    /// The event of the workload by its position and with untyped values, as a log keeps events.
    func arriving(_ raw: RawEvent) -> Event {
        Event(Int(raw.event), fields: fields[Int(raw.event)], answers: EffectOrder.ID(identity: raw.answers))
    }

    /// A batch of runs at their beginning.
    func packedRuns() -> PackedRuns {
        let start = Instant(milliseconds: 0)
        var runs = PackedRuns(of: packed, from: start)
        _ = runs.append(table.begin(at: start).run, count: Workload.batch)
        return runs
    }
}

/// Why nothing can be measured.
enum BenchmarkError: Error {
    /// A flow, or what was decided or explored by it, is not as the measurement needs it.
    case flowIsWrong
    /// The two contestants of these names decide differently.
    case checksumsDiffer(String)
    /// The flow has more than a contestant can take; the text says of what.
    case flowDoesNotFit(String)
    /// Of 10,000 failed runs only so many are explained by what ended them.
    case unexplained(verified: Int)
    /// Of so many runs that were drawn, too few failed after as many events as the measurement needs.
    case tooFewFailures(drawn: Int)
    /// The disk did not take what this was to write.
    case diskRefuses(String)
}

extension EffectOrder.ID {
    /// The order that `RawEvent.answers` names by its `identity`; nil where it names none.
    init?(identity: UInt32) {
        guard identity != .max else { return nil }
        self.init(sequence: UInt64(identity / 16) - 1, index: identity % 16)
    }

    /// The order in one number: 16 * (sequence + 1) + index.
    var identity: UInt32 { PackedEvent.identity(of: self) }
}
