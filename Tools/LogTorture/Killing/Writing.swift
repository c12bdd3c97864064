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

    /// The bytes on stdout for one acknowledged record: the number of its run and its sequence, 8 bytes each, the lowest byte first.
    ///
    /// A pipe never splits a write as short as this, so the reader gets whole acknowledgements even of a process that was killed.
    static let acknowledgementLength = 16
    /// How many records a run has.
    static let recordsOfRun: UInt64 = 12
    /// Small, so that a process that lives for some milliseconds goes through several segments.
    static let segmentSize: UInt64 = 48 << 10

    /// The run with this number, from 0, among those that the process of this life begins. What its records say follows from the number of
    /// the run alone, so that whoever reads the log knows what must be in it.
    static func sample(_ life: UInt64, _ number: UInt64) -> SampleRun { SampleRun(life << 24 | number) }

    func run() async -> Never {
        do {
            // Each fourth process has the log acknowledge what is written and not flushed: a kill loses nothing that is written.
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
            // The next number that none of the eight writers has.
            number += 8
        }
    }

    /// Says on stdout that the record is acknowledged.
    private func tell(_ run: UInt64, _ sequence: UInt64) {
        let word = withUnsafeBytes(of: (run.littleEndian, sequence.littleEndian)) { Array($0) }
        FileHandle.standardOutput.write(Data(word))
    }
}
