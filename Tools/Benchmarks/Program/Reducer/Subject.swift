import CFlatTable
import KeywayCore
import KeywayPacked

/// The flow of the benchmarks in the forms that the contestants take it in.
struct Subject {
    /// Read from its stored form, as a log keeps it.
    let table: Table
    /// The same, laid out for many runs.
    let packed: PackedTable
    /// The generated flow over its own table.
    let flow: PackedFlow<PhoneVerification>
    /// What an event of each position carries.
    let fields: [[Value?]]
    /// The same in the flow's own types.
    let typed: [PhoneVerification.Event]
    /// The variables that guards read.
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

enum BenchmarkError: Error {
    case flowIsWrong
    case checksumsDiffer(String)
    case flowDoesNotFit(String)
    case diskRefuses(String)
}

extension EffectOrder.ID {
    /// What a `RawEvent` says of an order.
    init?(identity: UInt32) {
        guard identity != .max else { return nil }
        self.init(sequence: UInt64(identity / 16) - 1, index: identity % 16)
    }

    var identity: UInt32 { PackedEvent.identity(of: self) }
}
