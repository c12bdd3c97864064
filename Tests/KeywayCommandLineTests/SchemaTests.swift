import KeywayLog
import Testing

@testable import KeywayCommandLine
@testable import KeywayPostgres

@Suite("keyway schema")
struct SchemaTests {
    @Test("schema prints the tables, and with --feed what a feed needs besides")
    func printing() {
        let tables = keyway("schema")
        #expect(tables.code == .fine && tables.output.contains("CREATE TABLE keyway.shared_block"))
        #expect(!tables.output.contains("xid"))
        let feed = keyway("schema", "--feed")
        #expect(feed.code == .fine && !feed.output.contains("CREATE TABLE"))
        #expect(feed.output.contains("ADD COLUMN xid") && feed.output.contains("shared_block_feed"))
    }

    @Test("With --weeks schema prints the tables of so many weeks, and refuses a number out of range")
    func weeks() {
        let call = keyway("schema", "--weeks", "8")
        #expect(call.code == .fine && call.output.contains("PARTITION BY RANGE (place)"))
        #expect(call.output.contains("present + 8 LOOP") && !call.output.contains("CREATE SCHEMA"))
        for number in ["521", "-1", "eight", ""] { #expect(keyway("schema", "--weeks", number).code == .usage) }
    }

    @Test("With --engine schema prints tables for another engine, which say first that they were not run there")
    func engine() {
        for engine in ["CockroachDB", "YugabyteDB", "citus"] {
            let call = keyway("schema", "--engine", engine)
            #expect(call.code == .fine && call.output.contains("CREATE TABLE keyway.shared_block"))
            let first = call.output.split(separator: "\n").first ?? ""
            #expect(first.hasPrefix("-- ") && first.contains("They were not run there"))
        }
    }

    @Test("For an engine that schema does not know it names those that it knows")
    func unknownEngine() {
        let call = keyway("schema", "--engine", "Oracle")
        #expect(call.code == .usage && call.output.isEmpty)
        #expect(call.errors.first?.contains("'Oracle', but for Citus, CockroachDB, YugabyteDB") == true)
    }

    @Test("What a database is asked needs its address", arguments: ["--check", "--missing"])
    func folder(option: String) {
        let call = keyway("schema", option, "/tmp")
        #expect(call.code == .usage)
        #expect(call.errors.first?.contains("\(option) needs the address of a database") == true)
    }

    @Test("What nodes need is checked, and not printed by itself")
    func nodes() {
        for options in [["--nodes"], ["--nodes", "--feed"]] {
            #expect(keyway(["schema"] + options).errors.first?.contains("--nodes needs --check") == true)
        }
    }

    @Test("--check says of each use whether the database is fit for it, and what survives that is acknowledged")
    func uses() {
        typealias Uses = PostgresDatabase.CheckedUses
        let missing = PostgresLog.Failure.missingRights(database: "the database 'signin'", rights: "DELETE keyway.key")
        let unsafe = Uses(failures: [.keys: missing], durability: .written, weakness: "fsync is off")
        #expect(
            unsafe.lines(of: "the database 'signin'") == [
                "the log of one process: yes, the database 'signin'",
                "the log that nodes share: yes, the database 'signin'",
                "the keys of runs: no, the database 'signin': the user lacks rights, which the owner of the tables can grant: "
                    + "DELETE keyway.key",
                "what is acknowledged survives the end of a program, but no failure of the server or its machine, for fsync is off",
            ])
        #expect(Uses(durability: .flushed).lines(of: "d").last?.contains("survives a loss of power") == true)
        #expect(Uses(durability: .replicated).lines(of: "d").last?.contains("loss of the server's machine") == true)
    }

    @Test(
        "Options that ask for two different things do not go together",
        arguments: [
            ["--feed", "--check", "postgresql://localhost/signin"], ["--feed", "--weeks", "8"],
            ["--weeks", "8", "--check", "postgresql://localhost/signin"], ["--engine", "Citus", "--weeks", "8"],
            ["--missing", "postgresql://localhost/signin", "--check", "postgresql://localhost/signin"],
        ])
    func both(options: [String]) {
        let call = keyway(["schema"] + options)
        #expect(call.code == .usage && call.errors.first?.contains("say one of them") == true)
    }
}
