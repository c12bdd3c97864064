/// A text of the input as a message repeats it: cut to 40 Unicode scalars, with U+FFFD for each that a terminal would obey, not show.
func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let shown = scalars.prefix(40).map { $0.properties.generalCategory.isPrintable ? String($0) : "\u{FFFD}" }
    return "'" + shown.joined() + (scalars.count > 40 ? "…'" : "'")
}

/// The names with commas between them, but only the first twelve, so that a sentence stays readable; `none` for no name.
func listed(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    return names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
}

extension Unicode.GeneralCategory {
    fileprivate var isPrintable: Bool {
        switch self {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
