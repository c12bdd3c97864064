import Testing

@testable import KeywayPostgres

@Suite("The parts of the tables")
struct SchemaPartTests {
    @Test("Each table is one part, with its indexes, and all parts together are the tables")
    func parts() {
        #expect(Schema.parts.map(\.text).joined(separator: "\n\n") == Schema.definition)
        let names = Schema.parts.map(\.name)
        #expect(names.first == "keyway" && Set(names).count == names.count)
        #expect(names.count == Schema.definition.split(separator: "CREATE TABLE ").count)
        var indexes = 0
        for part in Schema.parts.dropFirst() {
            #expect(part.text.split(separator: "CREATE TABLE ", omittingEmptySubsequences: false).count == 2)
            for index in part.text.split(separator: "\n") where index.contains(" INDEX ") {
                #expect(index.contains(" ON \(part.name) "))
                indexes += 1
            }
        }
        #expect(indexes > 1)
    }
}
