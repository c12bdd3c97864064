/// A part of a documentation comment: prose, or code that stood between backticks.
struct ProsePart {
    var text: Substring
    var isCode: Bool
}

/// The lines of a documentation comment as one paragraph, cut at its backticks.
func proseParts(of lines: [String]) -> [ProsePart] {
    let pieces = lines.joined(separator: " ").split(separator: "`", omittingEmptySubsequences: false)
    return pieces.enumerated().map { place, text in
        // Every second piece stood between two backticks. A last backtick without a partner stays in the prose.
        place.isMultiple(of: 2) || place < pieces.count - 1
            ? ProsePart(text: text, isCode: !place.isMultiple(of: 2)) : ProsePart(text: "`" + text, isCode: false)
    }
}
