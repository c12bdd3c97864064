import KeywayPacked

/// The guards as code without branches, which sets a bit for each question of the packed table that is answered yes.
///
/// A packed run has its variables, and a packed event its fields, as codes in a word of 64 bits, which the code reads.
struct GuardsPart: SwiftPart {
    let flow: PlannedFlow
    let packed: PackedTable

    func write(to writer: inout SourceWriter) {
        writer.documentation([
            "The fingerprint of the packed table that the guards below, and the words of the events, are made for."
        ])
        writer.line("public static let packing: UInt64 = \(NumberLiteral.hexadecimal(packed.fingerprint))")
        writer.line()
        writer.documentation(
            [
                "What the guards find in the words of a packed run and event, a bit for each question of a cell.",
                "Each line picks a code out of a word, looks it up among those that say yes, and sets the bits of the cells "
                    + "that ask so.",
            ]
                + ParameterList(parameters: [
                    ("variables", "the word of the run."), ("fields", "the word of the event."),
                ]).lines)
        writer.line("@inlinable")
        writer.block("public static func answers(variables: UInt64, fields: UInt64) -> UInt64") { writer in
            guard !packed.questions.isEmpty else { return writer.line("0") }
            writer.line("var answers: UInt64 = 0")
            write(statements, to: &writer)
            writer.line("return answers")
        }
    }

    private typealias Statement = (code: String, asked: String)

    /// Writes the statements, and as a comment what each asks: behind them, or above them if a line would be too long.
    private func write(_ statements: [Statement], to writer: inout SourceWriter) {
        let lines = statements.map { "\($0.code)  // \($0.asked)" }
        if lines.allSatisfy({ writer.fits($0) }) {
            for line in lines { writer.line(line) }
            return
        }
        for statement in statements {
            writer.comment(statement.asked)
            writer.line(statement.code)
        }
    }

    /// One for each question, with the bits of all cells that ask it.
    private var statements: [Statement] {
        var asked: [(question: PackedQuestion, bits: UInt64)] = []
        for (bit, question) in packed.questions.enumerated() {
            if let place = asked.firstIndex(where: { $0.question == question }) {
                asked[place].bits |= 1 << UInt64(bit)
            } else {
                asked.append((question, 1 << UInt64(bit)))
            }
        }
        let words = QuestionWords(flow: flow, packed: packed)
        return asked.map { (statement(asking: $0.question, bits: $0.bits), words.words(for: $0.question)) }
    }

    /// The line `answers |= (YES &>> (CODE) & 1) &* BITS` for one question.
    ///
    /// YES has a bit for each code that answers yes, CODE takes the asked value's code out of its word, and BITS are
    /// the bits of all cells' questions that ask the same.
    private func statement(asking question: PackedQuestion, bits: UInt64) -> String {
        let word = if case .variable = question.subject { "variables" } else { "fields" }
        let place = question.shift == 0 ? word : "\(word) &>> \(question.shift)"
        let code = "\(place) & \(NumberLiteral.hexadecimal(UInt64(question.mask)))"
        let isYes = "\(NumberLiteral.hexadecimal(question.codes)) &>> (\(code)) & 1"
        return "answers |= (\(isYes)) &* \(NumberLiteral.hexadecimal(bits))"
    }
}
