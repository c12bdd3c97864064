/// The parameters of a drawn flow: what whoever begins a run may choose.
extension FlowDrawing {
    /// Gives some flows parameters, and lets rows, deadlines, requirements and sub-flows depend on them in place of constants.
    ///
    /// Call it with a copy of the chance, so that a seed gives the same rest of the system with parameters and without them.
    mutating func giveParameters(_ chance: inout Chance) {
        if chance.percent(40) {
            if chance.percent(70) { giveCount(&chance) }
            if chance.percent(60) { giveManner(&chance) }
            if chance.percent(70) { givePause(&chance) }
        }
        chooseForParts(&chance)
    }

    /// Declares `first`, with which `n` begins. A requirement `at most` may take it as its number.
    private mutating func giveCount(_ chance: inout Chance) {
        guard change(100, &chance, { $0 == "  n: int 0...2 = 0" ? "  n: int 0...2 = first" : nil }) else { return }
        declare("first", "int 0...2", among: ["0", "1", "2"], &chance)
        _ = change(50, &chance) { line in
            guard line.hasPrefix("require at most ") else { return nil }
            let words = line.split(separator: " ")
            return (["require", "at", "most", "first"] + words.dropFirst(4)).joined(separator: " ")
        }
    }

    /// Declares `quick`, for which some guards ask in place of `flag`. Behind each of these rows stands one with `otherwise`.
    private mutating func giveManner(_ chance: inout Chance) {
        let isAsked = change(60, &chance) { line in
            guard let place = line.firstRange(of: " when flag ") else { return nil }
            return "\(line[..<place.lowerBound]) when quick \(line[place.upperBound...])"
        }
        if isAsked { declare("quick", "bool", among: ["true", "false"], &chance) }
    }

    /// Declares `pause`, which some deadlines and timers take for their duration.
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

    /// Chooses values for parameters of the sub-flow: a constant, or the flow's own parameter of the same name.
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

    /// Changes each line that `changed` has a new text for, with a chance of `share` percent; returns whether any was changed.
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
