import FlowLanguage
import FlowMachine
import KeywayCore

/// How long the timers of a machine run, in milliseconds. Of a parameter every value counts that may be chosen.
extension Machine {
    /// Every order with the fields of its row's event, or with none for an order of a choice or `enter`, which belongs to no single event.
    ///
    /// Orders of rows and choices that could not be resolved are left out.
    var ordersWithFields: [(order: FlowMachine.Body.Order, fields: [Field])] {
        var orders: [(order: FlowMachine.Body.Order, fields: [Field])] = []
        for row in rows where !row.isFaulty {
            orders += row.body.orders.map { ($0, events[row.event].signature.fields) }
        }
        for choice in choices where !choice.isFaulty {
            orders += choice.branches.flatMap(\.body.orders).map { ($0, []) }
        }
        return orders + scopes.compactMap(\.enter).flatMap(\.orders).map { ($0, []) }
    }

    /// How long an unnamed timer may run.
    func durations(of wait: Wait) -> ClosedRange<Int64> {
        switch wait {
        case .fixed(let duration): duration...duration
        case .parameter(let position): variables[position].field.kind.durations ?? 0...(.max)
        }
    }

    /// The durations that the term may stand for; nil where it stands for none.
    func durations(of term: Term, fields: [Field]) -> ClosedRange<Int64>? {
        switch term.content {
        case .constant(.duration(let duration)): duration...duration
        case .constant, .absent: nil
        case .variable(let position): variables[position].field.kind.durations
        case .field(let name): fields.first { $0.name == name }?.kind.durations
        }
    }

    /// How long the timer may run, whichever order sets it; nil where no order sets it, or where one sets it to a variable that is no
    /// parameter or to an event's field.
    func declaredDurations(of timer: Int) -> ClosedRange<Int64>? {
        if let wait = timers[timer].wait { return durations(of: wait) }
        var all: ClosedRange<Int64>?
        for (order, fields) in ordersWithFields {
            guard case .set(timer, let term) = order.content else { continue }
            switch term.content {
            case .field: return nil
            case .variable(let position): if !variables[position].isParameter { return nil }
            case .constant, .absent: break
            }
            guard let own = durations(of: term, fields: fields) else { return nil }
            all = all.map { min($0.lowerBound, own.lowerBound)...max($0.upperBound, own.upperBound) } ?? own
        }
        return all
    }
}

extension Kind {
    /// The durations of the kind; nil for any other kind.
    fileprivate var durations: ClosedRange<Int64>? {
        if case .duration(let bounds) = self { bounds } else { nil }
    }
}
