import KeywayCore

extension TranscriptReader {
    private static let runKeys = ["final", "not", "kept", "effects", "without"]
    private static let lineKeys = ["disposition", "state", "effects"]

    /// Reads from the header's `expect` how the run must end, and what it must have done.
    mutating func readExpectation(
        _ raw: RawValue?, number: Int
    ) -> (end: Transcript.Expectation?, demands: Transcript.RunDemands) {
        var demands = Transcript.RunDemands()
        guard let raw else { return (nil, demands) }
        guard case .object(let members) = raw, !members.isEmpty else {
            report("'expect' must be an object, as {\"final\": name} or {\"not\": name}", at: number)
            return (nil, demands)
        }
        reportKeys(of: members, besides: Self.runKeys, in: "'expect' of the header", at: number)
        let end: Transcript.Expectation?
        switch (members["final"], members["not"]) {
        case (.text(let name)?, nil): end = .final(name)
        case (nil, .text(let name)?): end = .not(name)
        case (nil, nil): end = nil
        default:
            report("'expect' must be {\"final\": name} or {\"not\": name}", at: number)
            end = nil
        }
        switch members["kept"] {
        case nil: break
        case .object(let kept)?: demands.kept = kept
        case _?: report("'kept' of 'expect' must be an object, by the names of what the final keeps", at: number)
        }
        demands.effects = readOrders(members["effects"], number: number)
        switch members["without"] {
        case nil: break
        case .list(let names)?:
            demands.without = names.compactMap { if case .text(let name) = $0 { name } else { nil } }
            if demands.without.count != names.count { fallthrough }
        case _?: report("'without' of 'expect' must be a list of effects' names", at: number)
        }
        return (end, demands)
    }

    /// What a line must have brought about, from its `expect`; nil where the line has none, or one that is no object.
    mutating func readLineExpectation(
        _ raw: RawValue?, of content: Transcript.Line.Content, number: Int
    ) -> Transcript.LineDemands? {
        guard let raw else { return nil }
        guard case .object(let members) = raw, !members.isEmpty else {
            report("'expect' of a line must be an object with 'disposition', 'state' or 'effects'", at: number)
            return nil
        }
        reportKeys(of: members, besides: Self.lineKeys, in: "'expect' of a line", at: number)
        var demands = Transcript.LineDemands()
        if let word = members["disposition"] {
            let known = Disposition.allCases.first { word == .text("\($0)") }
            if let known, content.hasDisposition {
                demands.disposition = known
            } else if known == nil {
                report("'disposition' must be one of \(listed(Disposition.allCases.map { "\($0)" }))", at: number)
            } else {
                report("a line has a 'disposition' only beside a 'command' or 'callback'", at: number)
            }
        }
        demands.states = readStates(members["state"], number: number)
        demands.effects = readOrders(members["effects"], number: number)
        if case .nothing = content, demands.effects != nil {
            report("a line that only moves the clock orders no 'effects'", at: number)
        }
        return demands
    }

    /// The names of the states that `state` of a line's `expect` lists; empty where it has none, and after a report.
    private mutating func readStates(_ raw: RawValue?, number: Int) -> [String] {
        switch raw {
        case nil: return []
        case .text(let name)?: return [name]
        case .list(let names)?:
            let states = names.compactMap { if case .text(let name) = $0 { name } else { nil } }
            if states.count == names.count { return states }
        case _?: break
        }
        report("'state' must be a state's name, or a list of them", at: number)
        return []
    }

    /// The orders that `effects` of an `expect` lists; nil where it has none, and after a report.
    private mutating func readOrders(_ raw: RawValue?, number: Int) -> [Transcript.ExpectedOrder]? {
        guard let raw else { return nil }
        guard case .list(let entries) = raw else {
            report("'effects' of 'expect' must be a list", at: number)
            return nil
        }
        return entries.compactMap { readOrder($0, number: number) }
    }

    /// One expected order: a name, or an object with `effect` and `with`; nil after a report.
    private mutating func readOrder(_ raw: RawValue, number: Int) -> Transcript.ExpectedOrder? {
        switch raw {
        case .text(let name): return .init(effect: name)
        case .object(let members):
            reportKeys(of: members, besides: ["effect", "with"], in: "an effect of 'expect'", at: number)
            guard case .text(let name)? = members["effect"] else { break }
            guard case .object(let arguments) = members["with"] ?? .object([:]) else {
                report("'with' of the effect \(quoted(name)) must be an object", at: number)
                return nil
            }
            return .init(effect: name, arguments: arguments)
        default: break
        }
        report("an effect of 'expect' must be a name, or an object with 'effect' and 'with'", at: number)
        return nil
    }
}

extension Transcript.Line.Content {
    fileprivate var hasDisposition: Bool {
        switch self {
        case .command, .callback: true
        case .restart, .occupied, .freed, .nothing: false
        }
    }
}
