import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns

/// A flow whose runs have legs on three levels: `House` is the root, `hall` its sub-flow, and `bell` that of `hall`.
enum House {
    static let bell = """
        flow Bell version 1
        command ring, cancel
        callback word, ready
        effect chime
        effect ask replies yes, no otherwise no within 5s
        source sdk = "SDK" by word singleton { retained READY => ready WORD => word }
        final rung
        final broken
        within 15m -> broken
        on cancel -> broken
        ignore unrecognised
        reject other
        late other
        state quiet waits for user { on ring -> ringing on ready stay on word -> broken }
        state ringing { enter { do chime; do ask } on yes -> rung on no -> broken ignore word, ready }
        """

    static let hall = """
        flow Hall version 1
        command arrive, cancel
        final left
        within 15m -> left
        on cancel -> left
        ignore unrecognised
        reject other
        state idle waits for user { on arrive -> waiting }
        state waiting { child bell = Bell enter { run bell.ring } on bell.rung, bell.broken -> left }
        """

    static let house = """
        flow House version 1
        context { n: int 0...9 = 0 }
        command go, count, leave
        final done
        within 20m -> done
        on leave -> done
        ignore unrecognised
        reject other
        late other
        state outside waits for user { on go -> inside on count stay { n = 0 } }
        state inside { child hall = Hall enter { run hall.arrive } on hall.left -> done on count stay { n = 0 } }
        """

    static func run(kind: RunKind = .live, log: any EventLog = MemoryLog(salt: 7)) throws -> DrivenRun {
        try DrivenRun(LoadedFlow(house, among: ["Hall": hall, "Bell": bell]), kind: kind, log: log)
    }
}

extension DrivenRun {
    /// The cause of each record from this sequence on; nil for a record that tells no event.
    func causes(from sequence: UInt64 = 0) -> [Cause?] {
        records().filter { $0.sequence >= sequence }.map { $0.event?.cause }
    }

    /// The sequences of the records that the run still needs after its last decision; nil where the run is over.
    var neededRecords: [UInt64]? {
        if case .open(let neededRecords) = decision.standing { neededRecords } else { nil }
    }
}
