import FlowLanguage
import FlowMachine
import Keyway

/// The table's canonical bytes, and where its rows stand.
struct TablePart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.block("extension \(flow.name)") { writer in
            writer.line("/// The line of \(flow.annotations.file) at which each row stands.")
            writer.line("public static let annotations = Annotations(")
            writer.indented { writer in
                writer.line("file: \(Vocabulary.quoted(flow.annotations.file)),")
                let children = flow.machine.children.map { "\($0.flowName.text).annotations" }
                let lines = flow.annotations.rowLines.map(String.init)
                writer.list("rowLines: [", lines, children.isEmpty ? "])" : "],", .array)
                if !children.isEmpty { writer.list("children: [", children, "])", .array) }
            }
            writer.line()
            writer.documentation(["Every cell of the flow, in base 64; 'keyway table \(flow.name)' shows it in words."])
            writer.line("public static let table = Table(")
            writer.indented { writer in
                writer.line("embedded: \"\"\"")
                writer.indented { writer in
                    for line in Base64.lines(of: flow.table.canonicalBytes, width: 100) { writer.line(line) }
                    writer.line("\"\"\", of: \"\(flow.name)\")")
                }
            }
        }
    }
}

/// Bytes as letters.
///
/// Source: RFC 4648, section 4, without padding.
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The text of the bytes, in lines of so many letters.
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
