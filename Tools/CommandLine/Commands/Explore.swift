import FlowLanguage
import FlowMachine
import FlowProviders
import FlowSearch
import KeywayCore

extension Option {
    fileprivate static let models = Option.against(
        "A .provider file, OTPless@2.3.2, or OTPless for each version; one for each provider of a flow's legs; "
            + "alone if not said")
    fileprivate static let everyFlow = Option.all("Every flow against every version of its providers")
    fileprivate static let profile = Option(
        name: "--profile", value: "PROFILE",
        summary: "Asks the clauses of a standard instead: a .profile file, or its name below Specs, as NIST-63B")
    fileprivate static let limit = Option(
        name: "--limit", value: "N",
        summary: "So many configurations at most in one search; \(FlowExploration.usualLimit) if not said")
    fileprivate static let capacity = Option(
        name: "--capacity", value: "N", summary: "So many words wait between the provider and the flow; 2 if not said")
    fileprivate static let faults = Option(
        name: "--faults", value: "LIST", summary: "What may become of words: drop,double,reorder; or crash, of the app")
    fileprivate static let out = Option(
        name: "--out", value: "DIR",
        summary: "Where shortest runs to what is wrong are written, as transcripts and a log")
}

extension Command {
    static let explore = Command(
        name: "explore", summary: "proves a flow against everything that its provider and its backend may do",
        operands: [.flowUnlessAll],
        options: [.models, .everyFlow, .set, .profile, .limit, .capacity, .faults, .out, .specs, .format],
        endings: [
            (.fine, "Everything that was asked is proved"),
            (.problem, "Something does not hold, or the limit was reached, so nothing is proved; or bad input"),
        ],
        example: "keyway explore OTPlessSNA --against OTPless@2.3.2",
        perform: { arguments, surroundings in
            let call = try ExploreCall(arguments, in: surroundings)
            guard let profile = arguments[.profile] else { return try call.perform() }
            for option in [Option.faults, .capacity, .out, .set] where arguments.has(option) {
                throw UsageError(
                    "--profile asks of every run whose app lives and whose words arrive: \(option.name) has no place",
                    helpOf: "explore")
            }
            return try call.judge(by: ProfileLookup(specs: call.specs, given: call.given).profile(profile))
        })
}

/// One call of `keyway explore`, its arguments understood.
struct ExploreCall {
    let surroundings: Surroundings
    let isJSON: Bool
    /// Whether the call says `--all`: every flow is explored, against every model that fits it.
    let isForAll: Bool
    /// How many configurations a search may reach before it stops and proves nothing.
    let limit: Int
    /// How words travel from the provider to the flow: how many wait, and what may become of them.
    private let channel: Channel
    /// Whether the app may crash at any moment of a run.
    private let crashes: Bool
    /// Where runs that show violations are written; nil where the call does not ask for them.
    private let folder: String?
    /// What the call chooses for parameters of the flow; only these values are explored.
    private let choices: [ParameterChoice]
    let flows: [CheckedFile]
    let providers: ProviderLookup
    /// The folder of specs; nil where there is none.
    let specs: String?
    /// The texts of the flows to explore, and of the other specs that the call names.
    let given: [SourceText]

    init(_ arguments: Arguments, in surroundings: Surroundings) throws {
        self.surroundings = surroundings
        isJSON = arguments.isJSON
        limit = try arguments.number(.limit, in: 1...1_000_000_000).map { Int($0) } ?? FlowExploration.usualLimit
        channel = try Self.channel(arguments)
        crashes = arguments[.faults]?.split(separator: ",").contains("crash") ?? false
        folder = arguments[.out]
        choices = try ParameterChoice.all(in: arguments, helpOf: "explore")
        if let folder { _ = try FileAccess.isFolder(folder, for: "runs") }
        let lookup = try FlowLookup(arguments, in: surroundings)
        let choice = try FlowChoice(arguments, by: lookup)
        (isForAll, flows) = (choice.isForAll, choice.flows)
        given = flows.map(\.source) + (try lookup.givenTexts())
        let named = arguments.providers
        guard choices.isEmpty || !isForAll else {
            throw UsageError("--all takes each flow as it is, so --set has no place", helpOf: "explore")
        }
        specs = lookup.specs
        providers = ProviderLookup(named, specs: lookup.specs)
        guard !channel.isFaulty || isForAll || !named.isEmpty else {
            throw UsageError(
                "--faults drop, double and reorder are of a provider's words: add --against PROVIDER", helpOf: "explore"
            )
        }
    }

