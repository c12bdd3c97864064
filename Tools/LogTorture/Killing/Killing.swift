import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayTesting
import ProgramStreams

/// Kills processes that write into one folder, one after the other, and checks that no acknowledged record is lost. A life is one process,
/// from its start to its kill.
struct Killing {
    /// How many processes are killed.
    let count: Int
    let seed: UInt64
    let streams: Streams
    /// The program itself, in the processes that are killed.
    var executable = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])

    /// How many processes write into one folder before a new one is made: opening a long log takes long.
    private static let livesOfFolder = 100

    /// - Throws: ``UnbegunProcess`` where the system begins no process; then nothing is said of the log.
    func run() async throws(UnbegunProcess) -> TortureResult {
        var tally = TortureTally()
        var chance = SeededGenerator(seed: seed)
        /// For each run, by its number, how many of its records were acknowledged.
        var known: [UInt64: UInt64] = [:]
        var folder = freshFolder()
        var keepsLog = false
        defer { if !keepsLog { try? FileManager.default.removeItem(atPath: folder) } }
        for life in 0..<count {
            if life % Self.livesOfFolder == 0, life > 0 {
                try? FileManager.default.removeItem(atPath: folder)
                folder = freshFolder()
                known = [:]
            }
            let pause = UInt64.random(in: 0...60_000, using: &chance)
            let acknowledged = try await kill(
                UInt64(life), in: folder, afterMicroseconds: pause, chance: &chance, tally: &tally)
            tally.crashes += 1
            tally.acknowledged += acknowledged.count
            for (run, sequence) in acknowledged { known[run] = max(known[run] ?? 0, sequence + 1) }
            // To read all runs takes long, so they are read after each tenth life and the last, and else only the runs of that life.
            await check(folder, known, ofLife: UInt64(life), all: life % 10 == 9 || life == count - 1, &tally)
            streams.showProgress("\(life + 1) of \(count) processes killed, \(tally.acknowledged) records acknowledged")
            if !tally.breaches.isEmpty { break }
        }
        keepsLog = !tally.breaches.isEmpty
        if keepsLog { streams.remark("the log is kept: \(folder)") }
        return TortureResult(kills: tally)
    }

    private func freshFolder() -> String {
        FileManager.default.temporaryDirectory.appending(path: "keyway-torture-\(UUID().uuidString)")
            .path(percentEncoded: false)
    }

    /// Lets a process write and kills it; returns the records that the process reported as acknowledged.
    private func kill(
        _ life: UInt64, in folder: String, afterMicroseconds pause: UInt64, chance: inout SeededGenerator,
        tally: inout TortureTally
    ) async throws(UnbegunProcess) -> [(run: UInt64, sequence: UInt64)] {
        let process = Process()
        process.executableURL = executable
        process.arguments = ["--write", folder, "--life", String(life)]
        let pipe = Pipe()
        process.standardOutput = pipe
        do {
            try process.run()
        } catch {
            throw UnbegunProcess(reason: "\(error)")
        }
        let reading = Task.detached { pipe.fileHandleForReading.readDataToEndOfFile() }
        // Each eighth process is killed within 15 ms, mostly while it opens the log; the others later, mostly while they write.
        try? await Task.sleep(for: .microseconds(life % 8 == 7 ? pause / 4 : pause + 15_000))
        if !process.kill() {
            tally.note(
                Breach(
                    seed: seed, law: .noSoundLogIsRefused, explanation: "process \(life) has ended before it was killed"
                ))
        }
        let bytes = [UInt8](await reading.value)
        process.waitUntilExit()
        return stride(from: 0, through: bytes.count - Writing.acknowledgementLength, by: Writing.acknowledgementLength)
            .map { start in
                let number = { (at: Int) in
                    bytes[start + at..<start + at + 8].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
                }
                return (number(0), number(8))
            }
    }

    /// Checks that the log opens and has all records that were acknowledged, and that its records of these runs are as they were written.
    ///
    /// - Parameters:
    ///   - known: for each run, by its number, how many of its records were acknowledged.
    ///   - all: whether all of these runs are read, and not only those of the life, whose number stands in a run's (`Writing.sample`).
    private func check(
        _ folder: String, _ known: [UInt64: UInt64], ofLife life: UInt64, all: Bool, _ tally: inout TortureTally
    ) async {
        func breach(_ law: TortureLaw, _ explanation: String, count: Int = 1) {
            tally.note(
                Breach(seed: seed, law: law, explanation: "life \(life): \(explanation)"), count: count)
        }
        do {
            // Without a folder no process has lived long enough to make the log.
            if known.isEmpty, !FileManager.default.fileExists(atPath: folder) { return }
            let report = try? FileLog.verify(folder)
            // A tail in doubt, bytes of an unfinished write at the end, is what a kill may leave.
            for finding in report?.findings ?? [] where finding.kind != .tailInDoubt {
                breach(.noSoundLogIsRefused, "\(finding)")
            }
            let log = try FileLog(folder, segmentSize: Writing.segmentSize)
            tally.openings += 1
            for (run, count) in known.sorted(by: { $0.key < $1.key }) where all || run >> 24 == life {
                let sample = SampleRun(run)
                let found = try await log.records(of: sample.run)
                if found.count < count {
                    breach(
                        .nothingAcknowledgedIsLost, "run \(run) has \(found.count) records of \(count)",
                        count: Int(count) - found.count)
                } else if found != sample.records(0..<UInt64(found.count)) {
                    breach(.noDamageInSilence, "run \(run) has records that nobody wrote")
                }
            }
            try await log.close()
        } catch {
            breach(.noSoundLogIsRefused, "\(error)")
        }
    }
}

extension Process {
    /// Kills the process; does nothing and returns false where it has ended, as the system may have given its number to another process.
    func kill() -> Bool {
        guard isRunning else { return false }
        Foundation.kill(processIdentifier, SIGKILL)
        return true
    }
}
