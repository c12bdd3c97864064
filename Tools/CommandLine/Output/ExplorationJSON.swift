import FlowLanguage
import FlowMachine
import FlowProviders

extension ExplorationReport {
    /// The report as scripts read it; several models of a flow are one answer, with each product by itself.
    var json: JSONValue {
        .object([
            "flow": .text(name), "against": .texts(models.map(\.name)), "proved": .bool(isProved),
            "configurations": .integer(Int64(explorations.map(\.configurations).reduce(0, +))),
            "steps": .integer(Int64(explorations.map(\.steps).reduce(0, +))),
            "requirements": .list(requirements), "violations": .list(violationList),
            "products": .list(explorations.map(product)),
            "errors": .texts(errors),
            "remarks": .texts(models.isEmpty ? [] : coverage?.sentences ?? []),
        ])
    }

    private var errors: [String] {
        flow.diagnostics.filter { $0.severity == .error }.map { $0.text(in: flow.source) }
    }

    private func product(_ exploration: FlowExploration) -> JSONValue {
        .object([
            "against": .optional(exploration.against(\.reference)), "beside": .text(exploration.words),
            "proved": .bool(!isRefused && exploration.isProved), "complete": .bool(exploration.isComplete),
            "configurations": .integer(Int64(exploration.configurations)), "steps": .integer(Int64(exploration.steps)),
        ])
    }

    /// Each by its name, with the worst verdict among the products.
    private var requirements: [JSONValue] {
        var names: [String] = []
        for requirement in explorations.flatMap(\.requirements) where !names.contains(requirement.name) {
            names.append(requirement.name)
        }
        return names.map { name in
            let judged = explorations.flatMap(\.requirements).filter { $0.name == name }
            let verdict = judged.map(\.verdict).max { $0.gravity < $1.gravity } ?? .unproved
            let steps = judged.filter { $0.verdict == verdict }.compactMap(\.steps).min()
            return .object([
                "name": .text(name), "verdict": .text(verdict.rawValue),
                "steps": steps.map { .integer(Int64($0)) } ?? .null,
            ])
        }
    }

    private var violationList: [JSONValue] {
        violations.enumerated().map { position, found in
            let words = RunWords(found.exploration)
            let way = words.lines(of: found.violation.run + found.violation.cycle).map(\.happening)
            let written = files.indices.contains(position) ? files[position] : nil
            return .object([
                "requirement": .text(found.requirement), "against": .optional(found.exploration.against(\.title)),
                "sentence": .text(found.violation.sentence), "way": .texts(way), "run": .optional(written?.run),
                "log": .optional(written?.log),
                "transcript": .optional(written?.transcript),
            ])
        }
    }
}

extension FlowExploration.Verdict {
    fileprivate var gravity: Int {
        switch self {
        case .proved: 0
        case .broken: 1
        case .unproved: 2
        }
    }
}
