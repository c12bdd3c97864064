/// The text with references in place of the scalars that the format could take for more than themselves.
///
/// Control scalars, which no format shows, become U+FFFD.
func escaped(_ text: String, _ isSpecial: (Unicode.Scalar) -> Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        if scalar.isControl {
            result += "\u{FFFD}"
        } else if isSpecial(scalar) {
            result += reference(to: scalar)
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

private func reference(to scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    default: "&#\(scalar.value);"
    }
}

extension Unicode.Scalar {
    /// Whether it steers instead of showing: also what turns the direction of the writing.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
        default: false
        }
    }
}
