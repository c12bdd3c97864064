/// Another engine that speaks PostgreSQL's protocol, and how its tables differ from those of PostgreSQL.
///
/// The dialects are written after the documentation of the engines. Nothing of them was run, and what is printed begins with saying so.
struct SchemaDialect {
    /// One text of `Schema.definition`, and what stands in its place.
    struct Change {
        var text: String
        var replacement: String

        init(_ text: String, to replacement: String) {
            self.text = text
            self.replacement = replacement
        }
    }

    /// As the engine calls itself.
    let name: String
    /// Notes for the person who makes the tables, one or two sentences each.
    let remarks: [String]
    let changes: [Change]
    /// Statements behind the tables.
    var ending = ""

    static let all: [SchemaDialect] = [.citus, .cockroachDB, .yugabyteDB]

    /// The storage parameters of PostgreSQL's tables whose rows change, which engines with another storage do not have.
    static let withoutStorageParameters = Change(
        " WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01)", to: "")

    /// The statements that make the tables in this dialect, with the notes as comments before them.
    var definition: String {
        let header = ["The tables of a log of Keyway for \(name). They were not run there, nor was Keyway."] + remarks
        let tables = changes.reduce(Schema.definition) { $0.replacing($1.text, with: $1.replacement) }
        return header.map { "-- \($0)\n" }.joined() + "\n" + tables + ending
    }
}
