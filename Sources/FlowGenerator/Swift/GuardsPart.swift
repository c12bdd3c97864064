import FlowMachine
import Keyway

/// The guards as straight-line code over the words of packed runs: a bit for each question of the packed table.
struct GuardsPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        guard let packed = flow.packed else {
            writer.line(
                "/// Packed runs have no room for this flow: for its sub-flows or lanes, or for all that it remembers.")
            writer.line("public static let packing: UInt64 = 0")
            writer.line()
            writer.line("/// Without packed runs nothing is asked.")
            return writer.line("public static func answers(variables: UInt64, fields: UInt64) -> UInt64 { 0 }")
        }
        writer.line(
            "/// The fingerprint of the packed table that the guards below, and the words of the events, are made for.")
        writer.line("public static let packing: UInt64 = \(hexadecimal(packed.fingerprint))")
        writer.line()
        writer.line("/// What the guards find in the words of a packed run and event: a bit for each question.")
        writer.line("@inlinable")
        writer.block("public static func answers(variables: UInt64, fields: UInt64) -> UInt64") { writer in
            guard !packed.questions.isEmpty else { return writer.line("0") }
            writer.line("var answers: UInt64 = 0")
            let words = QuestionWords(flow: flow, packed: packed)
            for (bit, question) in packed.questions.enumerated() {
                let (statement, asked) = (statement(question, bit), words.words(for: question))
                let line = "\(statement)  // \(asked)"
                if writer.fits(line) {
                    writer.line(line)
                } else {
                    writer.comment(asked)
                    writer.line(statement)
                }
            }
            writer.line("return answers")
        }
    }

    /// A bit for each code that is a yes, and the code that picks one of them.
    private func statement(_ question: PackedQuestion, _ bit: Int) -> String {
        let word = if case .variable = question.subject { "variables" } else { "fields" }
        let code = "\(word) &>> \(question.shift) & \(hexadecimal(UInt64(question.mask)))"
        let answer = "\(hexadecimal(question.codes)) &>> (\(code)) & 1"
        return bit == 0 ? "answers |= \(answer)" : "answers |= (\(answer)) &<< \(bit)"
    }
}

/// `0x1F`
func hexadecimal(_ number: UInt64) -> String { "0x" + String(number, radix: 16, uppercase: true) }
