import FlowLanguage
import FlowMachine
import FlowProviders

extension ExplorationReport {
    /// The report as scripts read it: one object for the flow, with an entry in `products` for each exploration.
    var json: JSONValue {
        let facts = JSONValue.object([
            "flow": .text(name), "against": .texts(models.map(\.name)), "proved": .bool(isProved),
            "configurations": .integer(Int64(explorations.map(\.configurations).reduce(0, +))),
            "steps": .integer(Int64(explorations.map(\.steps).reduce(0, +))),
            "requirements": .list(requirements), "violations": .list(violationList),
            "coverage": coverage,
            "products": .list(explorations.map(product)),
            "errors": .texts(errors),
            "remarks": .texts(models.isEmpty ? [] : mismatches?.sentences ?? []),
        ])
        return problems.isEmpty ? facts : facts.with(CallRefusal(problems).json)
    }

    private var errors: [String] {
        flow.diagnostics.filter { $0.severity == .error }.map { $0.text(in: flow.source) }
    }

    /// One exploration: `against` names the models of the flow's providers that it was explored with, with commas between them; `beside`
    /// says what else may happen: how many words wait, faults, crashes. `callsTakenAsMade`: the calls that each order of their effects is
    /// taken to make; runs on which an order never makes its call are not explored.
    private func product(_ exploration: FlowExploration) -> JSONValue {
        .object([
            "against": .optional(exploration.against(\.reference)), "beside": .text(exploration.words),
            "chosen": .object(exploration.chosenValues.map { .init(name: $0.name, value: .text($0.value)) }),
            "proved": .bool(!isRefused && exploration.isProved), "complete": .bool(exploration.isComplete),
            "configurations": .integer(Int64(exploration.configurations)), "steps": .integer(Int64(exploration.steps)),
            "callsTakenAsMade": .texts(exploration.callsTakenAsMade),
        ])
    }

    /// Each requirement once, with the worst verdict among the explorations.
    private var requirements: [JSONValue] {
        var names: [String] = []
        for requirement in explorations.flatMap(\.judgements) where !names.contains(requirement.name) {
            names.append(requirement.name)
        }
        // Nil where a search did not finish: which rows are tried is not known then, and the entry is left out.
        let rows = triedRows.map { tried -> [JSONValue] in
            [
                .object([
                    "name": .text("every row is tried"), "verdict": .text(tried.holds ? "proved" : "untried"),
                    "steps": .null,
                ])
            ]
        }
        return names.map { name -> JSONValue in
            let judged = explorations.flatMap(\.judgements).filter { $0.name == name }
            let verdict = judged.map(\.verdict).max { $0.gravity < $1.gravity } ?? .unproved
            let steps = judged.filter { $0.verdict == verdict }.compactMap(\.steps).min()
            return .object([
                "name": .text(name), "verdict": .text(verdict.rawValue),
                "steps": steps.map { .integer(Int64($0)) } ?? .null,
                "occasions": judged.compactMap(\.occasions).reduce(nil) { ($0 ?? 0) + $1 }.map { .integer(Int64($0)) }
                    ?? .null,
            ])
        } + (rows ?? [])
    }

    /// What the explorations reached: a row or state of the flow counts once for all, a row of a model once for each exploration.
    private var coverage: JSONValue {
        let reached = explorations.map(\.reached)
        func union<Part: Hashable>(_ parts: (Reached) -> Set<Part>) -> Set<Part> {
            reached.reduce(into: []) { $0.formUnion(parts($1)) }
        }
        let counted = union(\.rowsThatCount)
        return .object([
            "rows": .integer(Int64(counted.count)),
            "rowsReached": .integer(Int64(union(\.rows).count)),
            "states": .integer(Int64(flow.machine?.states.count ?? 0)),
            "statesReached": .integer(Int64(union(\.states).count)),
            "modelRows": .integer(Int64(reached.map(\.modelRows).reduce(0, +))),
            "modelRowsReached": .integer(Int64(reached.map(\.modelRowsReached).reduce(0, +))),
            "untriedRows": lines(triedRows?.untried), "waivedRows": lines(triedRows?.waived),
            "wronglyWaivedRows": lines(triedRows?.wronglyWaived),
            "emptyWaivers": .list((triedRows?.emptyWaivers ?? []).map { .integer(Int64($0)) }),
            "untoldWords": .texts(reached.flatMap(\.untoldWords)),
        ])
    }

    private func lines(_ lines: [TriedRows.Line]?) -> JSONValue {
        .list(
            (lines ?? []).map { line in
                .object([
                    "line": .integer(Int64(line.line)), "parts": .texts(line.parts), "reason": .optional(line.reason),
                ])
            })
    }

    private var violationList: [JSONValue] {
        violations.enumerated().map { position, found in
            let words = RunWords(found.exploration)
            let way = words.lines(of: found.violation.run + found.violation.cycle).map(\.happening)
            let obstacles = found.exploration.counterexample(of: found.violation).obstacles
            let written = files.indices.contains(position) ? files[position] : nil
            return .object([
                "requirement": .text(found.requirement), "against": .optional(found.exploration.against(\.title)),
                "sentence": .text(found.violation.sentence), "way": .texts(way),
                "obstacles": .list(obstacles.map(\.json)), "run": .optional(written?.run),
                "log": .optional(written?.log),
                "transcript": .optional(written?.transcript),
            ])
        }
    }
}

extension Obstacle {
    fileprivate var json: JSONValue { .object(["name": .text(rawValue), "sentence": .text(words)]) }
}

extension FlowExploration.Verdict {
    /// How bad the verdict is, to find the worst of several.
    fileprivate var gravity: Int {
        switch self {
        case .proved: 0
        case .untried: 1
        // A requirement that is broken against one model is broken, whatever another search left open.
        case .unproved: 2
        case .broken: 3
        }
    }
}
