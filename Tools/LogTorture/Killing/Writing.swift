import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayTesting
import ProgramStreams

/// A process that writes into a folder until somebody kills it, and says on stdout what the log has acknowledged.
struct Writing {
    let folder: String
    /// A number that no other process writing into the folder has.
    let life: UInt64

    /// One acknowledged record: the number of its run and its sequence. A pipe never splits a write as short as this.
    static let acknowledgementLength = 16
    /// How many records a run has.
    static let recordsOfRun: UInt64 = 12
    static let segmentSize: UInt64 = 48 << 10

    /// The run that the process of this life begins as its nth.
    static func sample(_ life: UInt64, _ number: UInt64) -> SampleRun { SampleRun(life << 24 | number) }

    func run() async -> Never {
        do {
            // Some processes are killed while they are still opening the log.
            let log = try FileLog(
                folder, acknowledging: life % 4 == 3 ? .written : .flushed, segmentSize: Self.segmentSize)
            await withTaskGroup(of: Void.self) { group in
                for writer in 0..<8 as Range<UInt64> {
                    group.addTask { await write(writer, to: log) }
                }
            }
        } catch {
            Streams().remark("life \(life): \(error)")
        }
        exit(1)
    }

    private func write(_ writer: UInt64, to log: FileLog) async {
        var number = writer
        while true {
            let sample = Self.sample(life, number)
            for sequence in 0..<Self.recordsOfRun {
                do {
                    try await log.append(
                        sample.append(sequence..<sequence + 1, isOver: sequence + 1 == Self.recordsOfRun))
                } catch {
                    Streams().remark("life \(life), run \(number), record \(sequence): \(error)")
                    exit(1)
                }
                tell(sample.run.low, sequence)
            }
            number += 8
        }
    }

    private func tell(_ run: UInt64, _ sequence: UInt64) {
        let word = withUnsafeBytes(of: (run.littleEndian, sequence.littleEndian)) { Array($0) }
        FileHandle.standardOutput.write(Data(word))
    }
}
