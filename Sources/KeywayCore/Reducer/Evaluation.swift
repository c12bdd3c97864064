extension Table.Operand {
    /// What the operand reads, given the values of the variables and of the event's fields; nil is absent.
    func value(values: [Value?], fields: [Value?]) -> Value? {
        switch self {
        case .variable(let position): values.indices.contains(position) ? values[position] : nil
        case .field(let position): fields.indices.contains(position) ? fields[position] : nil
        case .constant(let value): value
        case .absent: nil
        }
    }
}

extension Table.Test {
    /// Whether the test holds for these values of the variables and of the event's fields.
    package func holds(values: [Value?], fields: [Value?]) -> Bool {
        holds { $0.value(values: values, fields: fields) }
    }

    /// Whether the test holds where the closure gives the value of each operand.
    @inline(__always)
    package func holds(reading value: (Table.Operand) -> Value?) -> Bool {
        switch self {
        case .comparison(let left, let relation, let right):
            guard let left = value(left), let right = value(right) else { return false }
            return relation.holds(between: left, and: right)
        case .membership(let operand, let members):
            return value(operand).map { members.contains($0) } ?? false
        case .containment(let operand, let set):
            guard case .enumCase(let position)? = value(operand), (0..<64).contains(position),
                case .set(let bits)? = value(set)
            else { return false }
            return bits & (1 << UInt64(position)) != 0
        case .presence(let operand):
            return value(operand) != nil
        case .flag(let operand):
            return value(operand) == .bool(true)
        }
    }
}

extension Table.Test.Relation {
    fileprivate func holds(between left: Value, and right: Value) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): holds(between: left, and: right)
        case (.enumCase(let left), .enumCase(let right)): holds(between: left, and: right)
        default:
            switch self {
            case .equal: left == right
            case .notEqual: left != right
            case .less, .lessOrEqual, .greater, .greaterOrEqual: false
            }
        }
    }
}

extension Table {
    /// The row, or for a choice the branch, to which the guards' questions lead from `entry`; nil only in a table that nobody checked.
    func position(from entry: Question.Next, values: [Value?], fields: [Value?]) -> Int? {
        var next = entry
        for _ in 0...questions.count {
            switch next {
            case .row(let position): return position
            case .question(let position):
                guard questions.indices.contains(position) else { return nil }
                let question = questions[position]
                next = question.test.holds(values: values, fields: fields) ? question.ifTrue : question.ifFalse
            }
        }
        return nil
    }
}
