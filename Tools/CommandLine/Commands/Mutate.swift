import FlowLanguage
import FlowMachine
import FlowMutation
import FlowTranscripts

extension Option {
    fileprivate static let models = Option.against(
        "Explores against these only, a .provider file, OTPless@2.3.2 or OTPless for each version; else against every "
            + "model of the flow")
    fileprivate static let everyFlow = Option.all("Every flow in Specs")
    fileprivate static let only = Option(
        name: "--only", value: "OPERATOR", summary: "These edits only, as row.drop or row.target", isRepeated: true)
    fileprivate static let limit = Option(
        name: "--limit", value: "N",
        summary: "So many configurations of each edited flow at most, past which it is undecided; 2000000 if not said")
    fileprivate static let resume = Option(
        name: "--resume", value: "FILE",
        summary: "Keeps each result there, and asks nothing again that this build has kept")
}

extension Command {
    static let mutate = Command(
        name: "mutate", summary: "edits each row of a flow, and lists the edits that nothing notices",
        operands: [.flowUnlessAll],
        options: [.models, .everyFlow, .only, .limit, .resume, .specs, .format],
        endings: [
            (.fine, "Every edit is noticed by check, a transcript or a proof, or a comment says why not"),
            (
                .problem,
                "Some edit survives or is undecided, or a comment waives what is noticed; or bad input; or the call was stopped"
            ),
        ],
        example: "keyway mutate OTPlessSNA --only row.drop",
        perform: { arguments, surroundings in
            try MutateCall(arguments, in: surroundings).perform()
        })
}

/// One call of `keyway mutate`, its arguments understood.
struct MutateCall {
    /// How many steps are played at most in search of a run on which a surviving edit makes a difference, and as many more with other values of
    /// the flow's parameters.
    private static let stepsOfSearch = 100_000

    private let surroundings: Surroundings
    private let isJSON: Bool
    /// Whether the call says `--all`: the edits of every flow are tried.
    private let isForAll: Bool
    /// How many configurations of an edited flow a search may reach before the edit counts as undecided.
    private let limit: Int
    /// The kinds of edits that are tried.
    private let operators: [MutationOperator]
    private let flows: [CheckedFile]
    private let inputs: MutationInputs
    /// The path that `--resume` names; nil where the call does not say it.
    private let resumed: String?
    /// What tells the build of this program, which judges the edits, from every other one; empty where nothing is resumed.
    private let build: String

    init(_ arguments: Arguments, in surroundings: Surroundings) throws {
        self.surroundings = surroundings
        isJSON = arguments.isJSON
        limit = try arguments.number(.limit, in: 1...1_000_000_000).map { Int($0) } ?? 2_000_000
        operators = try Self.operators(arguments)
        resumed = arguments[.resume]
        build = try resumed.map { _ throws(CallRefusal) in try Self.build(in: surroundings) } ?? ""
        let lookup = try FlowLookup(arguments, in: surroundings)
        let choice = try FlowChoice(arguments, by: lookup)
        (isForAll, flows) = (choice.isForAll, choice.flows)
        inputs = try MutationInputs(
            specs: lookup.specs, against: arguments.providers, among: isForAll ? flows : try lookup.filesAround())
    }

    /// Refuses the call where nobody knows which build this is: results of another one would count as this one's.
    private static func build(in surroundings: Surroundings) throws(CallRefusal) -> String {
        guard let build = surroundings.build() else {
            throw CallRefusal("the file of this program is not found, so results of another build cannot be told apart")
        }
        return build
    }

    private static func operators(_ arguments: Arguments) throws -> [MutationOperator] {
        guard let words = arguments.lists[Option.only.name], !words.isEmpty else { return MutationOperator.allCases }
        let known = MutationOperator.allCases.map(\.rawValue)
        for word in words where !known.contains(word) {
            let taken = arguments.operands.isEmpty ? arguments.taken(inPlaceOf: "FLOW") : ""
            throw UsageError(
                "there is no operator '\(word.harmless)'" + meant(word, among: known) + taken, helpOf: "mutate")
        }
        return MutationOperator.allCases.filter { words.contains($0.rawValue) }
    }

