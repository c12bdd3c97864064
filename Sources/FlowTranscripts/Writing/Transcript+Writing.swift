import KeywayCore

extension Transcript {
    /// The transcript as a file has it. Reading the text gives the same header and lines, but numbered by where they stand in this text.
    package var text: String {
        let lines = (header.map { [$0.json] } ?? []) + lines.map(\.json)
        return lines.map { $0 + "\n" }.joined()
    }
}

extension Transcript.Header {
    fileprivate var json: String {
        var members = [("transcript", String(Transcript.version)), ("flow", flow.json)]
        if !about.isEmpty { members.append(("about", about.json)) }
        if !parameters.isEmpty { members.append(("parameters", RawValue.object(parameters).json)) }
        if !replies.isEmpty {
            let effects = replies.sorted { $0.key < $1.key }.map { effect, answers in
                (effect, "[" + answers.map(\.json).joined(separator: ", ") + "]")
            }
            members.append(("replies", jsonObject(effects)))
        }
        if !retained.isEmpty { members.append(("retained", RawValue.list(retained).json)) }
        if !occupied.isEmpty { members.append(("occupied", RawValue.list(occupied.map { .text($0) }).json)) }
        // Under one word a file has both which final the run must end in, or must not, and what else the run must have done.
        let expected = (expectation?.members ?? []) + demands.members
        if !expected.isEmpty { members.append(("expect", jsonObject(expected))) }
        return jsonObject(members)
    }
}

extension Transcript.Answer {
    /// The reply's name alone where the answer says nothing else, else an object. An object without `reply` lets the handler fail.
    fileprivate var json: String {
        if let reply, arguments.isEmpty, after == nil { return reply.json }
        var members: [(String, String)] = []
        if let reply { members.append(("reply", reply.json)) }
        if !arguments.isEmpty { members.append(("with", RawValue.object(arguments).json)) }
        if let after { members.append(("after", after.seconds)) }
        return jsonObject(members)
    }
}

extension Transcript.Line {
    fileprivate var json: String {
        var members = [("at", at.seconds)]
        switch content {
        case .command(let name, let arguments):
            members.append(("command", name.json))
            if !arguments.isEmpty { members.append(("with", RawValue.object(arguments).json)) }
        case .callback(let raw, let attempt):
            members.append(("callback", raw.json))
            if let attempt { members.append(("attempt", String(attempt))) }
        case .restart(let after, let hasValues):
            members.append(("restart", after.seconds))
            if hasValues { members.append(("withValues", "true")) }
        case .occupied(let provider): members.append(("occupied", provider.json))
        case .freed(let provider): members.append(("freed", provider.json))
        case .nothing: break
        }
        if let demands { members.append(("expect", jsonObject(demands.members))) }
        return jsonObject(members)
    }
}
