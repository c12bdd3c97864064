/// What whoever begins a run of a drawn flow may choose.
extension FlowDrawing {
    /// Gives some flows parameters, and lets rows, deadlines, requirements and sub-flows depend on them in place of constants.
    ///
    /// It draws from a chance of its own, so that a seed gives the same rest of the flow with parameters and without them.
    mutating func giveParameters(_ chance: inout Chance) {
        if chance.percent(40) {
            if chance.percent(70) { giveCount(&chance) }
            if chance.percent(60) { giveManner(&chance) }
            if chance.percent(70) { givePause(&chance) }
        }
        chooseForParts(&chance)
    }

    /// A count that `n` begins with, and that may say how often something happens.
    private mutating func giveCount(_ chance: inout Chance) {
        guard change(100, &chance, { $0 == "  n: int 0...2 = 0" ? "  n: int 0...2 = first" : nil }) else { return }
        declare("first", "int 0...2", among: ["0", "1", "2"], &chance)
        _ = change(50, &chance) { line in
            guard line.hasPrefix("require at most ") else { return nil }
            let words = line.split(separator: " ")
            return (["require", "at", "most", "first"] + words.dropFirst(4)).joined(separator: " ")
        }
    }

    /// What some rows ask in place of `flag`; the row behind each is for the other case.
    private mutating func giveManner(_ chance: inout Chance) {
        let isAsked = change(60, &chance) { line in
            guard let place = line.firstRange(of: " when flag ") else { return nil }
            return "\(line[..<place.lowerBound]) when quick \(line[place.upperBound...])"
        }
        if isAsked { declare("quick", "bool", among: ["true", "false"], &chance) }
    }

    /// How long some deadlines and timers run.
    private mutating func givePause(_ chance: inout Chance) {
        let isAsked = change(50, &chance) { line in
            for beginning in ["  after ", "set poll "] {
                guard let place = line.firstRange(of: beginning) else { continue }
                let rest = line[place.upperBound...].drop { $0.isNumber }
                return "\(line[..<place.upperBound])pause\(rest.dropFirst())"
            }
            return nil
        }
        if isAsked { declare("pause", "duration 1s...9s", among: ["1s", "4s", "9s"], &chance) }
    }

    /// Chooses for parameters of the sub-flow, a constant or what is chosen for the flow itself.
    private mutating func chooseForParts(_ chance: inout Chance) {
        for place in lines.indices where lines[place].hasPrefix("  child ") {
            var choices: [String] = []
            for (name, values) in parametersOfPart where chance.percent(60) {
                let isOwn = parameters.contains { $0.name == name }
                choices.append("\(name): \(isOwn && chance.percent(40) ? name : chance.pick(values))")
            }
            if !choices.isEmpty { lines[place] += "(\(choices.joined(separator: ", ")))" }
        }
    }

    private mutating func declare(_ name: String, _ kind: String, among values: [String], _ chance: inout Chance) {
        let place = lines.firstIndex(of: "context {") ?? lines.endIndex
        lines.insert("param \(name): \(kind) = \(chance.pick(values))", at: place)
        parameters.append((name, values))
    }

    /// Changes so many of a hundred lines that can be changed; whether one was.
    private mutating func change(_ share: Int, _ chance: inout Chance, _ changed: (String) -> String?) -> Bool {
        var hasChanged = false
        for place in lines.indices {
            guard let line = changed(lines[place]), chance.percent(share) else { continue }
            lines[place] = line
            hasChanged = true
        }
        return hasChanged
    }
}
