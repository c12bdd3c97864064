extension Diagnostic {
    /// The diagnostic as people read it: `path:line:column: error: text [FL012]` and a line for each note.
    ///
    /// On a terminal each place is followed by its line of the text, with a caret under the place. `inColor` says
    /// whether the terminal shows colours; nil means that every terminal does.
    public func text(in source: SourceText, onTerminal: Bool = false, inColor: Bool? = nil) -> String {
        let inColor = inColor ?? onTerminal
        let kind = TerminalColor.of(severity).applied(to: severity.rawValue + ":", if: inColor)
        var lines = ["\(source.placeText(of: range)) \(kind) \(message.harmless) [\(code.name)]"]
        if onTerminal { lines += source.excerpt(of: range, inColor: inColor) }
        for note in notes {
            let kind = TerminalColor.cyan.applied(to: "note:", if: inColor)
            lines.append("\(source.placeText(of: note.range)) \(kind) \(note.message.harmless)")
            if onTerminal { lines += source.excerpt(of: note.range, inColor: inColor) }
        }
        return lines.joined(separator: "\n")
    }
}

extension SourceText {
    /// `path:line:column:`
    fileprivate func placeText(of range: SourceRange) -> String {
        let (line, column) = place(of: range.lower)
        return "\(path.harmless):\(line):\(column):"
    }
}
