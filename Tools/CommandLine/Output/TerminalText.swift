import FlowLanguage

extension String {
    /// The text with nothing in it that a terminal would obey, as diagnostics show texts.
    var harmless: String { sanitizedForTerminal }
}
