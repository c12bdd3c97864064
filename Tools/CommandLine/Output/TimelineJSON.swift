import KeywayCore
import KeywayLog
import KeywayReplay

extension Replay.Timeline {
    /// The members of the JSON object that scripts get for a run.
    func members(log: String) -> [JSONValue.Member] {
        [
            .init(name: "flow", value: .text(flow)),
            .init(name: "version", value: .integer(Int64(version))),
            .init(name: "run", value: .text(run.description)),
            .init(name: "reference", value: .optional(reference)),
            .init(name: "kind", value: .text("\(kind)")),
            // Null for a transcript, whose clock begins at 0; live runs and shadows have a date.
            .init(name: "began", value: .optional(began.date(in: kind))),
            .init(name: "parameters", value: parameters.json),
            // A shadow's flow only watches: the app's own handler ends the sign-in, so the flow's final is no end of it.
            .init(name: "final", value: .optional(kind == .shadow ? nil : final)),
            .init(name: "state", value: .text(state)),
            .init(name: "kept", value: kept.json),
            .init(name: "log", value: .text(log)),
            .init(
                name: "beginning",
                value: .object(["at": .seconds(0), "state": .text(initialState), "effects": .texts(initialEffects)])),
            .init(name: "timeline", value: .list(entries.map(\.json))),
        ]
    }
}

extension Replay {
    /// The members that the timeline has, and in `notes` the records that are no events.
    func members(log: String) -> [JSONValue.Member] {
        let told = notes.map { note in
            JSONValue.object([
                "sequence": .integer(Int64(clamping: note.sequence)), "at": .seconds(note.at),
                "kind": .text(note.kind.rawValue), "text": .text(note.text),
            ])
        }
        return timeline.members(log: log) + [.init(name: "notes", value: .list(told))]
    }
}

extension Replay.Timeline.Entry {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init(name: "sequence", value: .integer(Int64(clamping: sequence))), .init(name: "at", value: .seconds(at)),
            .init(name: "event", value: .text(event)), .init(name: "cause", value: .text(cause)),
            .init(name: "fields", value: fields.json),
            .init(name: "disposition", value: .text(disposition.description)),
            .init(name: "state", value: .text(state)), .init(name: "effects", value: .texts(effects)),
            .init(name: "choices", value: .texts(choices)), .init(name: "stamp", value: .text(stamp.description)),
        ]
        // Only an event that ends the run or a sub-flow can keep values.
        if !kept.isEmpty { members.append(.init(name: "kept", value: kept.json)) }
        // Only an event of a sub-flow has a leg.
        if let leg { members.append(.init(name: "leg", value: .text(leg))) }
        if let unread {
            members.append(
                .init(
                    name: "unread",
                    value: .object([
                        "name": .optional(unread.name), "status": unread.status.map { .integer($0) } ?? .null,
                    ])))
        }
        return .object(members)
    }
}

extension [Replay.Timeline.Field] {
    var json: JSONValue { .object(map { .init(name: $0.name, value: $0.value.json) }) }
}

extension Replay.ShownValue {
    fileprivate var json: JSONValue {
        switch self {
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .duration(let milliseconds): .seconds(milliseconds)
        case .text(let text), .name(let text): .text(text)
        case .names(let names): .texts(names)
        // An object and no text, so that no text that a provider said can be taken for a value that is only known to be present.
        case .present: .object([.init(name: "present", value: .bool(true))])
        }
    }
}

extension Replay.Disagreement {
    var json: JSONValue {
        .object([
            "run": .text(run.description), "sequence": .integer(Int64(clamping: sequence)), "event": .text(event),
            "state": .optional(state), "field": .text(field), "recorded": .text(recorded), "computed": .text(computed),
        ])
    }

    var sentence: String {
        "run \(run), record \(sequence), event \(event)\(state.map { " in \($0)" } ?? ""): \(field) was recorded as \(recorded),"
            + " and the flow makes it \(computed)"
    }
}

extension Replay.Divergence {
    /// `state` is the state that the recorded flow reached with this event, not the one before it.
    var json: JSONValue {
        .object([
            "run": .text(run.description), "sequence": .integer(Int64(clamping: sequence)), "state": .text(state),
            "event": .text(event),
        ])
    }
}
