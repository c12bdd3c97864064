extension TransitionTable {
    /// The rows as comma-separated values (RFC 4180), but with LF at the line ends; of effects only the names.
    package var csv: String {
        let header = ["state", "event", "guard", "disposition", "target", "effects"]
        return commaSeparated(
            [header]
                + rows.map { row in
                    [
                        row.state, row.event, row.condition, row.disposition.rawValue, row.target,
                        row.changes.effects.map(\.name).joined(separator: "; "),
                    ]
                })
    }
}

extension StoredFields {
    /// One line for each value, under the header `field,class,kept,kind`.
    package var csv: String {
        commaSeparated(
            [["field", "class", "kept", "kind"]]
                + fields.map { [$0.name, $0.classification.nameInList, $0.kept.rawValue, $0.carrier.rawValue] })
    }
}

/// One line for each list of values. A value that holds a separator stands in quotes, also one with a `;`, which some
/// spreadsheets take for a separator.
private func commaSeparated(_ records: [[String]]) -> String {
    records.map { $0.map(\.quotedWhereNeeded).joined(separator: ",") + "\n" }.joined()
}

extension String {
    private static let separators: Set<Unicode.Scalar> = [",", "\"", "\n", "\r", ";"]

    /// The text as a field of RFC 4180: in quotes where it holds a separator or begins or ends with a space.
    fileprivate var quotedWhereNeeded: String {
        guard unicodeScalars.contains(where: Self.separators.contains) || first == " " || last == " " else {
            return self
        }
        return "\"" + replacing("\"", with: "\"\"") + "\""
    }
}
