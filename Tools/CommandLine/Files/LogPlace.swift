import KeywayFileLog
import KeywayPostgres
import ProgramStreams

extension Operand {
    /// A log that a command reads and does not change.
    static func log(_ summary: String = "The log's folder, or the address of its database: postgresql://...") -> Operand
    {
        Operand(name: "LOG", summary: summary, takesAddress: true)
    }
}

/// Where the log of a command line is.
enum LogPlace {
    case folder(String)
    case database(PostgresDatabase)

    /// The place that is the command's first operand.
    init(of arguments: Arguments) throws {
        guard let word = arguments.operands.first else { preconditionFailure("the reader asks for it") }
        try self.init(word, helpOf: arguments.command)
    }

    /// - Parameters:
    ///   - word: as the command line has it.
    ///   - command: the command, whose help an error names.
    /// - Throws: `UsageError` where this build reads no database, and where the word looks like an address and does not begin like one;
    ///   `CallRefusal` where it begins like one and is none.
    init(_ word: String, helpOf command: String?) throws {
        // libpq reads these beginnings in lowercase only.
        guard ["postgresql://", "postgres://"].contains(where: word.hasPrefix) else {
            // An address that was misspelled: taken for a folder, it would be shown with its password, and become the folder's name.
            if word.looksLikeAddress {
                throw UsageError("the address of a database begins with postgresql://", helpOf: command)
            }
            self = .folder(word)
            return
        }
        do throws(PostgresLog.Failure) {
            self = .database(try PostgresDatabase(word, label: "keyway"))
        } catch {
            if case .notBuilt = error { throw UsageError("LOG: \(error)", helpOf: command) }
            throw CallRefusal("\(error)")
        }
    }

    /// The database that is the command's first operand.
    ///
    /// - Parameter reason: why a folder will not do, as the error begins.
    /// - Throws: `UsageError` also where the operand is a folder.
    static func database(of arguments: Arguments, because reason: String) throws -> PostgresDatabase {
        guard case .database(let database) = try LogPlace(of: arguments) else {
            throw UsageError(
                "\(reason): LOG needs the address of a database, postgresql://...", helpOf: arguments.command)
        }
        return database
    }

    /// Opens a folder's log for writing, and begins one where there is none.
    ///
    /// - Throws: `UsageError` where the word is a database: only an app writes there, because writing needs the lease.
    static func openForWriting(_ word: String, helpOf command: String?) throws -> FileLog {
        guard case .folder(let path) = try LogPlace(word, helpOf: command) else {
            throw UsageError("a log in a database is written by apps only: name a folder", helpOf: command)
        }
        return try FileLog(path)
    }

    /// How sentences name the log: a database without its password.
    var name: String {
        switch self {
        case .folder(let path): path
        case .database(let database): database.name
        }
    }

    /// What a page about the log is called.
    var title: String {
        switch self {
        case .folder(let path): path.lastComponent
        case .database(let database): database.name
        }
    }

    /// Whether the file at this path lies in the log's folder, or would lie there.
    func isFolder(of path: String) -> Bool {
        guard case .folder(let folder) = self else { return false }
        return FileAccess.identity(of: folder) == FileAccess.realFolder(of: path)
    }

    /// Whether the log lies in this folder, also where either path goes through links.
    func isFolder(_ path: String) -> Bool {
        guard case .folder(let folder) = self else { return false }
        return FileAccess.identity(of: folder) == FileAccess.identity(of: path)
    }

    /// Opens the log for reading.
    ///
    /// `progress` is told after each segment of a folder's log how many are read, of how many; a database answers at once.
    func openForReading(
        progress: (_ read: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> any ReadableLog {
        switch self {
        case .folder(let path): try FolderLog(path, progress: progress)
        case .database(let database): try DatabaseLog(database)
        }
    }
}
