extension Schema {
    /// One part of `definition`: the schema itself, or one table with its comments, its indexes and its first row.
    struct Part {
        /// What the part makes: `keyway`, or a table as `keyway.run`.
        let name: String
        let text: String

        fileprivate init(_ text: Substring) {
            self.text = String(text)
            let beginning = text.firstRange(of: "CREATE TABLE ")
            name = beginning.map { String(text[$0.upperBound...].prefix { $0 != " " }) } ?? "keyway"
        }
    }

    /// The parts of `definition`, in its order; between two of them stands an empty line.
    static let parts = definition.split(separator: "\n\n").map { Part($0) }
}

extension Statement {
    /// The names of the parts of `Schema.definition` whose schema or table the database lacks; an index or a column is not looked for.
    static let missingParts = Statement(
        """
        SELECT part.name FROM (VALUES \(Schema.parts.map { "('\($0.name)')" }.joined(separator: ", "))) AS part(name)
        WHERE CASE part.name WHEN 'keyway' THEN to_regnamespace(part.name) IS NULL ELSE to_regclass(part.name) IS NULL END
        """)
}
