import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore

/// What an exploration showed, as lines for people.
enum ExplorationText {
    /// The verdicts one by one, and for each thing that is wrong a shortest run to it.
    static func lines(of report: ExplorationReport) -> [String] {
        var lines = report.explorations.flatMap { self.lines(of: $0, isRefused: report.isRefused) }
        if report.isRefused {
            let errors = report.flow.diagnostics.filter { $0.severity == .error }
            lines += errors.flatMap { $0.lines(in: report.flow.source) }
            lines.append("\(report.name): check finds \(counted(errors.count, "error")), so nothing is proved")
        }
        lines += untried(in: report)
        lines += (report.models.isEmpty ? nil : report.mismatches)?.sentences ?? []
        lines += report.files.compactMap { file in file.map { "written: \($0.transcript), run \($0.run) in \($0.log)" }
        }
        return lines.map(\.harmless)
    }

    /// The rows that no exploration reached, each with its place.
    private static func untried(in report: ExplorationReport) -> [String] {
        guard let tried = report.triedRows else { return [] }
        func place(_ line: TriedRows.Line) -> String { "\(report.flow.source.path):\(line.line)" }
        func parts(_ line: TriedRows.Line) -> String { line.parts.joined(separator: ", ") }
        return tried.untried.map { "\(place($0)): not tried: nothing that was explored brings \(parts($0)) here" }
            + tried.waived.map { "\(place($0)): not tried: \(parts($0)), since \($0.reason ?? "")" }
            + tried.emptyWaivers.map {
                "\(report.flow.source.path):\($0): this comment waives nothing: write 'untried: reason' beside a row"
            }
            + tried.wronglyWaived.map {
                "\(place($0)): its comment says 'untried', and \(parts($0)) was tried: take the comment away"
            }
    }

    private static func lines(of exploration: FlowExploration, isRefused: Bool) -> [String] {
        let sizes = "\(exploration.configurations.grouped) configurations, \(exploration.steps.grouped) steps"
        let name = exploration.machine.name.text + exploration.chosenWords
        let title = exploration.against(\.title).map { "\(name) against \($0)" } ?? "\(name) alone"
        guard exploration.isComplete else {
            let broken = exploration.judgements.filter { $0.verdict == .broken }
            return ["\(title): stopped with \(sizes) seen; nothing is proved"]
                + broken.flatMap { self.lines(of: $0, exploration) }
                + exploration.growth.map { "  largest counts: \($0)" }
        }
        var lines = ["\(title): \(sizes), \(exploration.words)"]
        for requirement in exploration.judgements { lines += self.lines(of: requirement, exploration) }
        lines.append("  reached: \(reached(in: exploration))")
        if !exploration.callsTakenAsMade.isEmpty {
            let calls = exploration.callsTakenAsMade.joined(separator: ", ")
            lines.append("  not followed: an order that never makes its call, of \(calls) (rule 29a)")
        }
        return lines + [!isRefused && exploration.isProved ? "proved" : "not proved"]
    }

    /// How much of the flow and the models the exploration reached, in one line.
    private static func reached(in exploration: FlowExploration) -> String {
        let reached = exploration.reached
        let rows = reached.rows.count
        var parts = [
            "\(rows) of \(counted(reached.rowsThatCount.count, "row"))",
            "\(reached.states.count) of \(counted(exploration.machine.states.count, "state"))",
        ]
        if reached.modelRows > 0 {
            parts.append("\(reached.modelRowsReached) of \(counted(reached.modelRows, "row")) of models")
        }
        if !reached.untoldWords.isEmpty { parts.append("never told: \(reached.untoldWords.joined(separator: ", "))") }
        if let wait = reached.shortestWait {
            parts.append("a word of an earlier attempt alone leads to an end after \(wait) ms at the earliest")
        }
        return parts.joined(separator: "; ")
    }

    private static func lines(
        of requirement: FlowExploration.Judged, _ exploration: FlowExploration
    ) -> [String] {
        let meaning = CommonGuarantee(rawValue: requirement.name).map { ": \($0.meaning)" } ?? ""
        let times = requirement.occasions.map { ", on \(counted($0, "occasion"))" } ?? ""
        // Only a proved `sometimes` requirement has steps: the length of a shortest run that shows it.
        let witness =
            requirement.verdict == .proved ? requirement.steps.map { ", shown after \(counted($0, "step"))" } ?? "" : ""
        var lines = ["  \(requirement.verdict.rawValue.padded(to: 8))  \(requirement.name)\(meaning)\(witness)\(times)"]
        for violation in requirement.violations { lines += self.lines(of: violation, exploration) }
        return lines
    }

    /// What is wrong and a shortest run to it, with what keeps a transcript from playing it.
    static func lines(of violation: FlowExploration.Violation, _ exploration: FlowExploration) -> [String] {
        var lines = ["    \(violation.sentence); \(counted(violation.run.count, "step")):"]
        lines += self.lines(of: violation.run, exploration)
        if !violation.cycle.isEmpty { lines.append("      and then again and again:") }
        lines += self.lines(of: violation.cycle, exploration)
        if let sentence = exploration.counterexample(of: violation).obstacles.sentence {
            lines.append("      \(sentence)")
        }
        return lines
    }

