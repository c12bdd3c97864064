/// The records of a CSV text, read as RFC 4180 says.
func readCSV(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field = ""
    var isQuoted = false
    var characters = text.unicodeScalars[...]
    while let scalar = characters.popFirst() {
        switch (scalar, isQuoted) {
        case ("\"", true):
            if characters.first == "\"" {
                characters.removeFirst()
                field.unicodeScalars.append("\"")
            } else {
                isQuoted = false
            }
        case ("\"", false): isQuoted = true
        case (",", false):
            record.append(field)
            field = ""
        case ("\n", false):
            records.append(record + [field])
            (record, field) = ([], "")
        default: field.unicodeScalars.append(scalar)
        }
    }
    return records
}

/// A tag of the page that does not fit: one without its `>`, one that closes another element than the one opened last, or one that
/// nothing closes.
///
/// Nil where all fit. What stands inside `style` and `script` is no markup.
func unbalanced(in page: String) -> String? {
    let withoutClosingTag: Set<Substring> = ["meta", "input", "br", "!doctype"]
    var open: [Substring] = []
    var rest = page[...]
    while let start = rest.firstIndex(of: "<") {
        guard let end = rest[start...].firstIndex(of: ">") else { return String(rest[start...].prefix(40)) }
        let tag = rest[rest.index(after: start)..<end]
        rest = rest[rest.index(after: end)...]
        let name = tag.drop { $0 == "/" }.prefix { $0 != " " }
        if tag.hasPrefix("/") {
            guard open.popLast() == name else { return String(tag) }
        } else if !withoutClosingTag.contains(name) {
            open.append(name)
            if name == "script" || name == "style", let close = rest.firstRange(of: "</\(name)>") {
                rest = rest[close.lowerBound...]
            }
        }
    }
    return open.last.map(String.init)
}

/// The values of an attribute, in the order of the page.
func attributes(_ name: String, in page: String) -> [String] {
    page.split(separator: " \(name)=\"", omittingEmptySubsequences: false).dropFirst()
        .map { String($0.prefix { $0 != "\"" }) }
}

extension String {
    /// How many parts the separator leaves.
    func countOfParts(separatedBy separator: String) -> Int {
        ranges(of: separator).count + 1
    }
}
