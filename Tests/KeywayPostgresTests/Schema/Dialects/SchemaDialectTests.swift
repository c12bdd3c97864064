import Testing

@testable import KeywayPostgres

@Suite("Tables for engines other than PostgreSQL")
struct SchemaDialectTests {
    @Test("Whatever a dialect changes stands in PostgreSQL's tables", arguments: SchemaDialect.all.map(\.name))
    func changes(name: String) throws {
        let dialect = try #require(SchemaDialect.all.first { $0.name == name })
        for change in dialect.changes { #expect(Schema.definition.contains(change.text)) }
        #expect(!dialect.changes.isEmpty)
    }

    @Test("Each says first that it was not run, and has every table", arguments: SchemaDialect.all.map(\.name))
    func definition(name: String) throws {
        let tables = try #require(PostgresDatabase.schema(forOther: name.uppercased()))
        let first = "-- The tables of a log of Keyway for \(name). They were not run there, nor was Keyway.\n-- "
        #expect(tables.hasPrefix(first))
        let made = { (text: String) in text.split(separator: "\n").filter { $0.hasPrefix("CREATE") }.count }
        #expect(made(tables) == made(Schema.definition))
    }

    @Test("Storage parameters of PostgreSQL are left out where the engine has another storage")
    func storage() {
        #expect(Schema.definition.contains("fillfactor"))
        for dialect in [SchemaDialect.cockroachDB, .yugabyteDB] { #expect(!dialect.definition.contains("fillfactor")) }
        #expect(SchemaDialect.citus.definition.contains("fillfactor"))
    }

    @Test("For any other name there are no tables")
    func unknown() {
        #expect(PostgresDatabase.schema(forOther: "PostgreSQL") == nil && PostgresDatabase.schema(forOther: "") == nil)
    }
}
