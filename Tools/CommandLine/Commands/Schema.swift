import KeywayPostgres

extension Option {
    fileprivate static let feed = Option(
        name: "--feed",
        summary: "Prints what gives the log of nodes a feed, to be run beside its tables, also while nodes go on")
    fileprivate static let checked = Option(
        name: "--check", value: "LOG",
        summary: "Prints no tables, and says whether this database has them, and the user's rights")
}

extension Command {
    static let schema = Command(
        name: "schema", summary: "prints the tables of a log in PostgreSQL, for whoever owns the database to run once",
        options: [.feed, .checked],
        endings: [
            (.fine, "The tables are printed, or the database has them"),
            (.problem, "The database has none or others, the user lacks rights, or the server cannot be reached"),
        ],
        example: "keyway schema --check postgresql://keyway@db.internal/signin",
        perform: { arguments, surroundings in
            let hasFeed = arguments[.feed] != nil
            guard let word = arguments[.checked] else {
                surroundings.console.write(hasFeed ? PostgresDatabase.feedSchema : PostgresDatabase.schema)
                return .fine
            }
            if hasFeed {
                throw UsageError("--feed prints something, and --check does not: say one of them", helpOf: "schema")
            }
            guard case .database(let database) = try LogPlace(word, helpOf: "schema") else {
                throw UsageError("--check needs the address of a database: postgresql://...", helpOf: "schema")
            }
            try database.check()
            surroundings.console.writeLine("\(database.name): a log can be opened here".harmless)
            return .fine
        })
}
