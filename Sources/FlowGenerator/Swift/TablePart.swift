import KeywayCore

/// The members of a generated flow that hold its table, and the line of the spec at which each row stands.
struct TablePart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.block("nonisolated extension \(flow.name)") { writer in
            writeAnnotations(to: &writer)
            writer.line()
            writeTable(to: &writer)
        }
    }

    private func writeAnnotations(to writer: inout SourceWriter) {
        let keeps = flow.annotations.keeps.sorted { $0.key < $1.key }.map { final, variables in
            (head: "\(Vocabulary.quoted(final)): [", names: variables.map(Vocabulary.quoted))
        }
        writer.documentation([
            "The line of \(flow.annotations.file) at which each row stands"
                + (keeps.isEmpty ? "." : ", and what the finals keep.")
        ])
        writer.line("public static let annotations = Table.Annotations(")
        writer.indented { writer in
            writer.line("file: \(Vocabulary.quoted(flow.annotations.file)),")
            let lines = flow.annotations.rowLines.map(String.init)
            let successes = flow.annotations.successes.map(Vocabulary.quoted)
            let children = children("annotations")
            /// What closes a list of the call: a bracket and a comma where one of the lists behind it is written, else the end of the call.
            func tail(before others: Bool...) -> String { others.contains(true) ? "]," : "])" }
            writer.list(
                "rowLines: [", lines, tail(before: !keeps.isEmpty, !successes.isEmpty, !children.isEmpty), .array)
            if !keeps.isEmpty {
                write(keeps, endingIn: tail(before: !successes.isEmpty, !children.isEmpty), to: &writer)
            }
            if !successes.isEmpty { writer.list("successes: [", successes, tail(before: !children.isEmpty), .array) }
            if !children.isEmpty { writer.list("children: [", children, "])", .array) }
        }
    }

    /// Writes what the finals keep: on few lines where each final's list is short, else each list over lines of its own.
    private func write(
        _ keeps: [(head: String, names: [String])], endingIn tail: String, to writer: inout SourceWriter
    ) {
        let finals = keeps.map { $0.head + $0.names.joined(separator: ", ") + "]" }
        if finals.allSatisfy({ writer.fits($0 + ",", indentedBy: 1) }) {
            return writer.list("keeps: [", finals, tail, .array)
        }
        writer.line("keeps: [")
        writer.indented { writer in
            for final in keeps { writer.list(final.head, final.names, "],", .array) }
        }
        writer.line(tail)
    }

    private func writeTable(to writer: inout SourceWriter) {
        let children = children("table")
        writer.documentation(
            ["Every cell of the flow, in base 64; 'keyway table \(flow.name)' shows it in words."]
                + (children.isEmpty ? [] : ["Sub-flows bring their own."]))
        writer.line("public static let table = Table(")
        writer.indented { writer in
            writer.line("embedded: \"\"\"")
            writer.indented { writer in
                for line in Base64.lines(of: flow.table.embeddedBytes, width: 100) { writer.line(line) }
                writer.line("\"\"\", of: \"\(flow.name)\"\(children.isEmpty ? ")" : ",")")
            }
            if !children.isEmpty { writer.list("children: [", children, "])", .array) }
        }
    }

    /// The member of this name of each sub-flow's generated flow, such as `OTPlessSNA.table`.
    private func children(_ member: String) -> [String] {
        flow.model.children.map { "\($0.flow).\(member)" }
    }
}

/// Writes bytes as letters and digits, six bits to a letter.
///
/// Source: RFC 4648, section 4, without padding.
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The text of the bytes, in lines of `width` letters.
    static func lines(of bytes: [UInt8], width: Int) -> [String] {
        let text = letters(of: bytes)
        return stride(from: 0, to: text.count, by: width).map { start in
            String(decoding: text[start..<min(start + width, text.count)], as: UTF8.self)
        }
    }

    private static func letters(of bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        var pending: UInt32 = 0
        var pendingBits: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            pendingBits += 8
            while pendingBits >= 6 {
                pendingBits -= 6
                text.append(letters[Int(pending >> pendingBits & 63)])
            }
        }
        if pendingBits > 0 { text.append(letters[Int(pending << (6 - pendingBits) & 63)]) }
        return text
    }
}