    /// Edits one flow after the other, and prints what became of the edits once all is known, or the person has stopped the call.
    func perform() throws -> ExitCode {
        var file = try resumed.map { path throws(CallRefusal) in try CampaignFile(path) }
        // A flow or transcript with an error refuses the call before the first edit is tried: trying all may take hours.
        let trials = try flows.map(trial)
        var reports: [MutationReport] = []
        var progress = ProgressLine(on: surroundings.console)
        defer { progress.end() }
        var stopped: CallRefusal?
        for trial in trials {
            let (report, stop) = try report(on: trial, keeping: &file, showing: &progress)
            reports.append(report)
            guard let stop else { continue }
            stopped = CallRefusal(stop + remainder(of: trials.count - reports.count))
            break
        }
        progress.end()
        if isJSON {
            var values = reports.map(\.json)
            if let stopped, let last = values.popLast() { values.append(last.with(stopped.json)) }
            surroundings.console.write(isForAll ? .list(values) : values.first ?? .null)
        } else {
            for line in reports.flatMap(\.lines) { surroundings.console.writeLine(line) }
        }
        for line in stopped?.lines ?? [] { surroundings.console.remark(line.harmless) }
        return reports.allSatisfy(\.isClean) && stopped == nil ? .fine : .problem
    }

    /// What a call that was stopped leaves undone besides the flow that it was at, and how it goes on, as clauses of a sentence.
    private func remainder(of count: Int) -> String {
        let flows = count == 0 ? "" : "; \(counted(count, "flow")) behind it \(count == 1 ? "is" : "are") not tried"
        return flows + (resumed.map { "; the same call goes on from \($0)" } ?? "")
    }

    /// A flow with what notices its edits.
    private struct Trial {
        var source: SourceText
        var machine: Machine
        var campaign: MutationCampaign
        /// The mark of the flow and its inputs: an earlier result in the file of --resume counts where it has an equal one.
        var mark: SubjectMark
    }

    private func trial(of flow: CheckedFile) throws(CallRefusal) -> Trial {
        let machine = try flow.runnableMachine()
        let (subject, mark) = try inputs.subject(flow.source, of: machine, limit: limit, judgedBy: build)
        do throws(MutationProblem) {
            return Trial(
                source: flow.source, machine: machine, campaign: try MutationCampaign(of: subject), mark: mark)
        } catch {
            throw CallRefusal(error.sentences)
        }
    }

    /// Tries the edits of a flow; `stop` is a sentence where the person has stopped that, and of no survivor a run is sought then.
    private func report(
        on trial: Trial, keeping file: inout CampaignFile?, showing progress: inout ProgressLine
    ) throws(CallRefusal) -> (report: MutationReport, stop: String?) {
        let machine = trial.machine
        var campaign = trial.campaign
        let mutants = Mutant.all(of: trial.source, machine: machine).filter { operators.contains($0.kind) }
        let keys = mutants.map { CampaignFile.Key(subject: trial.mark, mutant: $0.identity) }
        let known = keys.map { file?.fate(of: $0, within: limit) }
        // Those with a known fate take no time: counted as well, they would make the rate seem greater than it is.
        let count = known.count { $0 == nil }
        var fates: [(mutant: Mutant, fate: Fate)] = []
        var untried: [Mutant] = []
        var (tried, survivors) = (0, 0)
        progress.beginPart()
        for (place, mutant) in mutants.enumerated() {
            if let fate = known[place] {
                if fate == .survived { survivors += 1 }
                fates.append((mutant, fate))
                continue
            }
            // Of a call that was stopped, edits whose fate is known already are told all the same.
            guard untried.isEmpty, !surroundings.isInterrupted(),
                let fate = campaign.fate(of: mutant, goingOnWhile: { !surroundings.isInterrupted() })
            else {
                untried.append(mutant)
                continue
            }
            if fate == .survived { survivors += 1 }
            fates.append((mutant, fate))
            try file?.append(fate, of: keys[place], within: limit)
            tried += 1
            progress.show(tried, of: count, "edits of \(machine.name.text)", finding: "\(survivors) survive")
        }
        let name = machine.name.text
        var report = MutationReport(
            flow: name, source: trial.source, operators: operators, fates: fates, untried: untried)
        guard untried.isEmpty else {
            return (report, "\(name): stopped after \(fates.count) of \(counted(mutants.count, "edit"))")
        }
        progress.beginPart()
        var stop: String?
        report.findDifferences(by: campaign, within: Self.stepsOfSearch, alsoOfWaived: isJSON) { done, total in
            progress.show(done, of: total, "runs sought that show an edit of \(name)")
            guard done < total, surroundings.isInterrupted() else { return true }
            stop = "\(name): stopped after \(done) of \(total) runs that show an edit"
            return false
        }
        return (report, stop)
    }
}
