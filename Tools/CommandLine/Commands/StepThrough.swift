import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import ProgramStreams

/// A run that a person goes through record by record, forward and backward.
struct StepThrough {
    private let records: [Record]
    private let replay: Replay
    private var timeline: Replay.Timeline { replay.timeline }
    /// Where the records and the flow in the log disagree.
    var disagreement: Replay.Disagreement? { replay.disagreement }
    /// Which of the records is shown, counted from 0.
    private var position: Int

    /// - Parameter sequence: the record that is shown first; nil for the run's first.
    init(_ records: [Record], at sequence: UInt64?) throws(CallRefusal) {
        self.records = records
        do throws(Replay.Failure) {
            replay = try Replay(of: records)
        } catch { throw CallRefusal("\(error)") }
        position = Swift.min(Int(clamping: sequence ?? 0), records.count - 1)
    }

    private static let help = "Enter or n: next; p: previous; a number: that record; f: first; l: last; q: quit"

    mutating func perform(in surroundings: Surroundings) throws(CallRefusal) {
        let console = surroundings.console
        console.writeLine(TimelineText.header(of: timeline))
        console.writeLine(Self.help)
        while true {
            for line in try lines {
                console.writeLine(line.harmless, wrappedWith: TimelineText.indentation)
            }
            guard let word = surroundings.readLine(), !["q", "quit"].contains(word) else { return }
            switch word {
            case "", "n": position += 1
            case "p": position -= 1
            case "f": position = 0
            case "l": position = records.count - 1
            default:
                if let number = Int(digits: word), records.indices.contains(number) {
                    position = number
                } else {
                    console.writeLine(
                        "'\(word.harmless)' is none of these. \(Self.help); the last record is \(records.count - 1)")
                }
            }
            position = Swift.min(Swift.max(position, 0), records.count - 1)
        }
    }

    /// The shown record, and where the run stands after it.
    private var lines: [String] {
        get throws(CallRefusal) {
            let sequence = records[position].sequence
            let entry = timeline.entries.first { $0.sequence == sequence }
            let told =
                sequence == 0
                ? TimelineText.beginning(of: timeline)
                : entry.map { TimelineText.line(of: $0) }
                    ?? replay.notes.first { $0.sequence == sequence }.map { TimelineText.line(of: $0) } ?? ""
            do throws(Replay.Failure) {
                return [told] + RunSnapshot(of: try RunHistory(of: records, until: sequence)).lines
            } catch { throw CallRefusal("\(error)") }
        }
    }
}
