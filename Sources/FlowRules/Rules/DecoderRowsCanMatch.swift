import FlowLanguage
import FlowMachine
import KeywayCore

/// Every row of a decoder reads some callback that no row before it takes (rule 25).
struct DecoderRowsCanMatch: Rule {
    /// How many callbacks of one name are tried at most.
    var limit = 200_000

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.sources.flatMap { diagnostics(for: $0, in: machine) }
    }

    private func diagnostics(for declared: Machine.Source, in machine: Machine) -> [Diagnostic] {
        var trial = Trial(rows: declared.source.rows.count)
        for name in Set(declared.source.rows.flatMap(\.callbackNames)).sorted() {
            run(&trial, on: name, declared.source, machine)
        }
        return declared.source.rows.indices.filter { !trial.isRead[$0] }.map { row in
            let range = declared.rowRanges[row]
            let event = machine.events[declared.source.rows[row].event].name
            if trial.isUnproved[row] {
                return .warning(
                    at: range,
                    "no callback of \(limit) that were tried becomes '\(event)' by this row; there are more than were tried",
                    code: .tooManyConfigurations)
            }
            guard let taker = trial.takers[row] else {
                return .error(
                    at: range,
                    "this row can never match: no callback passes its test and has all of the fields of '\(event)'",
                    code: .decoderRowNeverMatches)
            }
            return .error(
                at: range, "this row can never match: rows before it take all of its callbacks",
                code: .decoderRowNeverMatches,
                notes: [.init("this row takes some of them", at: declared.rowRanges[taker])])
        }
    }

    /// Reads callbacks of one name until each of its rows has read one.
    private func run(_ trial: inout Trial, on name: String, _ source: Source, _ machine: Machine) {
        let witnesses = CallbackWitnesses(of: name, source: source, machine: machine)
        let events = machine.events.map(\.signature)
        var open = source.rows.indices.filter { source.rows[$0].callbackNames.contains(name) && !trial.isRead[$0] }
        let count = witnesses.count ?? .max
        let stride = Self.stride(through: count)
        var number = 0
        for _ in 0..<min(count, limit) where !open.isEmpty {
            let callback = witnesses.callback(number)
            number = (number &+ stride) % count
            guard
                case .event(_, _, let row, _) = source.decode(
                    callback, events: events, enumerations: machine.enumerations)
            else { continue }
            trial.isRead[row] = true
            open.removeAll { $0 == row }
            for missed in open where missed > row && trial.takers[missed] == nil {
                if passes(callback, source.rows[missed], source, machine) { trial.takers[missed] = row }
            }
        }
        if count > limit { for row in open { trial.isUnproved[row] = true } }
    }

    /// Whether the row would read the callback if no row stood before it.
    private func passes(_ callback: RawValue, _ row: Source.Row, _ source: Source, _ machine: Machine)
        -> Bool
    {
        var alone = source
        alone.rows = [row]
        let events = machine.events.map(\.signature)
        if case .event = alone.decode(callback, events: events, enumerations: machine.enumerations) { return true }
        return false
    }

    /// A step width by which counting on, modulo the count, visits every number below the count once, each far from the one before.
    ///
    /// So the first callbacks that are tried differ at all of their paths, also where the limit is below the count. 0.618 is the golden
    /// section: multiples of it, modulo 1, spread evenly. Having no divisor in common with the count is what visits every number.
    private static func stride(through count: Int) -> Int {
        guard count > 3, count < Int.max / 2 else { return 1 }
        var stride = max(1, Int(Double(count) * 0.618))
        while greatestCommonDivisor(stride, count) != 1 { stride += 1 }
        return stride
    }

    private static func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
        var (left, right) = (left, right)
        while right != 0 { (left, right) = (right, left % right) }
        return left
    }
}

/// What reading callbacks has shown so far, by row.
private struct Trial {
    /// Whether the row has read a callback.
    var isRead: [Bool]
    /// Whether the row read none, and there were more callbacks than the limit, so that one that was not tried may be
    /// read.
    var isUnproved: [Bool]
    /// The position of an earlier row that took a callback which the row would have read; nil where none did.
    var takers: [Int?]

    init(rows: Int) {
        isRead = .init(repeating: false, count: rows)
        isUnproved = isRead
        takers = .init(repeating: nil, count: rows)
    }
}
