import KeywayLog
import KeywayPostgres

extension Option {
    fileprivate static let feed = Option(
        name: "--feed",
        summary: "Prints what gives the log of nodes a feed, to be run beside its tables, also while nodes go on")
    fileprivate static let weeks = Option(
        name: "--weeks", value: "N",
        summary: "Prints what keeps records of nodes in a table a week: for this week and N more; may be run again")
    fileprivate static let engine = Option(
        name: "--engine", value: "E",
        summary: "Prints tables for \(PostgresDatabase.otherEngines.joined(separator: ", ")); they were not run there")
    fileprivate static let missing = Option(
        name: "--missing", value: "LOG", summary: "Prints those of the tables that this database lacks",
        takesAddress: true)
    fileprivate static let checked = Option(
        name: "--check", value: "LOG",
        summary:
            "Prints no tables, and says what this database can be used for, and what survives that it acknowledges",
        takesAddress: true)
    fileprivate static let nodes = Option(
        name: "--nodes", summary: "With --check: ends with 1 also where nodes cannot share a log here or keep keys")
}

extension Command {
    static let schema = Command(
        name: "schema", summary: "prints the tables of a log in PostgreSQL, for whoever owns the database to run once",
        options: [.feed, .weeks, .engine, .missing, .checked, .nodes],
        endings: [
            (.fine, "The tables are printed, or a log can be opened in the database"),
            (.problem, "The database has none or others, the user lacks rights, or the server cannot be reached"),
        ],
        example: "keyway schema --check postgresql://keyway@db.internal/signin",
        perform: { arguments, surroundings in
            let asked = [Option.feed, .weeks, .engine, .missing, .checked].filter { arguments[$0] != nil }
            if asked.count > 1 {
                throw UsageError(
                    "\(asked.map(\.name).joined(separator: " and ")) ask for different things: say one of them",
                    helpOf: "schema")
            }
            guard let database = try database(in: arguments, .checked) else {
                if arguments[.nodes] != nil { throw UsageError("--nodes needs --check", helpOf: "schema") }
                guard let database = try database(in: arguments, .missing) else {
                    surroundings.console.write(try printed(arguments))
                    return .fine
                }
                let tables = try database.missingTables()
                surroundings.console.write(tables)
                if tables.isEmpty { surroundings.console.remark("\(database.name): no table is missing".harmless) }
                return .fine
            }
            let found = try database.checkUses()
            for line in found.lines(of: database.name) { surroundings.console.writeLine(line.harmless) }
            let failures = found.failures
            let needed: [PostgresDatabase.Use] = arguments[.nodes] == nil ? [] : [.logOfNodes, .keys]
            let isFine =
                needed.isEmpty
                ? failures[.logOfOneProcess] == nil || failures[.logOfNodes] == nil
                : needed.allSatisfy { failures[$0] == nil }
            return isFine ? .fine : .problem
        })

    /// The database whose address the option has; nil where it is not given.
    private static func database(in arguments: Arguments, _ option: Option) throws -> PostgresDatabase? {
        guard let word = arguments[option] else { return nil }
        guard case .database(let database) = try LogPlace(word, helpOf: "schema") else {
            throw UsageError("\(option.name) needs the address of a database: postgresql://...", helpOf: "schema")
        }
        return database
    }

    /// How many weeks may be asked for: ten years of them.
    private static let greatestWeeks: UInt64 = 520

    private static func printed(_ arguments: Arguments) throws -> String {
        if arguments[.feed] != nil { return PostgresDatabase.feedSchema }
        if let engine = arguments[.engine] { return try tables(for: engine) }
        guard let weeks = try arguments.number(.weeks, in: 0...greatestWeeks) else { return PostgresDatabase.schema }
        return PostgresDatabase.weeksSchema(Int(weeks))
    }

    private static func tables(for engine: String) throws -> String {
        if let tables = PostgresDatabase.schema(forOther: engine) { return tables }
        let known = PostgresDatabase.otherEngines
        throw UsageError(
            "there are no tables for '\(engine.harmless)', but for \(known.joined(separator: ", ")), and without --engine "
                + "for PostgreSQL", helpOf: "schema")
    }
}

extension PostgresDatabase.CheckedUses {
    /// What is printed of it: a line for each use, and one about what is acknowledged.
    ///
    /// - Parameter database: the database's name.
    func lines(of database: String) -> [String] {
        let uses = PostgresDatabase.Use.allCases.map { use in
            failures[use].map { "\(use.rawValue): no, \($0)" } ?? "\(use.rawValue): yes, \(database)"
        }
        let survived =
            switch durability {
            case .replicated: "the loss of the server's machine"
            case .flushed: "a loss of power, but not the loss of the server's machine"
            case .written, .memory: "the end of a program, but no failure of the server or its machine"
            }
        return uses + ["what is acknowledged survives \(survived)\(weakness.map { ", for \($0)" } ?? "")"]
    }
}
