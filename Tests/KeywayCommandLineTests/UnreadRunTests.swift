import KeywayCore
import KeywayLog
import KeywayPostgres
import Testing

@testable import KeywayCommandLine

@Suite("A run that cannot be read, in a log that gives the others")
struct UnreadRunTests {
    /// A log in a folder, which refuses the records of one run as a database does.
    private struct PartlyReadLog: ReadableLog {
        let log: FolderLog
        let unread: RunID
        let failure: PostgresLog.Failure

        var runs: [RunID] { log.runs }
        var remarks: [String] { [] }
        var troubles: [String] { [] }

        func records(of run: RunID) throws(RecordsRefusal) -> [Record] {
            if run == unread { throw RecordsRefusal(failure, of: run) }
            return try log.records(of: run)
        }

        func stuckRuns() -> Set<RunID> { [] }
    }

    private static let unreadable: [PostgresLog.Failure] = [
        .damaged(database: "the database 'signin'", "its checksum is another"),
        .newerContent(database: "the database 'signin'", "record 3 is of a later version"),
    ]

    private let surroundings: Surroundings
    /// Kept as long as the log in it is read: it removes its files when it goes.
    private let made: TemporaryFolder
    private let folder: FolderLog
    private let output = Lock("")
    private let remarks = Lock<[String]>([])

    /// Two runs of the door, which the app named case 1 and case 2.
    init() throws {
        made = try Door.folder()
        for seed in ["1", "2"] { Door.run(in: made, "--seed", seed, "--reference", "case \(seed)").expectFine() }
        folder = try FolderLog(made.path(of: "log")) { _, _ in }
        let console = Console(
            write: { [output] part in output.withLock { $0 += part } },
            remark: { [remarks] line in remarks.withLock { $0.append(line) } })
        surroundings = Surroundings(console: console, workingDirectory: "/", temporaryFolder: "/")
    }

    /// The log, which refuses the first run's records so.
    private func log(refusing failure: PostgresLog.Failure) throws -> OpenedLog {
        try OpenedLog(
            PartlyReadLog(log: folder, unread: folder.runs[0], failure: failure), named: "the log", titled: "log",
            in: surroundings)
    }

    @Test("Who goes through all runs gets the others, and a sentence about the unread run", arguments: unreadable)
    func forEach(failure: PostgresLog.Failure) throws {
        let log = try log(refusing: failure)
        var read: [RunID?] = []
        let untold = try log.untold(of: log.runs) { read.append($0.first?.run) }
        #expect(read == [folder.runs[1]] && untold.runs.map(\.run) == [folder.runs[0]])
        #expect(untold.sentences == ["\(failure)"])
        #expect(untold.runs.first?.reason.contains("signin") == false, "a page does not say where the log lies")
    }

    @Test("The other run is found by its reference, and the end says which may be meant too", arguments: unreadable)
    func reference(failure: PostgresLog.Failure) throws {
        let log = try log(refusing: failure)
        let choice = try RunChoice(Arguments(values: [Option.reference.name: "case 2"]))
        #expect(try choice.run(in: log) == folder.runs[1])
        #expect(try choice.run(in: log) == folder.runs[1])
        #expect(log.conclude() == .problem)
        #expect(remarks.withLock { $0 } == ["\(failure)"])
        let other = try RunChoice(Arguments(values: [Option.reference.name: "case 1"]))
        let refusal = #expect(throws: CallRefusal.self) { try other.runs(in: log) }
        #expect(refusal?.sentences.last == "\(failure)")
    }

    @Test("Who asks for the unread run alone is told why it cannot be read", arguments: unreadable)
    func alone(failure: PostgresLog.Failure) throws {
        let log = try log(refusing: failure)
        let refusal = #expect(throws: CallRefusal.self) { try log.records(of: folder.runs[0]) }
        #expect(refusal?.sentences == ["\(failure)"])
    }

    @Test("A server that does not answer ends the loop: it would give no other run")
    func storage() throws {
        let fault = StorageFault(operation: "read", subject: "the database 'signin'", number: 0, reason: "no answer")
        let log = try log(refusing: .storage(fault))
        #expect(throws: CallRefusal.self) {
            try log.untold(of: log.runs) { _ in Issue.record("a run was read") }
        }
    }
}
