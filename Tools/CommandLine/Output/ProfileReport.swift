import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore

/// What flows show of the clauses of a profile, for people and for programs.
struct ProfileReport {
    let profile: ProfileSpec
    let judgements: [ProfileJudgement]

    /// Whether no flow breaks a clause or leaves one open.
    var holds: Bool {
        judgements.flatMap(\.verdicts).allSatisfy { verdict in
            switch verdict {
            case .proved, .notAbout, .server: true
            case .refuted, .untried, .open, .unsearchable: false
            }
        }
    }

    private func provedFlows(of clause: Int) -> [String] {
        judgements.compactMap { judgement in
            if case .proved = judgement.verdicts[clause] { judgement.machine.name.text } else { nil }
        }
    }

    /// The flows that break the clause, each with the parameter values that break it; without values where none need be chosen.
    private func refutedFlows(of clause: Int) -> [String] {
        judgements.compactMap { judgement in
            guard case .refuted(let refutation) = judgement.verdicts[clause] else { return nil }
            let breaking = breakingValues(refutation, of: judgement.machine).map { name, values in
                " (\(name): \(values.joined(separator: ", ")))"
            }
            return judgement.machine.name.text + breaking.joined()
        }
    }

    /// The parameters that break the clause by some of their values, with these values as a spec writes them.
    ///
    /// Empty where the clause is broken also if the app chooses no value.
    private func breakingValues(
        _ refutation: ProfileJudgement.Refutation, of machine: Machine
    ) -> [(name: String, values: [String])] {
        refutation.breaking.map { breaking in
            let field = machine.variables[breaking.parameter].field
            let values = breaking.values.map { "\(SpelledValue($0, of: field.kind, among: machine.enumerations))" }
            return (field.name, values)
        }
    }

    /// A sentence on which values of parameters break the clause; nil where that was not searched value by value.
    private func breakingSentence(_ refutation: ProfileJudgement.Refutation, of machine: Machine) -> String? {
        let breaking = breakingValues(refutation, of: machine).map { name, values in
            "where \(name) is \(values.joined(separator: " or "))"
        }
        guard !breaking.isEmpty else { return nil }
        let unchosen = refutation.holdsUnchosen ? "It holds where nobody chooses. " : ""
        return "\(unchosen)It is broken \(breaking.joined(separator: ", and "))."
    }

    /// A table for Markdown: for each clause a row with the names of the flows that keep it, break it or leave it open.
    var table: [String] {
        var lines = [
            "\(profile.title.content)", "", "| clause | asks | proved | refuted | not known | the server's |",
            "|---|---|---|---|---|---|",
        ]
        for (position, clause) in profile.clauses.enumerated() {
            let cells = [
                clause.number.content, clause.documentation.joined(separator: " "),
                provedFlows(of: position).joined(separator: ", "), refutedFlows(of: position).joined(separator: ", "),
                unknown(of: position).joined(separator: ", "), clause.server?.content ?? "",
            ]
            let escaped = cells.map { $0.isEmpty ? "–" : $0.replacing("|", with: "\\|") }
            lines.append("| " + escaped.joined(separator: " | ") + " |")
        }
        return lines.map(\.harmless)
    }

    /// The flows of which it is not known whether they keep the clause.
    private func unknown(of clause: Int) -> [String] {
        judgements.compactMap { judgement in
            switch judgement.verdicts[clause] {
            case .open, .unsearchable: judgement.machine.name.text
            case .untried: "\(judgement.machine.name.text) (untried)"
            case .proved, .refuted, .notAbout, .server: nil
            }
        }
    }

    /// For each clause that a flow breaks: the run that shows it.
    var refutations: [String] {
        profile.clauses.indices.flatMap { clause in
            judgements.flatMap { judgement -> [String] in
                guard case .refuted(let refutation) = judgement.verdicts[clause] else { return [] }
                let exploration = refutation.exploration
                let against = exploration.against(\.title).map { "against \($0)" } ?? "alone"
                let number = profile.clauses[clause].number.content
                let title = "\(number) refuted: \(judgement.machine.name.text) \(against)"
                return ["", "\(title)"] + ExplorationText.lines(of: refutation.violation, exploration)
            }
        }.map(\.harmless)
    }

    /// For the first flow, the only one unless `--all` is given: each clause with its verdict and with what it asks.
    var lines: [String] {
        guard let judgement = judgements.first else { return [] }
        var lines = ["\(judgement.machine.name.text) by \(profile.title.content)"]
        for (clause, verdict) in zip(profile.clauses, judgement.verdicts) {
            let word = verdict.word
            lines.append(
                "  \(word.padded(to: 9))  \(clause.number.content): \(clause.documentation.joined(separator: " "))")
            if let server = clause.server { lines.append("             \(server.content)") }
            if case .refuted(let refutation) = verdict,
                let sentence = breakingSentence(refutation, of: judgement.machine)
            {
                lines.append("             \(sentence)")
            }
            if case .unsearchable(let found) = verdict { lines.append("             \(found.problem.sentence)") }
        }
        return lines.map(\.harmless) + refutations
    }

    var json: JSONValue {
        let clauses = profile.clauses.indices.map { json(of: $0) }
        return .object(["profile": .text(profile.title.content), "clauses": .list(clauses)])
    }

    private func json(of position: Int) -> JSONValue {
        let clause = profile.clauses[position]
        let flows: [JSONValue] = judgements.map { judgement in
            .object(
                [.init(name: "flow", value: .text(judgement.machine.name.text))]
                    + members(of: judgement.verdicts[position], judgement.machine))
        }
        return .object([
            "clause": .text(clause.number.content), "asks": .text(clause.documentation.joined(separator: " ")),
            "server": clause.server.map { .text($0.content) } ?? .null, "flows": .list(flows),
        ])
    }

    private func members(of verdict: ProfileJudgement.Verdict, _ machine: Machine) -> [JSONValue.Member] {
        let word = JSONValue.Member(name: "verdict", value: .text(verdict.word))
        if case .unsearchable(let found) = verdict {
            return [word, .init(name: "reason", value: .text(found.problem.sentence))]
        }
        guard case .refuted(let refutation) = verdict else { return [word] }
        let exploration = refutation.exploration
        let against = exploration.against(\.title).map { JSONValue.text($0) } ?? .null
        let run = ExplorationText.lines(of: refutation.violation, exploration).map { JSONValue.text($0) }
        let breaking = breakingValues(refutation, of: machine).map { name, values -> JSONValue.Member in
            .init(name: name, value: .list(values.map { .text($0) }))
        }
        return [word]
            + (breaking.isEmpty
                ? []
                : [
                    .init(name: "holdsUnchosen", value: .bool(refutation.holdsUnchosen)),
                    .init(name: "brokenBy", value: .object(breaking)),
                ])
            + [.init(name: "against", value: against), .init(name: "run", value: .list(run))]
    }
}

extension ProfileJudgement.Verdict {
    fileprivate var word: String {
        switch self {
        case .proved: "proved"
        case .refuted: "refuted"
        case .untried: "untried"
        case .open, .unsearchable: "not known"
        case .notAbout: "not about"
        case .server: "server"
        }
    }
}
