extension Table.Operand: Coded {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .variable(let position):
            writer.byte(0)
            writer.int(position)
        case .field(let position):
            writer.byte(1)
            writer.int(position)
        case .constant(let value):
            writer.byte(2)
            writer.value(value)
        case .absent:
            writer.byte(3)
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let start = reader.position
        switch try reader.byte() {
        case 0: self = .variable(try reader.int())
        case 1: self = .field(try reader.int())
        case 2:
            guard let value = try reader.value() else { throw .unknownTag(2, position: start) }
            self = .constant(value)
        case 3: self = .absent
        case let tag: throw .unknownTag(tag, position: start)
        }
    }
}

extension Table.Test: Coded {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .comparison(let left, let relation, let right):
            writer.byte(0)
            writer.write(left)
            writer.byte(relation.rawValue)
            writer.write(right)
        case .membership(let operand, let values):
            writer.byte(1)
            writer.write(operand)
            writer.values(values.map { Optional($0) })
        case .containment(let operand, let set):
            writer.byte(2)
            writer.write(operand)
            writer.write(set)
        case .presence(let operand):
            writer.byte(3)
            writer.write(operand)
        case .flag(let operand):
            writer.byte(4)
            writer.write(operand)
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let start = reader.position
        switch try reader.byte() {
        case 0: self = .comparison(try reader.read(), try reader.enumCase(), try reader.read())
        case 1: self = .membership(try reader.read(), of: try reader.values().compactMap { $0 })
        case 2: self = .containment(try reader.read(), in: try reader.read())
        case 3: self = .presence(try reader.read())
        case 4: self = .flag(try reader.read())
        case let tag: throw .unknownTag(tag, position: start)
        }
    }
}

extension Table.Question.Next: Coded {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .question(let position):
            writer.byte(0)
            writer.int(position)
        case .row(let position):
            writer.byte(1)
            writer.int(position)
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let start = reader.position
        switch try reader.byte() {
        case 0: self = .question(try reader.int())
        case 1: self = .row(try reader.int())
        case let tag: throw .unknownTag(tag, position: start)
        }
    }
}

extension Table.Question: Coded {
    func write(to writer: inout ByteWriter) {
        writer.write(test)
        writer.write(ifTrue)
        writer.write(ifFalse)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(test: try reader.read(), ifTrue: try reader.read(), ifFalse: try reader.read())
    }
}

extension Table.Assignment: Coded {
    func write(to writer: inout ByteWriter) {
        writer.int(variable)
        writer.byte(operation.rawValue)
        writer.write(operand)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(variable: try reader.int(), operation: try reader.enumCase(), operand: try reader.read())
    }
}

extension Table.Order: Coded {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .set(let timer, let operand):
            writer.byte(0)
            writer.int(timer)
            writer.write(operand)
        case .clear(let timer):
            writer.byte(1)
            writer.int(timer)
        case .perform(let effect, let operands):
            writer.byte(2)
            writer.int(effect)
            writer.write(operands)
        case .take(let lane):
            writer.byte(3)
            writer.int(lane)
        case .run(let child, let command, let operands):
            writer.byte(4)
            writer.int(child)
            writer.int(command)
            writer.write(operands)
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let start = reader.position
        switch try reader.byte() {
        case 0: self = .set(timer: try reader.int(), try reader.read())
        case 1: self = .clear(timer: try reader.int())
        case 2: self = .perform(effect: try reader.int(), try reader.elements())
        case 3: self = .take(lane: try reader.int())
        case 4: self = .run(child: try reader.int(), command: try reader.int(), try reader.elements())
        case let tag: throw .unknownTag(tag, position: start)
        }
    }
}

extension Table.Body: Coded {
    func write(to writer: inout ByteWriter) {
        writer.write(assignments)
        writer.write(orders)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(assignments: try reader.elements(), orders: try reader.elements())
    }
}

extension Table.Target: Coded {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .state(let position):
            writer.byte(0)
            writer.int(position)
        case .choice(let position):
            writer.byte(1)
            writer.int(position)
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let start = reader.position
        switch try reader.byte() {
        case 0: self = .state(try reader.int())
        case 1: self = .choice(try reader.int())
        case let tag: throw .unknownTag(tag, position: start)
        }
    }
}

extension Table.Row: Coded {
    func write(to writer: inout ByteWriter) {
        switch verdict {
        case .move(let target):
            writer.byte(0)
            writer.write(target)
        case .stay: writer.byte(1)
        case .ignore: writer.byte(2)
        case .reject: writer.byte(3)
        case .late: writer.byte(4)
        }
        writer.write(body)
        writer.bool(isOtherRow)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let start = reader.position
        let verdict: Verdict
        switch try reader.byte() {
        case 0: verdict = .move(try reader.read())
        case 1: verdict = .stay
        case 2: verdict = .ignore
        case 3: verdict = .reject
        case 4: verdict = .late
        case let tag: throw .unknownTag(tag, position: start)
        }
        self.init(verdict: verdict, body: try reader.read(), isOtherRow: try reader.bool())
    }
}

extension Table.Branch: Coded {
    func write(to writer: inout ByteWriter) {
        writer.write(target)
        writer.write(body)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(target: try reader.read(), body: try reader.read())
    }
}

extension Table.Choice: Coded {
    func write(to writer: inout ByteWriter) {
        writer.string(name)
        writer.write(entry)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(name: try reader.string(), entry: try reader.read())
    }
}

/// The sub-flows and lanes that a move leaves are not here: `writeLanesAndSubFlows` writes them behind the rest of the table.
extension Table.Move: Coded {
    func write(to writer: inout ByteWriter) {
        writer.write(endedTimers)
        writer.write(begunTimers)
        writer.write(enterBodies)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(
            endedTimers: try reader.positions(), begunTimers: try reader.elements(), enterBodies: try reader.elements())
    }
}

/// The wait is one number: from 0 on it is a duration in milliseconds; -1 is the parameter that is variable 0, -2 that
/// which is variable 1, and so on.
extension Table.Move.StartedTimer: Coded {
    func write(to writer: inout ByteWriter) {
        writer.int(timer)
        switch wait {
        case .constant(.duration(let duration)): writer.signed(duration)
        case .variable(let position): writer.signed(-1 - Int64(position))
        case .constant, .field, .absent: preconditionFailure("a scope's timer waits for a duration or a parameter")
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let (timer, number) = (try reader.int(), try reader.signed())
        self.init(timer: timer, wait: number < 0 ? .variable(Int(-1 - number)) : .constant(.duration(number)))
    }
}
