/// A step on its way from what is known before it, as symbols: what a variable will hold, which timers will run.
struct StepScene {
    /// What a variable holds by now, told by what it or another held before the step.
    enum Symbol: Hashable {
        /// What the variable held, and so much more.
        case variable(Int, plus: Int64)
        case field(Int)
        case constant(Value?)
    }

    enum TimerChange: Hashable {
        case ended
        case set(duration: UInt32, place: UInt32)
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
    private(set) var setCount: UInt32 = 0

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

    func symbol(of operand: Operand) -> Symbol {
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
    mutating func assign(_ assignments: [Assignment], asking ask: (PackedQuestion) throws(StopsHere) -> Bool)
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
            let question = place.question(isOfEvent: false) { code in
                guard case .integer(let number)? = place.value(of: code) else { return false }
                return place.code(of: .integer(number &+ sum)) != nil
            }
            guard let question, try ask(question) else { throw .leftToTable }
            return .variable(variable, plus: sum)
        case .field, .constant: throw .leftToTable
        }
    }

    // MARK: - Orders

    mutating func carryOut(_ orders: [Order]) throws(StopsHere) {
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
        guard (0..<Int64(PackedRun.greatestOffset)).contains(duration), setCount < 1 << PackedRun.indexWidth else {
            throw .leftToTable
        }
        timers[timer] = .set(duration: UInt32(duration), place: setCount)
        setCount += 1
    }

    mutating func endAllTimers() { timers = timers.map { _ in .ended } }
}

/// Why a step is not told further.
enum StopsHere: Error {
    /// Words and lanes cannot hold it.
    case leftToTable
    /// The answer to this must be known first.
    case asks(PackedQuestion)
}

extension PackedLayout.Place {
    /// Whether the code here is one of those; nil where there are more codes than a question has bits.
    func question(isOfEvent: Bool, isMeant: (UInt64) -> Bool) -> PackedQuestion? {
        guard width <= 6 else { return nil }
        var codes: UInt64 = 0
        for code in 0..<UInt64(codeCount) where isMeant(code) { codes |= 1 << code }
        return PackedQuestion(isOfEvent: isOfEvent, shift: shift, mask: UInt8(1 << width - 1), codes: codes)
    }
}

extension StepScene {
    /// What a guard finds: at once, or by a question to the words.
    func answer(
        to test: Test, asking ask: (PackedQuestion) throws(StopsHere) -> Bool
    ) throws(StopsHere) -> Bool {
        let open = test.operands.map(symbol).filter { if case .constant = $0 { false } else { true } }
        guard let asked = open.first else { return holds(test) { _ in nil } }
        guard open.allSatisfy({ $0 == asked }), let question = question(test, of: asked) else { throw .leftToTable }
        return try ask(question)
    }

    private func question(_ test: Test, of asked: Symbol) -> PackedQuestion? {
        switch asked {
        case .constant: return nil
        case .field(let field):
            let place = layout.fields[event][field]
            if place.isOpaque, !test.isPresence { return nil }
            return place.question(isOfEvent: true) { code in holds(test) { _ in place.value(of: code) } }
        case .variable(let variable, let sum):
            let place = layout.variables[variable]
            if place.isOpaque, !test.isPresence { return nil }
            return place.question(isOfEvent: false) { code in
                holds(test) { _ in
                    guard sum != 0, case .integer(let number)? = place.value(of: code) else {
                        return place.value(of: code)
                    }
                    return .integer(number &+ sum)
                }
            }
        }
    }

    /// Whether the test holds for a value of what it asks for.
    private func holds(_ test: Test, _ value: (Symbol) -> Value?) -> Bool {
        test.holds { operand in
            let symbol = symbol(of: operand)
            if case .constant(let constant) = symbol { return constant }
            return value(symbol)
        }
    }
}

extension Test {
    fileprivate var isPresence: Bool { if case .presence = self { true } else { false } }

    /// What it reads.
    package var operands: [Operand] {
        switch self {
        case .comparison(let left, _, let right), .containment(let left, let right): [left, right]
        case .membership(let operand, _), .presence(let operand), .flag(let operand): [operand]
        }
    }
}
