/// A colour by its code in the escape sequences of a terminal. Source: ECMA-48, select graphic rendition.
enum TerminalColor: String {
    case red = "31"
    case yellow = "33"
    case green = "32"
    case cyan = "36"

    static func of(_ severity: Diagnostic.Severity) -> TerminalColor {
        switch severity {
        case .error: .red
        case .warning: .yellow
        }
    }

    /// The text between the sequences that switch the colour on and off; the text alone where colours are not shown.
    func applied(to text: String, if isShown: Bool) -> String {
        isShown ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
