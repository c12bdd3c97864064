/// What the generator must know of a packed table, so that its code reads words as the table does.
extension PackedTable {
    /// The values of a question's variable or field for which the answer is yes, and all others that it can have.
    package func values(askedBy question: PackedQuestion) -> (yes: [Value?], no: [Value?]) {
        let place =
            switch question.subject {
            case .variable(let position): layout.variables[position]
            case .field(let position, let event): layout.fields[event][position]
            }
        let codes = (0..<UInt64(place.codeCount)).filter(place.isPossible)
        func isYes(_ code: UInt64) -> Bool { question.codes >> code & 1 == 1 }
        return (codes.filter(isYes).map(place.value), codes.filter { !isYes($0) }.map(place.value))
    }

    /// Where the codes of an event's fields begin.
    package func shifts(ofFieldsOf event: Int) -> [Int] { layout.fields[event].map { Int($0.shift) } }
}
