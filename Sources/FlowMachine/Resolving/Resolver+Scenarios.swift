import FlowLanguage
import KeywayCore

extension Resolver {
    /// Resolves the spec's scenarios; one with an unknown name or another problem is reported and left out.
    mutating func resolveScenarios() {
        var titles: [String: SourceRange] = [:]
        for case .scenario(let scenario) in declarations {
            let title = scenario.title
            if let first = titles[title.content] {
                report(
                    "scenario '\(title.content)' is told twice", at: title.range, .duplicateName,
                    see: .init("the first stands here", at: first))
            }
            titles[title.content] = titles[title.content] ?? title.range
            var lines: [Machine.Scenario.Line] = []
            // Every line is looked at, so that one problem does not hide another.
            for line in scenario.lines {
                if let line = resolve(line) { lines.append(line) }
            }
            guard lines.count == scenario.lines.count else { continue }
            machine.scenarios.append(.init(title: title.content, lines: lines, range: title.range))
        }
    }

    /// The line with its names resolved; nil after a report, and for the end of a sub-flow whose flow is not known.
    private mutating func resolve(_ line: Scenario.Line) -> Machine.Scenario.Line? {
        switch line {
        case .on(let name, let arguments, let range):
            guard let content = content(ofOn: name, arguments) else { return nil }
            return .init(content: content, text: source.text(in: name.range), range: range)
        case .advance(let duration):
            return .init(
                content: .advance(Int64(duration.content)), text: source.text(in: duration.range), range: duration.range
            )
        case .expect(let fact):
            return resolve(fact).map {
                .init(content: .expect($0), text: source.text(in: fact.range), range: fact.range)
            }
        }
    }

    /// What a line's `on` lets happen; nil after a report, and for the end of a sub-flow whose flow is not known.
    private mutating func content(ofOn name: EventName, _ arguments: [Argument]) -> Machine.Scenario.Line.Content? {
        // An app may die whether or not a row says what that means; without such a row the flow has no event `restored`.
        if name.child == nil, !name.isStale, name.name.text == Self.restored, events[Self.restored] == nil {
            let problems = diagnostics.count
            _ = values(of: [], given: arguments, to: "'\(Self.restored)'", at: name.range)
            return diagnostics.count == problems ? .restart : nil
        }
        guard let event = event(ofOn: name), let fields = fields(of: event, arguments, at: name.range) else {
            return nil
        }
        return .event(event, fields: fields, isStale: name.isStale)
    }

    /// The event that a line's `on` names; nil after a report, also for a timer, which fires only by `advance`.
    private mutating func event(ofOn name: EventName) -> Int? {
        let position: Int?
        if let child = name.child {
            position = hasFinal(child, name.name) ? events["\(child.text).\(name.name.text)"] : nil
        } else {
            position = events[name.name.text]
            if position == nil { reportUnknown(name.name, "event", .unknownEvent, among: events.names) }
        }
        guard let position else { return nil }
        let origin = machine.events[position].signature.origin
        if case .timer = origin {
            report(
                "'\(name.name.text)' comes when its time is over; 'advance' lets it pass", at: name.range, .misplacedRow
            )
            return nil
        }
        guard !name.isStale || origin == .callback || origin == .reply else {
            report(
                "only a callback or a reply can be stale, and '\(name.name.text)' is neither", at: name.range,
                .misplacedRow)
            return nil
        }
        return position
    }

    /// The values of the event's fields; nil after a report, and where the event's fields are not known.
    private mutating func fields(of event: Int, _ arguments: [Argument], at range: SourceRange) -> [Value?]? {
        let problems = diagnostics.count
        let signature = machine.events[event].signature
        if isOfUnknownFlow(signature) { return nil }
        let values = values(of: signature.fields, given: arguments, to: "'\(signature.name)'", at: range)
        return diagnostics.count == problems ? values : nil
    }
}
