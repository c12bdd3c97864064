import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay

/// A run's history as lines for people; `run` and `replay` print the same.
enum TimelineText {
    /// How many blanks further lines begin with, so that they stand below the event, where a line is broken for a narrow terminal.
    static let indentation = 18

    /// The line that says which run follows, and whether it is a shadow's; `about` is what a played transcript says of itself.
    static func header(of timeline: Replay.Timeline, about: String? = nil) -> String {
        let reference = timeline.reference.map { ", reference \($0)" } ?? ""
        let date = timeline.began.date(in: timeline.kind).map { ", began \($0)" } ?? ""
        let story = about.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
        let player = timeline.kind == .shadow ? ", a shadow beside the app's own handler" : ""
        return "\(timeline.flow) version \(timeline.version), run \(timeline.run)\(reference)\(date)\(player)\(story)"
            .harmless
    }

    /// The line before all events, which has no disposition.
    static func beginning(of timeline: Replay.Timeline) -> String {
        row(
            0, at: 0, "began", "", timeline.initialState, effects: timeline.initialEffects,
            remarks: timeline.parameters.map(\.description))
    }

    /// An event's line; `remark` says what became of an event that has no record.
    static func line(of entry: Replay.Timeline.Entry, remark: String? = nil) -> String {
        let choices = entry.choices.isEmpty ? [] : ["through \(entry.choices.joined(separator: ", "))"]
        // A disposition `stale` says already that the event belongs to an earlier attempt or order.
        let stamp = entry.stamp == .stale && entry.disposition != .stale ? ["of an earlier attempt or order"] : []
        return row(
            remark == nil ? entry.sequence : nil, at: entry.at, entry.name, entry.disposition.description, entry.state,
            effects: entry.effects,
            remarks: (entry.unread.map { [$0.words] } ?? []) + entry.reason + entry.fields.map(\.description) + stamp
                + choices
                + entry.kept.map(\.description)
                + [remark].compactMap { $0 })
    }

    /// The line of a record that is no event.
    static func line(of note: Replay.Note) -> String {
        "\("\(note.sequence)".aligned(to: 4))  \("\(note.at.seconds)s".aligned(to: 10))  - \(note.text)".harmless
    }

    /// The lines of a replay: which run it is, and one line for each record, in the order of the log.
    static func lines(of replay: Replay) -> [String] {
        let entries = replay.timeline.entries.map { ($0.sequence, line(of: $0)) }
        let notes = replay.notes.map { ($0.sequence, line(of: $0)) }
        return [header(of: replay.timeline), beginning(of: replay.timeline)]
            + (entries + notes).sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Whether and where the run ended, as a part of a sentence.
    static func ending(of timeline: Replay.Timeline, losing loss: RecordLoss = .nothing) -> String {
        if let final = timeline.final {
            return (["ended in \(final)"] + timeline.kept.map(\.description)).joined(separator: ", ").harmless
        }
        return switch loss {
        case .nothing: "not ended: the run is in \(timeline.state)"
        case .possible:
            "not ended in what is left of the damaged log: the run was last in \(timeline.state), and may have ended in the damaged part"
        case .certain: "cut by damage: the run was last in \(timeline.state)"
        }
    }

    /// A line of the table. Its columns are of fixed width, so that a line can be printed before the next one is known.
    ///
    /// `sequence`: nil for an event that has no record. `milliseconds`: since the run began.
    private static func row(
        _ sequence: UInt64?, at milliseconds: Int64, _ event: String, _ disposition: String, _ state: String,
        effects: [String],
        remarks: [String]
    ) -> String {
        let remarks = remarks.isEmpty ? "" : "(\(remarks.joined(separator: "; ")))"
        let cells = [
            (sequence.map { "\($0)" } ?? "").aligned(to: 4), "\(milliseconds.seconds)s".aligned(to: 10),
            event.padded(to: 22), disposition.padded(to: 12),
            state.padded(to: 14),
            [effects.joined(separator: ", "), remarks].filter { !$0.isEmpty }.joined(separator: " "),
        ]
        var line = cells.joined(separator: "  ")
        while line.hasSuffix(" ") { line.removeLast() }
        return line.harmless
    }
}

extension Replay.Timeline.Entry {
    /// The event after the name of its leg, such as `silent: confirmed`; the root has no name.
    fileprivate var name: String { leg.map { "\($0): \(event)" } ?? event }

    /// Why an answer came that no handler gave; nothing for any other event, whose cause its name and its effects tell.
    fileprivate var reason: [String] {
        switch cause {
        case Cause.failed.name: ["the handler failed"]
        case Cause.refused.name: ["not performed: another run held the SDK"]
        case Cause.interrupted.name: ["the process ended"]
        case Cause.valueGone.name: ["not performed: a value was gone"]
        case Cause.limit.name: ["no answer in time"]
        case Cause.overrun.name: ["too many records"]
        default: []
        }
    }
}
