package import KeywayCore

/// A step worked out before any run is known: what each variable will hold, as a symbol, and which timers will run.
///
/// The table's reducer carries out the same rows and is apart, for its speed: it decides every event of every run, and would have to ask
/// of each value whether it is one or a symbol. Tests compare packed runs with the reference interpreter on every cell.
struct SymbolicStep {
    /// What a variable holds by now, expressed by what it or another variable held before the step, or by the event.
    enum Symbol: Hashable {
        /// What the variable at this position held before the step, plus this number.
        case variable(Int, plus: Int64)
        /// What the event's field at this position holds.
        case field(Int)
        case constant(Value?)
    }

    enum TimerChange: Hashable {
        case ended
        /// The timer is armed; its slot becomes the step's `PackedSlot.stepPart` plus this.
        case set(addend: UInt64)
    }

    let table: Table
    let layout: PackedLayout
    /// The event's position; its fields are those of the event as it came.
    let event: Int
    let state: Int
    /// For each variable, what it holds by now.
    var symbols: [Symbol]
    /// For each timer, what the step does to it; nil where it goes on.
    var timers: [TimerChange?]
    /// The effects, in the order in which they were ordered.
    var ordered: [Int] = []
    /// The state that the step leads to; `state` itself unless the step moves.
    var destination: Int
    /// How many timers the step has set so far: the place of the next one in the step.
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

    /// How many attempts the step begins.
    var attempts: Int { ordered.count { table.effects[$0].startsAttempt } }

    // MARK: - Values

    func symbol(of operand: Table.Operand) -> Symbol {
        switch operand {
        case .variable(let position): symbol(ofVariable: position)
        case .field(let position): layout.fields[event].indices.contains(position) ? .field(position) : .constant(nil)
        case .constant(let value): .constant(value)
        case .absent: .constant(nil)
        }
    }

    private func symbol(ofVariable position: Int) -> Symbol {
        guard symbols.indices.contains(position) else { return .constant(nil) }
        return layout.variables[position].fixed.map { .constant($0) } ?? symbols[position]
    }

    /// Makes the assignments, which read the values before all of them.
    ///
    /// - Throws: `PlanningStop.leftToTable` where packed runs cannot hold what is assigned, and what `ask` throws.
    mutating func assign(_ assignments: [Table.Assignment], asking ask: (PackedQuestion) throws(PlanningStop) -> Bool)
        throws(PlanningStop)
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

    /// What a variable holds after `step` is added to it, where it held `symbol` before.
    private func counted(
        _ symbol: Symbol, by step: Int64, asking ask: (PackedQuestion) throws(PlanningStop) -> Bool
    ) throws(PlanningStop) -> Symbol {
        switch symbol {
        case .constant(.integer(let number)?): return .constant(.integer(number &+ step))
        case .variable(let variable, let added):
            let place = layout.variables[variable]
            let sum = added &+ step
            // Whether the sum stays in the variable's range is a question too; where it does not, the table decides.
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

    mutating func carryOut(_ orders: [Table.Order]) throws(PlanningStop) {
        for order in orders {
            switch order {
            case .set(let timer, let operand):
                guard case .constant(let value) = symbol(of: operand) else { throw .leftToTable }
                guard case .duration(let duration)? = value else { break }
                try arm(timer, for: duration)
            case .clear(let timer): timers[timer] = .ended
            case .perform(let effect, _): ordered.append(effect)
            case .take, .run: throw .leftToTable
            }
        }
    }

    mutating func arm(_ timer: Int, for duration: Int64) throws(PlanningStop) {
        guard let addend = PackedSlot.addend(lasting: duration, place: setCount) else { throw .leftToTable }
        timers[timer] = .set(addend: addend)
        setCount += 1
    }

    mutating func endAllTimers() { timers = timers.map { _ in .ended } }
}

/// Why a symbolic step is not worked out to its end.
enum PlanningStop: Error {
    /// Packed runs cannot hold what the step does, so the `Table` itself must decide the event.
    case leftToTable
    /// The answer to this question must be known first.
    case asks(PackedQuestion)
}

extension SymbolicStep {
    /// The answer to a test: found at once where it reads only constants, else by a question about one variable or
    /// field.
    func answer(to test: Table.Test, asking ask: (PackedQuestion) throws(PlanningStop) -> Bool) throws(PlanningStop)
        -> Bool
    {
        let open = test.operands.map(symbol).filter { if case .constant = $0 { false } else { true } }
        guard let asked = open.first else { return holds(test) { _ in nil } }
        guard open.allSatisfy({ $0 == asked }) else { throw .leftToTable }
        let place: PackedLayout.Place
        let subject: PackedQuestion.Subject
        var sum: Int64 = 0
        switch asked {
        case .constant: throw .leftToTable
        case .field(let field): (place, subject) = (layout.fields[event][field], .field(field, of: event))
        case .variable(let variable, let added):
            (place, subject, sum) = (layout.variables[variable], .variable(variable), added)
        }
        if place.isOpaque, !test.isPresence { throw .leftToTable }
        return try holds(of: subject, at: place, asking: ask) { code in
            holds(test) { _ in
                guard sum != 0, case .integer(let number)? = place.value(of: code) else { return place.value(of: code) }
                return .integer(number &+ sum)
            }
        }
    }

    /// Whether the code at a place is one for which `isMeant` is true.
    ///
    /// A question and its opposite are asked as one question, of which the least code that can stand there is a yes.
    /// Where the answer is the same for every code, nothing is asked.
    private func holds(
        of subject: PackedQuestion.Subject, at place: PackedLayout.Place,
        asking ask: (PackedQuestion) throws(PlanningStop) -> Bool, isMeant: (UInt64) -> Bool
    ) throws(PlanningStop) -> Bool {
        // A question has a bit for each code, in a word of 64 bits.
        guard place.width <= 6 else { throw .leftToTable }
        let possible = (0..<UInt64(place.codeCount)).filter(place.isPossible)
        let meant = possible.map(isMeant)
        guard let first = meant.first, meant.contains(!first) else { return meant.first ?? false }
        let codes = zip(possible, meant).reduce(UInt64(0)) { $1.1 == first ? $0 | 1 << $1.0 : $0 }
        let question = PackedQuestion(
            subject: subject, shift: place.shift, mask: UInt8(1 << place.width - 1), codes: codes)
        return try ask(question) == first
    }

    /// Whether the test holds where the closure gives the value of each symbol that is no constant.
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

    /// The operands that the test reads.
    package var operands: [Table.Operand] {
        switch self {
        case .comparison(let left, _, let right), .containment(let left, let right): [left, right]
        case .membership(let operand, _), .presence(let operand), .flag(let operand): [operand]
        }
    }
}
