import KeywayCore

extension Transcript.Expectation {
    /// The member of a header's `expect` that says how the run must end, with a value that is JSON already.
    var members: [(name: String, json: String)] {
        switch self {
        case .final(let name): [("final", name.json)]
        case .not(let name): [("not", name.json)]
        }
    }
}

extension Transcript.RunDemands {
    /// The members of a header's `expect` that say what the run must have done, with values that are JSON already.
    var members: [(name: String, json: String)] {
        var members: [(name: String, json: String)] = []
        if !kept.isEmpty { members.append(("kept", RawValue.object(kept).json)) }
        if let effects { members.append(("effects", jsonList(effects.map(\.json)))) }
        if !without.isEmpty { members.append(("without", jsonList(without.map(\.json)))) }
        return members
    }
}

extension Transcript.LineDemands {
    /// The members of a line's `expect`, with values that are JSON already.
    var members: [(name: String, json: String)] {
        var members: [(name: String, json: String)] = []
        if let disposition { members.append(("disposition", "\(disposition)".json)) }
        if states.count == 1 {
            members.append(("state", states[0].json))
        } else if !states.isEmpty {
            members.append(("state", jsonList(states.map(\.json))))
        }
        if let effects { members.append(("effects", jsonList(effects.map(\.json)))) }
        return members
    }
}

extension Transcript.ExpectedOrder {
    /// The effect's name alone where no argument counts, else an object.
    fileprivate var json: String {
        arguments.isEmpty
            ? effect.json : jsonObject([("effect", effect.json), ("with", RawValue.object(arguments).json)])
    }
}
