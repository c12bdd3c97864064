/// A colour in the words of a terminal. Source: ECMA-48, select graphic rendition.
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

    func applied(to text: String, if isShown: Bool) -> String {
        isShown ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
