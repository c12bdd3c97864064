import KeywayCore
import KeywayLog
import KeywayReplay

/// What a tested run went through, in lines for a failure to show.
struct Story {
    let effects: EffectDescription

    /// A line for the beginning, for each event and each sub-flow that begins, and for each time that a process went on with the run.
    func lines(of records: [Record]) -> [String] {
        let timeline: Replay.Timeline
        do { timeline = try Replay(of: records).timeline } catch { return ["\(error)"] }
        var entries = timeline.entries[...]
        var lines = ["\(Self.time(0)) begins in \(timeline.initialState)" + Self.orders(timeline.initialEffects)]
        for record in records {
            if case .resumed = record.content {
                lines.append("\(Self.time(record.time.milliseconds - timeline.began.milliseconds)) comes back")
            }
            while let entry = entries.first, entry.sequence <= record.sequence {
                lines.append(Self.line(of: entries.removeFirst()))
            }
        }
        return lines
    }

    /// A line for each call of a handler.
    func lines(of calls: [HandlerCalls.Call]) -> [String] {
        calls.map { call in
            let remark = call.isExpected ? "" : ", not expected so far"
            return "handler \(effects.text(of: call)) \(call.isWaiting ? "waits" : Self.text(of: call.end))\(remark)"
        }
    }

    private static func line(of entry: Replay.Timeline.Entry) -> String {
        let leg = entry.leg.map { "\($0): " } ?? ""
        let fields = entry.fields.isEmpty ? "" : "(" + entry.fields.map(\.description).joined(separator: ", ") + ")"
        return "\(time(entry.at)) \(leg)\(entry.event)\(fields) \(entry.disposition), \(entry.state)"
            + orders(entry.effects)
    }

    private static func orders(_ effects: [String]) -> String {
        effects.isEmpty ? "" : ", orders " + effects.joined(separator: ", ")
    }

    private static func text(of end: HandlerCalls.Call.End?) -> String {
        switch end {
        case nil: "is at work"
        case .returned?: "returned"
        case .failed(let reason)?: "failed: \(reason)"
        case .died?: "died with its process"
        }
    }

    /// The time since the beginning, as a spec spells a duration.
    private static func time(_ milliseconds: Int64) -> String { "\(SpelledDuration(milliseconds: milliseconds))" }
}
