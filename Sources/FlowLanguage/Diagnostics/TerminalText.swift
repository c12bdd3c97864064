extension String {
    /// The text with each scalar replaced that could control a terminal or hide other text.
    package var sanitizedForTerminal: String {
        String(String.UnicodeScalarView(unicodeScalars.map(\.sanitizedForTerminal)))
    }
}

extension Unicode.Scalar {
    /// The scalar itself, a blank for a tab, and U+FFFD for one that prints nothing or turns the direction of the
    /// writing.
    var sanitizedForTerminal: Unicode.Scalar {
        if self == "\t" { return " " }
        if isASCII { return value < 0x20 || value == 0x7F ? "\u{FFFD}" : self }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            return "\u{FFFD}"
        default:
            return self
        }
    }
}
