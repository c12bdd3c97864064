package import KeywayCore

/// Reads values and arrivals from the text that `TableWords` wrote.
///
/// An arrival is what comes in one trial of a cell; what must follow from it stands behind `=>` in the suite's line and is not read here. A
/// line has one arrival, or two where it names neither `low` nor `high`.
package struct TableReading {
    /// The words of the table whose events and values are read.
    package let words: TableWords
    private var table: Table { words.table }

    package init(of table: Table) {
        words = TableWords(of: table)
    }

    /// The value of this kind that the text spells: `.some(nil)` for an absent one, nil where it spells no such value.
    func value(_ text: Substring, of kind: Kind) -> Value?? {
        if text == "nil" { return .some(nil) }
        switch kind {
        case .bool: return Bool(String(text)).map { .some(.bool($0)) }
        case .integer: return Int64(text).map { .some(.integer($0)) }
        case .duration: return SpelledDuration(text).map { .some(.duration($0.milliseconds)) }
        case .text: return self.text(text).map { .some(.text($0)) }
        case .enumCase(let position):
            return table.enumerations[position].cases.firstIndex { $0.name == text }.map { .some(.enumCase($0)) }
        case .set(let position):
            guard text.first == "{", text.last == "}" else { return nil }
            var bits: UInt64 = 0
            for name in text.dropFirst().dropLast().split(separator: " ") {
                guard let place = table.enumerations[position].cases.firstIndex(where: { $0.name == name }), place < 64
                else { return nil }
                bits |= 1 << UInt64(place)
            }
            return .some(.set(bits))
        }
    }

    /// The text between quotes, as often as the number behind a `*` says: `"a"*30` is a text of 30 letters.
    ///
    /// An escape stays as it stands. `TableWords` would escape it once more, and `arrivals` refuses a line that `TableWords` does not
    /// write as it was.
    private func text(_ text: Substring) -> String? {
        let parts = text.split(separator: "*", maxSplits: 1)
        guard let quoted = parts.first, quoted.count >= 2, quoted.first == "\"", quoted.last == "\"" else { return nil }
        let content = String(quoted.dropFirst().dropLast())
        guard parts.count == 2 else { return content }
        guard let count = Int(parts[1]), (0...Kind.greatestLeastLength).contains(count) else { return nil }
        return String(repeating: content, count: count)
    }
}
