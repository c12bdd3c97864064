/// The text with an HTML reference, such as `&lt;`, in place of each scalar that is special in the output format.
///
/// Each scalar that shows no character of its own (`isControl`) becomes U+FFFD.
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
    /// Whether the scalar shows no character of its own: a control, a mark that turns the direction of the writing, a line break, or a
    /// scalar that Unicode has given to no character.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
        default: false
        }
    }
}
