import Keyway
import KeywayReplay

extension Timeline {
    /// The members of the object that scripts get for a run.
    func members(log: String) -> [JSONValue.Member] {
        [
            .init(name: "flow", value: .text(flow)),
            .init(name: "version", value: .integer(Int64(version))),
            .init(name: "run", value: .text(run.description)),
            .init(name: "reference", value: .optional(reference)),
            .init(name: "final", value: .optional(final)),
            .init(name: "state", value: .text(state)),
            .init(name: "log", value: .text(log)),
            .init(
                name: "beginning",
                value: .object(["at": .seconds(0), "state": .text(initialState), "effects": .texts(initialEffects)])),
            .init(name: "timeline", value: .list(entries.map(\.json))),
        ]
    }
}

extension Timeline.Entry {
    fileprivate var json: JSONValue {
        .object([
            "sequence": .integer(Int64(clamping: sequence)), "at": .seconds(at), "event": .text(event),
            "disposition": .text(disposition.description), "state": .text(state), "effects": .texts(effects),
            "choices": .texts(choices), "stamp": .text(stamp.description),
        ])
    }
}

extension Replay.Disagreement {
    var json: JSONValue {
        .object([
            "run": .text(run.description), "sequence": .integer(Int64(clamping: sequence)), "event": .text(event),
            "field": .text(field), "recorded": .text(recorded), "computed": .text(computed),
        ])
    }

    var sentence: String {
        "run \(run), record \(sequence), event \(event): \(field) was recorded as \(recorded),"
            + " and the flow makes it \(computed)"
    }
}

extension Departure {
    var json: JSONValue {
        .object([
            "run": .text(run.description), "sequence": .integer(Int64(clamping: sequence)), "state": .text(state),
            "event": .text(event),
        ])
    }
}
