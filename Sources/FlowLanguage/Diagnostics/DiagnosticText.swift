extension Diagnostic {
    /// The diagnostic as people read it: `path:line:column: error: text [FL012]` and a line for each note.
    ///
    /// - Parameters:
    ///   - source: the text that the diagnostic is about.
    ///   - onTerminal: whether each place is followed by its line of the text, with a caret under the place.
    ///   - inColor: whether the text has a terminal's codes for colours; nil gives them exactly where `onTerminal` is
    ///     true.
    public func text(in source: SourceText, onTerminal: Bool = false, inColor: Bool? = nil) -> String {
        let inColor = inColor ?? onTerminal
        var lines = [heading(in: source, inColor: inColor)]
        if onTerminal { lines += source.excerpt(of: range, inColor: inColor) }
        for note in notes {
            lines.append(line(for: note, in: source, inColor: inColor))
            if onTerminal { lines += source.excerpt(of: note.range, inColor: inColor) }
        }
        return lines.joined(separator: "\n")
    }

    /// The diagnostic as one line, without its notes: for a list in which a problem is one sentence.
    package func sentence(in source: SourceText) -> String {
        heading(in: source, inColor: false)
    }

    /// The diagnostic and its notes, a line each.
    package func lines(in source: SourceText) -> [String] {
        [sentence(in: source)] + notes.map { line(for: $0, in: source, inColor: false) }
    }

    private func heading(in source: SourceText, inColor: Bool) -> String {
        let kind = TerminalColor.of(severity).applied(to: severity.rawValue + ":", if: inColor)
        return "\(source.placeText(of: range)) \(kind) \(message.sanitizedForTerminal) [\(code.name)]"
    }

    private func line(for note: Note, in source: SourceText, inColor: Bool) -> String {
        let kind = TerminalColor.cyan.applied(to: "note:", if: inColor)
        return "\(source.placeText(of: note.range)) \(kind) \(note.message.sanitizedForTerminal)"
    }
}

extension SourceText {
    /// The place as a message begins with it: `path:line:column:`.
    fileprivate func placeText(of range: SourceRange) -> String {
        let (line, column) = place(of: range.lower)
        return "\(path.sanitizedForTerminal):\(line):\(column):"
    }
}