    /// The steps of a run, one in each line.
    private static func lines(of run: [Occurrence], _ exploration: FlowExploration) -> [String] {
        RunWords(exploration).lines(of: run).map { line in
            let cells = [
                line.happening.padded(to: 44), line.disposition.padded(to: 12), line.state.padded(to: 14),
                line.effects.joined(separator: ", "),
            ]
            var text = "      " + cells.joined(separator: "  ")
            while text.hasSuffix(" ") { text.removeLast() }
            return text
        }
    }

    /// All flows as a table for Markdown.
    static func table(of reports: [ExplorationReport]) -> [String] {
        var lines = [
            "| flow | against | configurations | steps | rows | of models | proved |",
            "|---|---|---:|---:|---:|---:|---|",
        ]
        for report in reports {
            for exploration in report.explorations {
                let broken =
                    exploration.judgements.filter { $0.verdict != .proved }.map(\.name)
                    + (report.triedRows?.holds ?? true ? [] : ["some row is not tried"])
                let reached = exploration.reached
                let rows = "\(reached.rows.count) of \(reached.rowsThatCount.count)"
                let modelRows = "\(reached.modelRowsReached) of \(reached.modelRows)"
                let verdict =
                    !exploration.isComplete
                    ? "no: stopped at the limit"
                    : report.isRefused
                        ? "no: `check` refuses it" : broken.isEmpty ? "yes" : "no: " + broken.joined(separator: ", ")
                lines.append(
                    "| \(report.name) | \(exploration.against(\.title) ?? "alone") | \(exploration.configurations.grouped) | "
                        + "\(exploration.steps.grouped) | \(rows) | \(modelRows) | \(verdict) |")
            }
            let refused = report.explorations.isEmpty && report.unsearched.isEmpty ? ["`check` refuses it"] : []
            lines += (report.unsearched.map(\.message) + refused).map { "| \(report.name) | | | | | | no: \($0) |" }
        }
        lines += reports.flatMap { report in
            (report.models.isEmpty ? nil : report.mismatches)?.sentences.map { "\(report.name): \($0)" } ?? []
        }
        return lines.map(\.harmless)
    }
}

extension CommonGuarantee {
    /// What the guarantee says, in a few words.
    fileprivate var meaning: String {
        switch self {
        case .ending: "it always ends"
        case .confirmation: "a success is entered only after what its requirements name"
        case .firstSuccess: "the first success that a live run is told is accepted"
        case .laterWords: "no later word undoes an accepted success"
        case .oldWords: "no word of an earlier attempt or run ends the run by itself"
        case .claims: "what 'other' claims cannot come does not come"
        }
    }
}

extension FlowExploration {
    /// The models that the flow was explored against, each as `word` names it; nil where there are none.
    func against(_ word: (ProviderModel) -> String) -> String? {
        models.isEmpty ? nil : models.map(word).joined(separator: ", ")
    }

    /// What may happen around the flow, for example `channel of 2 words, doubled, lost`.
    var words: String {
        let crash = crashes ? ["the app may crash"] : []
        guard !models.isEmpty else {
            let legs = machine.children.isEmpty ? [] : ["any sub-flow ends at any moment in any of its finals"]
            return (["any event at any moment"] + legs + crash).joined(separator: ", ")
        }
        let faults =
            (channel.doubles ? ["doubled"] : []) + (channel.drops ? ["lost"] : [])
            + (channel.reorders ? ["reordered"] : []) + crash
        let size = counted(channel.capacity, "word")
        let speaking = models.filter { $0.source != nil }.count
        let channels = speaking > 1 ? "a channel of \(size) for each" : "channel of \(size)"
        let unheard =
            unmodelledSources.isEmpty
            ? [] : ["any callback of \(unmodelledSources.joined(separator: " and ")) at any moment"]
        let answers = models.contains { !$0.answers.isEmpty } ? ["replies as the model answers"] : []
        return ((speaking > 0 ? [channels] : []) + answers + faults + unheard).joined(separator: ", ")
    }
}

extension FlowExploration {
    /// What the call chose for parameters, as ` with sends = 2`; empty where it chose nothing.
    fileprivate var chosenWords: String {
        let words = chosenValues.map { "\($0.name) = \($0.value)" }
        return words.isEmpty ? "" : " with \(words.joined(separator: ", "))"
    }

    /// What the call chose for parameters, by their names, in the order of the flow.
    var chosenValues: [(name: String, value: String)] {
        chosen.sorted { $0.key < $1.key }.map { position, value in
            let field = machine.variables[position].field
            return (field.name, "\(SpelledValue(value, of: field.kind, among: machine.enumerations))")
        }
    }
}

extension Int {
    /// The number with a comma between thousands.
    fileprivate var grouped: String {
        var text = ""
        for (position, digit) in String(magnitude).reversed().enumerated() {
            if position > 0, position % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
