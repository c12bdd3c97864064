package import KeywayCore

/// A step on its way from what is known before it, as symbols: what a variable will hold, which timers will run.
struct SymbolicStep {
    /// What a variable holds by now, told by what it or another held before the step.
    enum Symbol: Hashable {
        /// What the variable held, and so much more.
        case variable(Int, plus: Int64)
        case field(Int)
        case constant(Value?)
    }

    enum TimerChange: Hashable {
        case ended
        /// What is added to the moment of the step.
        case set(addend: UInt64)
    }

    let table: Table
    let layout: PackedLayout
    /// The event's position; its fields are those of the event as it came.
    let event: Int
    let state: Int
    var symbols: [Symbol]
    var timers: [TimerChange?]
    /// The effects, in the order in which they were ordered.
    var performed: [Int] = []
    var destination: Int
    private var setCount = 0

    init(of table: Table, _ layout: PackedLayout, state: Int, event: Int) {
        self.table = table
        self.layout = layout
        self.event = event
        self.state = state
        destination = state
        symbols = table.variables.indices.map { .variable($0, plus: 0) }
        timers = Array(repeating: nil, count: table.timers.count)
    }

    var attempts: Int { performed.count { table.effects[$0].startsAttempt } }

    // MARK: - Values

    func symbol(of operand: Table.Operand) -> Symbol {
        switch operand {
        case .variable(let position): symbols.indices.contains(position) ? symbols[position] : .constant(nil)
        case .field(let position): layout.fields[event].indices.contains(position) ? .field(position) : .constant(nil)
        case .constant(let value): .constant(value)
        case .absent: .constant(nil)
        }
    }

    /// Makes the assignments, which read the values before all of them.
    ///
    /// - Throws: `StopsHere.leftToTable` where words cannot tell what is assigned, and what `ask` throws.
    mutating func assign(_ assignments: [Table.Assignment], asking ask: (PackedQuestion) throws(StopsHere) -> Bool)
        throws(StopsHere)
    {
        let before = self
        for assignment in assignments {
            let operand = before.symbol(of: assignment.operand)
            guard symbols.indices.contains(assignment.variable) else { throw .leftToTable }
            if assignment.operation == .set {
                symbols[assignment.variable] = operand
                continue
            }
            guard case .constant(.integer(let step)?) = operand else { throw .leftToTable }
            let by = assignment.operation == .add ? step : 0 &- step
            symbols[assignment.variable] = try counted(before.symbols[assignment.variable], by: by, asking: ask)
        }
    }

    private func counted(
        _ symbol: Symbol, by step: Int64, asking ask: (PackedQuestion) throws(StopsHere) -> Bool
    ) throws(StopsHere) -> Symbol {
        switch symbol {
        case .constant(.integer(let number)?): return .constant(.integer(number &+ step))
        case .variable(let variable, let so):
            let place = layout.variables[variable]
            let sum = so &+ step
            // Only where the code stays one of the variable's.
            let isInRange = try holds(of: .variable(variable), at: place, asking: ask) { code in
                guard case .integer(let number)? = place.value(of: code) else { return false }
                return place.code(of: .integer(number &+ sum)) != nil
            }
            guard isInRange else { throw .leftToTable }
            return .variable(variable, plus: sum)
        case .field, .constant: throw .leftToTable
        }
    }

    // MARK: - Orders

    mutating func carryOut(_ orders: [Table.Order]) throws(StopsHere) {
        for order in orders {
            switch order {
            case .set(let timer, let operand):
                guard case .constant(let value) = symbol(of: operand) else { throw .leftToTable }
                guard case .duration(let duration)? = value else { break }
                try arm(timer, for: duration)
            case .clear(let timer): timers[timer] = .ended
            case .perform(let effect, _): performed.append(effect)
            case .take, .run: throw .leftToTable
            }
        }
    }

    mutating func arm(_ timer: Int, for duration: Int64) throws(StopsHere) {
        guard let addend = PackedSlot.addend(lasting: duration, place: setCount) else { throw .leftToTable }
        timers[timer] = .set(addend: addend)
        setCount += 1
    }

    mutating func endAllTimers() { timers = timers.map { _ in .ended } }
}

/// Why a step is not told further.
enum StopsHere: Error {
    /// Words cannot hold it.
    case leftToTable
    /// The answer to this must be known first.
    case asks(PackedQuestion)
}

extension SymbolicStep {
    /// What a guard finds: at once, or by a question to the words.
    func answer(to test: Table.Test, asking ask: (PackedQuestion) throws(StopsHere) -> Bool) throws(StopsHere) -> Bool {
        let open = test.operands.map(symbol).filter { if case .constant = $0 { false } else { true } }
        guard let asked = open.first else { return holds(test) { _ in nil } }
        guard open.allSatisfy({ $0 == asked }) else { throw .leftToTable }
        let place: PackedLayout.Place
        let subject: PackedQuestion.Subject
        var sum: Int64 = 0
        switch asked {
        case .constant: throw .leftToTable
        case .field(let field): (place, subject) = (layout.fields[event][field], .field(field, of: event))
        case .variable(let variable, let so):
            (place, subject, sum) = (layout.variables[variable], .variable(variable), so)
        }
        if place.isOpaque, !test.isPresence { throw .leftToTable }
        return try holds(of: subject, at: place, asking: ask) { code in
            holds(test) { _ in
                guard sum != 0, case .integer(let number)? = place.value(of: code) else { return place.value(of: code) }
                return .integer(number &+ sum)
            }
        }
    }

    /// Whether the code at a place is one that is meant.
    ///
    /// A question and its opposite are one: it is asked so that the least code that can stand there is a yes.
    private func holds(
        of subject: PackedQuestion.Subject, at place: PackedLayout.Place,
        asking ask: (PackedQuestion) throws(StopsHere) -> Bool, isMeant: (UInt64) -> Bool
    ) throws(StopsHere) -> Bool {
        // More codes than a question has bits for.
        guard place.width <= 6 else { throw .leftToTable }
        let possible = (0..<UInt64(place.codeCount)).filter(place.isPossible)
        let meant = possible.map(isMeant)
        guard let first = meant.first, meant.contains(!first) else { return meant.first ?? false }
        let codes = zip(possible, meant).reduce(UInt64(0)) { $1.1 == first ? $0 | 1 << $1.0 : $0 }
        let question = PackedQuestion(
            subject: subject, shift: place.shift, mask: UInt8(1 << place.width - 1), codes: codes)
        return try ask(question) == first
    }

    /// Whether the test holds for a value of what it asks for.
    private func holds(_ test: Table.Test, _ value: (Symbol) -> Value?) -> Bool {
        test.holds(reading: { operand in
            let symbol = symbol(of: operand)
            if case .constant(let constant) = symbol { return constant }
            return value(symbol)
        })
    }
}

extension Table.Test {
    fileprivate var isPresence: Bool { if case .presence = self { true } else { false } }

    /// What it reads.
    package var operands: [Table.Operand] {
        switch self {
        case .comparison(let left, _, let right), .containment(let left, let right): [left, right]
        case .membership(let operand, _), .presence(let operand), .flag(let operand): [operand]
        }
    }
}
