import CFlatTable
import FlowLanguage
import FlowMachine
import FlowRules
import Keyway

/// The flow of the benchmarks, as far as its positions are needed to draw events.
struct PhoneVerification {
    /// Read from its stored form, as a log keeps it.
    let table: Table
    /// The same, laid out for many runs.
    let packed: PackedTable
    /// What an event of each position carries.
    let fields: [[Value?]]
    /// The variables that guards read.
    let counters: [Int]

    init() throws {
        let source = SourceText(path: "PhoneVerification.flow", bytes: PackageResources.PhoneVerification_flow)
        let checked = check(source)
        guard let machine = checked.machine, checked.mayRun else { throw BenchmarkError.flowIsWrong }
        let table = try Table(canonicalBytes: plan(machine).canonicalBytes)
        fields = table.events.map { event in
            event.fields.map { $0.name == "code" ? .text("123456") : .text("+4915112345678") }
        }
        guard let packed = PackedTable(table) else { throw BenchmarkError.flowDoesNotFit("packing") }
        self.table = table
        self.packed = packed
        counters = table.variables.indices.filter {
            if case .integer = table.variables[$0].kind { true } else { false }
        }
    }

    func arriving(_ raw: RawEvent) -> Event {
        Event(Int(raw.event), fields: fields[Int(raw.event)], answers: OrderID(packed: raw.answers))
    }
}

enum BenchmarkError: Error {
    case flowIsWrong
    case checksumsDiffer(String)
    case flowDoesNotFit(String)
}

extension OrderID {
    /// What a `RawEvent` says of an order: sequence and index in one number.
    init?(packed: UInt32) {
        guard packed != .max else { return nil }
        self.init(sequence: UInt64(packed / 4), index: packed % 4)
    }

    var packed: UInt32 { UInt32(truncatingIfNeeded: sequence) * 4 + index }
}
