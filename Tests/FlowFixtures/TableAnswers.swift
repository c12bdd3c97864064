public import Keyway

extension CellIndex {
    /// The answers that the table would find.
    public func answers(_ arrival: Arrival) -> Answers {
        var answers = Answers()
        for (number, question) in questions.enumerated()
        where question.event == nil || question.event == arrival.event.position {
            answers[number] = question.test.isTrue(arrival.run.values, arrival.event.fields)
        }
        return answers
    }
}

extension Test {
    fileprivate func isTrue(_ values: [Value?], _ fields: [Value?]) -> Bool {
        func read(_ operand: Operand) -> Value? {
            switch operand {
            case .variable(let place): values[place]
            case .field(let place): fields.indices.contains(place) ? fields[place] : nil
            case .constant(let value): value
            case .absent: nil
            }
        }
        switch self {
        case .presence(let operand): return read(operand) != nil
        case .flag(let operand): return read(operand) == .bool(true)
        case .membership(let operand, let members): return read(operand).map(members.contains) ?? false
        case .containment(let part, let whole):
            guard case .enumCase(let place)? = read(part), case .set(let bits)? = read(whole) else { return false }
            return bits >> UInt64(place) & 1 == 1
        case .comparison(let left, let relation, let right):
            guard let left = read(left), let right = read(right) else { return false }
            switch (relation, left, right) {
            case (.equal, _, _): return left == right
            case (.notEqual, _, _): return left != right
            case (.less, .integer(let left), .integer(let right)): return left < right
            case (.lessOrEqual, .integer(let left), .integer(let right)): return left <= right
            case (.greater, .integer(let left), .integer(let right)): return left > right
            case (.greaterOrEqual, .integer(let left), .integer(let right)): return left >= right
            default: return false
            }
        }
    }
}
