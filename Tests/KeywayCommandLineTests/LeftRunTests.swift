import KeywayCore
import KeywayLog
import Testing

@testable import KeywayCommandLine

@Suite("A run that leaves a log after a command has listed it")
struct LeftRunTests {
    /// A log in a folder, which one of its runs has left since it was listed, as `keyway retire` has runs leave a database.
    private struct LeftLog: ReadableLog {
        let log: FolderLog
        let left: RunID

        var runs: [RunID] { log.runs }
        var remarks: [String] { [] }
        var troubles: [String] { [] }

        func records(of run: RunID) throws(RecordsRefusal) -> [Record] {
            run == left ? [] : try log.records(of: run)
        }

        func stuckRuns() -> Set<RunID> { [] }
    }

    private let folder: TemporaryFolder
    private let output = Lock("")
    private let remarks = Lock<[String]>([])
    /// Of two runs of the door the first has left the log.
    private let log: OpenedLog
    private let (left, other): (RunID, RunID)

    init() throws {
        folder = try Door.folder()
        for seed in ["1", "2"] { Door.run(in: folder, "--seed", seed).expectFine() }
        let readable = try FolderLog(folder.path(of: "log")) { _, _ in }
        (left, other) = (readable.runs[0], readable.runs[1])
        let console = Console(
            write: { [output] part in output.withLock { $0 += part } },
            remark: { [remarks] line in remarks.withLock { $0.append(line) } })
        log = try OpenedLog(
            LeftLog(log: readable, left: left), named: "the log", titled: "log",
            in: Surroundings(console: console, workingDirectory: "/", temporaryFolder: "/"))
    }

    @Test(
        "A command that goes through all runs passes over one that has left, and takes it for no damaged one",
        arguments: [false, true])
    func forEach(acrossGaps: Bool) throws {
        var read: [RunID?] = []
        let untold = try log.untold(of: log.runs, acrossGaps: acrossGaps) { read.append($0.first?.run) }
        #expect(read == [other] && untold.sentences.isEmpty)
    }

    @Test("Replay tells the runs that remain, and asked for one that has left it says so")
    func replay() throws {
        #expect(try ReplayedLog(log).tell(until: nil, asJSON: false, to: log.console) == .fine)
        #expect(output.withLock { $0.contains("\(other)".prefix(8)) && !$0.hasPrefix("\n") })
        #expect(remarks.withLock { $0 } == [])
        let refusal = #expect(throws: CallRefusal.self) { try log.records(of: left) }
        #expect(refusal?.sentences == ["the log: run \(left) has left the log since this call listed it"])
    }

    @Test("A run that has left one of two compared logs is in the other only")
    func compared() throws {
        let surroundings = Surroundings(console: log.console, workingDirectory: "/", temporaryFolder: "/")
        let whole = try OpenedLog(.folder(folder.path(of: "log")), in: surroundings)
        _ = try whole.compare(with: log, Arguments(values: [Option.format.name: "json"]))
        let told = try members(of: output.withLock { $0 })
        #expect(told["runs"] == .integer(1) && told["unknown"] == .integer(1) && told["different"] == .integer(0))
    }
}
