import Testing

@testable import KeywayCommandLine

@Suite("keyway schema")
struct SchemaTests {
    @Test("It prints the tables, and with --feed what a feed needs besides")
    func printing() {
        let tables = keyway("schema")
        #expect(tables.code == .fine && tables.output.contains("CREATE TABLE keyway.shared_block"))
        #expect(!tables.output.contains("xid"))
        let feed = keyway("schema", "--feed")
        #expect(feed.code == .fine && !feed.output.contains("CREATE TABLE"))
        #expect(feed.output.contains("ADD COLUMN xid") && feed.output.contains("shared_block_feed"))
    }

    @Test("What is printed and what is checked are not asked for at once")
    func both() {
        let call = keyway("schema", "--feed", "--check", "postgresql://localhost/signin")
        #expect(call.code == .usage && call.errors.first?.contains("say one of them") == true)
    }
}
