import FlowMutation

extension MutationReport {
    /// The report as a person reads it: a table, the edits that nothing notices or that are undecided, and comments that waive wrongly.
    var lines: [String] {
        let total = total
        let heading = "\(flow): \(total.mutants) edits, \(total.killedByAny) noticed, \(survivors.count) survive"
        let open = undecided.isEmpty ? "" : ", \(undecided.count) undecided"
        let waivedOnes = waived.isEmpty ? "" : ", \(waived.count) waived"
        let rest = untried.isEmpty ? "" : ", \(untried.count) more not tried"
        var lines = [heading + open + waivedOnes + rest]
        lines += table.map { "  " + $0 }
        lines += (survivors + undecided).flatMap { result in
            [words(of: result)] + (result.difference?.lines ?? []).map { "  " + $0 }
        }
        lines += problems.map { "\(path):\($0.line): \($0.sentence)" }
        return lines.map(\.harmless)
    }

    private var table: [String] {
        let titles = ["edits", "equivalent"] + Killer.allCases.map(\.rawValue) + ["waived", "survive", "undecided"]
        let width = operators.map(\.rawValue.count).max() ?? 0
        func line(_ name: String, _ tally: Tally) -> String {
            let numbers =
                [tally.mutants, tally.equivalent] + Killer.allCases.map { tally.killed[$0, default: 0] }
                + [tally.waived, tally.survived, tally.undecided]
            let cells = zip(titles, numbers).map { title, number in
                (number == 0 ? "-" : String(number)).aligned(to: max(title.count, 6))
            }
            return name.padded(to: width) + "  " + cells.joined(separator: "  ")
        }
        let head =
            "".padded(to: width) + "  " + titles.map { $0.aligned(to: max($0.count, 6)) }.joined(separator: "  ")
        return [head] + operators.map { line($0.rawValue, tally(of: $0)) } + [line("total", total)]
    }

    private func words(of result: Result) -> String {
        let words = "\(path):\(result.mutant.line): \(result.mutant.kind.rawValue): \(result.mutant.what)"
        guard case .undecided(let why) = result.fate else { return words }
        return "\(words) (undecided: \(why))"
    }

    /// The report as scripts read it.
    var json: JSONValue {
        .object([
            "flow": .text(flow), "path": .text(path),
            "operators": .list(operators.map { json(of: $0) }),
            "equivalents": .list(equivalents.map { json(of: $0) }), "survivors": .list(survivors.map { json(of: $0) }),
            "undecided": .list(undecided.map { json(of: $0) }), "waived": .list(waived.map { json(of: $0) }),
            "problems": .texts(problems.map { "\(path):\($0.line): \($0.sentence)" }),
        ])
    }

    private func json(of kind: MutationOperator) -> JSONValue {
        let tally = tally(of: kind)
        func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
        return .object(
            [
                .init(name: "operator", value: .text(kind.rawValue)),
                .init(name: "mutants", value: number(tally.mutants)),
                .init(name: "equivalent", value: number(tally.equivalent)),
                .init(name: "killed", value: number(tally.killedByAny)),
                .init(
                    name: "killedBy",
                    value: .object(
                        Killer.allCases.map {
                            .init(name: $0.rawValue, value: number(tally.killed[$0, default: 0]))
                        })),
                .init(name: "waived", value: number(tally.waived)),
                .init(name: "survived", value: number(tally.survived)),
                .init(name: "undecided", value: number(tally.undecided)),
            ])
    }

    private func json(of result: Result) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init(name: "path", value: .text(path)), .init(name: "line", value: .integer(Int64(result.mutant.line))),
            .init(name: "operator", value: .text(result.mutant.kind.rawValue)),
            .init(name: "what", value: .text(result.mutant.what)),
        ]
        if case .undecided(let why) = result.fate { members.append(.init(name: "why", value: .text(why))) }
        switch result.difference {
        case .shown(let difference)?:
            members.append(
                .init(
                    name: "difference",
                    value: .object([
                        "before": difference.before.map { .text($0) } ?? .null,
                        "after": difference.after.map { .text($0) } ?? .null,
                    ])))
            members.append(.init(name: "run", value: .text(difference.text)))
        case .unseen(let steps)?:
            members.append(.init(name: "run", value: .null))
            members.append(.init(name: "unseen", value: .text(noRun(in: steps))))
        case nil: break
        }
        if let waiver = result.waiver { members.append(.init(name: "reason", value: .text(waiver.reason))) }
        return .object(members)
    }
}

extension DifferenceFinding {
    /// The first difference and the transcript of the run, as a person reads them.
    fileprivate var lines: [String] {
        switch self {
        case .shown(let difference):
            ["\(difference.words), when this is played:"]
                + difference.text.split(separator: "\n").map { "  " + String($0) }
        case .unseen(let steps): [noRun(in: steps)]
        }
    }
}

private func noRun(in steps: Int) -> String {
    "no run shows it in \(steps) steps that were played of either: perhaps none does"
}
