import FlowTranscripts
import KeywayDebugger
import KeywayReplay

extension RunSnapshot {
    /// Where the run stands, as lines for people.
    var lines: [String] {
        ["at \(at.seconds)s:"]
            + legs.flatMap { leg in
                let place = "  \(leg.name.map { "\($0) in " } ?? "in ")\(leg.state)"
                let values =
                    leg.values.isEmpty ? [] : ["    values   \(leg.values.map(\.description).joined(separator: ", "))"]
                let timers = leg.timers.map {
                    "    timer    \($0.name), due at \($0.due.seconds)s\($0.isHeld ? ", held" : "")"
                }
                let effects = leg.effects.map { "    open     \($0.name), until \($0.due.seconds)s" }
                let parts: [[String]] = [[place], values, timers, effects, leg.lanes.map(\.line)]
                return parts.flatMap { $0 }
            }
    }

    /// The members to add to the JSON object of the run.
    var members: [JSONValue.Member] {
        [
            .init(
                name: "snapshot",
                value: .object([
                    "at": .seconds(at),
                    "legs": .list(
                        legs.map { leg in
                            .object([
                                "leg": .optional(leg.name), "state": .text(leg.state), "context": leg.values.json,
                                "timers": .list(leg.timers.map(\.json)), "effects": .list(leg.effects.map(\.json)),
                                "lanes": .list(leg.lanes.map(\.json)),
                            ])
                        }),
                ]))
        ]
    }
}

extension RunSnapshot.Wait {
    fileprivate var json: JSONValue {
        .object(["name": .text(name), "due": .seconds(due), "held": .bool(isHeld)])
    }
}

extension RunSnapshot.Lane {
    fileprivate var line: String {
        "    lane     \(name) of \(provider), asked for by record \(asked), \(isHeld ? "granted" : "not granted yet")"
    }

    fileprivate var json: JSONValue {
        .object([
            "name": .text(name), "provider": .text(provider), "held": .bool(isHeld),
            "asked": .integer(Int64(clamping: asked)),
        ])
    }
}