    private static func channel(_ arguments: Arguments) throws -> Channel {
        var channel = Channel()
        if let capacity = try arguments.number(.capacity, in: 1...UInt64(Channel.greatestCapacity)) {
            channel.capacity = Int(capacity)
        }
        for fault in arguments[.faults]?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            switch fault {
            case "drop": channel.drops = true
            case "double": channel.doubles = true
            case "reorder": channel.reorders = true
            case "crash": break
            default:
                throw UsageError(
                    "--faults is a list of drop, double, reorder and crash, not '\(String(fault).harmless)'",
                    helpOf: "explore")
            }
        }
        return channel
    }

    /// Explores one flow after the other, and prints the answers once all are known.
    ///
    /// The answers are printed also where a flow does not fit into a search, or the runs of `--out` cannot be written: the searches may have
    /// taken hours.
    func perform() throws -> ExitCode {
        var reports: [ExplorationReport] = []
        let models = isForAll ? try providers.models() : try providers.named()
        for flow in flows {
            var report = try report(on: flow, among: models)
            // Where the runs of one flow cannot be written, those of the next ones are not tried.
            if let folder, reports.allSatisfy({ $0.unwritten == nil }) { try report.writeRuns(into: folder) }
            reports.append(report)
        }
        surroundings.console.showProgress("")
        let unsearched = reports.flatMap(\.unsearched)
        if reports.allSatisfy({ $0.explorations.isEmpty && !$0.unsearched.isEmpty }) { throw CallRefusal(unsearched) }
        if isJSON {
            surroundings.console.write(isForAll ? .list(reports.map(\.json)) : reports.first?.json ?? .null)
        } else if isForAll {
            for line in ExplorationText.table(of: reports) { surroundings.console.writeLine(line) }
        } else {
            for line in reports.flatMap(ExplorationText.lines) { surroundings.console.writeLine(line) }
        }
        let problems = reports.flatMap(\.problems)
        if !problems.isEmpty { throw CallRefusal(problems) }
        return reports.allSatisfy(\.isProved) ? .fine : .problem
    }

    private func report(on flow: CheckedFile, among models: [LookedUpModel]) throws -> ExplorationReport {
        let found: Machine?
        do throws(CallRefusal) { found = try flow.explorableMachine() } catch {
            return ExplorationReport(flow: flow, models: [], unsearched: error.problems)
        }
        guard let machine = found else { return ExplorationReport(flow: flow, models: []) }
        let proofs = proofs(of: machine, among: models, areAll: isForAll)
        let chosen = try choices.values(in: Table(of: machine))
        let beside = models.filter { model in proofs.contains { $0.models.contains { model.isFile(of: $0) } } }
        try checkFaults(beside: proofs)
        var report = ExplorationReport(flow: flow, models: beside)
        for proof in proofs {
            do throws(ExplorationProblem) {
                let start = ContinuousClock.now
                let exploration = try explore(
                    proof.flow, choosing: chosen, against: proof.models, through: channel, crashing: crashes,
                    limit: limit, reporting: { tell($0, since: start) })
                report.explorations.append(exploration)
            } catch {
                report.addUnsearched(.init(error, of: flow.source, beside: proof.sources(among: beside)))
            }
        }
        report.findTriedRows()
        // A model may serve several flows, so with --all the calls and replies of the other flows count as well.
        let others = isForAll ? flows.compactMap(\.machine) : []
        report.mismatches = Mismatches(of: machine, against: beside.map(\.model), and: others)
        return report
    }

    /// The proofs to try for a flow: each explores it beside one set of models, with one model of each provider in it.
    ///
    /// - Parameter areAll: true where the models are all that were found, so that models which the flow has no use for are left
    ///   out; false where the call names the models, each of which is then used.
    func proofs(of machine: Machine, among models: [LookedUpModel], areAll: Bool) -> [Proof] {
        let candidates = models.map(\.model)
        return areAll
            ? Proof.all(of: machine, among: candidates)
            : Proof.modelCombinations(of: candidates).map { Proof(flow: machine, models: $0) }
    }

    /// Refuses `--faults drop`, `double` and `reorder` where no model says a word that could be lost.
    ///
    /// With `--all` they are never refused: they hold for those flows whose models say words.
    private func checkFaults(beside proofs: [Proof]) throws {
        let speaks = proofs.contains { $0.models.contains { $0.source != nil } }
        guard channel.isFaulty, !isForAll, !speaks else { return }
        throw UsageError(
            "--faults drop, double and reorder are of words in a channel, and the given models only answer calls",
            helpOf: "explore")
    }

    /// Shows how far the search is; returns false, which stops the search, where the person has pressed Ctrl-C.
    ///
    /// It tells no time that is left: how many configurations there are is known only once the last one is found.
    func tell(_ progress: Progress, since start: ContinuousClock.Instant) -> Bool {
        let seconds = max(Double((ContinuousClock.now - start).components.seconds), 1)
        let rate = Int(Double(progress.configurations) / seconds)
        let memory = surroundings.megabytes().map { ", \($0) MB" } ?? ""
        surroundings.console.showProgress(
            "\(progress.configurations) configurations, \(rate) a second, \(progress.depth) steps deep\(memory), "
                + "\(progress.configurations * 100 / max(limit, 1)) % of the limit")
        return !surroundings.isInterrupted()
    }
}

extension Proof {
    /// The file of each model of the proof, in the proof's order; nil for a model that none of the given files declares.
    func sources(among models: [LookedUpModel]) -> [SourceText?] {
        self.models.map { model in models.first { $0.isFile(of: model) }?.source }
    }
}

extension CallRefusal.Problem {
    /// The problem at its place in the file that it concerns: the flow's, or that of one of the models.
    init(_ problem: ExplorationProblem, of flow: SourceText, beside models: [SourceText?]) {
        let (source, range) =
            switch problem.place {
            case .flow(let range): (flow, range)
            case .model(let position, let range):
                (models.indices.contains(position) ? models[position] ?? flow : flow, range)
            }
        self.init(problem.sentence, in: source, at: range)
    }
}
