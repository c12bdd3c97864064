import KeywayFileLog
import KeywayLog
import KeywayTesting
import SimulatedDisk
import Testing

@Suite("A log of files keeps what every log keeps")
struct ConformanceTests {
    enum Kind: String, CaseIterable, Sendable {
        case flushed
        case written
        case smallSegments
        /// The log takes only a few appends while none is durable.
        case soonOverloaded
    }

    @Test(
        "On a disk in memory, with a thread of its own, it keeps each law, also where the process or the power ends",
        arguments: Kind.allCases, LogLaw.allCases)
    func laws(kind: Kind, law: LogLaw) async throws {
        let disks = Lock<[SimulatedDisk]>([])
        @Sendable func open(_ disk: SimulatedDisk) throws -> FileLog {
            // An opening draws its salt anew, so that two never have the same.
            var generator = SeededGenerator(seed: .random(in: .min ... .max))
            return try FileLog(
                "log", in: disk, acknowledging: kind == .written ? .written : .flushed,
                segmentSize: kind == .smallSegments ? 600 : FileLog.defaultSegmentSize,
                undurableLimit: kind == .soonOverloaded ? 500 : FileLog.defaultUndurableLimit, drawing: &generator)
        }
        try await LogConformance(
            openAgain: { _ in try open(disks.withLock { $0[$0.count - 1] }) },
            openAfterKill: { _ in
                let disk = disks.withLock { $0[$0.count - 1] }
                disk.restart(after: kind == .written ? .kill : .powerLoss)
                return try open(disk)
            },
            makeLog: {
                let disk = SimulatedDisk(chance: Seeded(1))
                disks.withLock { $0.append(disk) }
                return try open(disk)
            }
        ).check(law)
    }
}
