extension String {
    /// The text with blanks behind it, up to a width in characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    /// The text with blanks before it, up to a width in characters.
    func aligned(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }

    /// The text with nothing in it that a terminal would obey.
    var harmless: String {
        var text = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                text.append("\u{FFFD}")
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
