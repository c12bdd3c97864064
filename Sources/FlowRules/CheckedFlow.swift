public import FlowLanguage
public import FlowMachine

/// What `check` could read of a flow, a provider's model or a profile, with everything that is wrong or unproved.
public struct CheckedFlow: Sendable {
    /// The flow; nil for a provider's file, and for a text that declares no flow.
    public var machine: Machine?
    /// The provider's model; nil for a text that declares no provider.
    public var model: ProviderModel?
    /// The profile; nil for a text that declares no profile.
    package var profile: ProfileSpec?
    /// Everything that is wrong or unproved, in the order of the places in the text.
    public var diagnostics: [Diagnostic]
    /// How many configurations runs of the flow can come to, whatever providers say; nil where they were not counted.
    ///
    /// A configuration is a state with all else that decides what can happen next: values that guards read, timers, open effects.
    public var configurations: Int?
    /// How many steps lead between the configurations; nil where they were not counted.
    public var steps: Int?

    /// Whether the flow may neither be run nor generated; warnings do not count.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// Whether the flow may be run: it has no errors, and each sub-flow's own flow is known and has none.
    ///
    /// Of a sub-flow's flow the rules about configurations and scenarios are not asked: `check` of its own file asks them.
    public var mayRun: Bool { machine != nil && !hasErrors && subFlowProblems.isEmpty }

    /// The warnings about sub-flows whose flows are unknown or have errors (FL900): with one of them the flow may not be run.
    package var subFlowProblems: [Diagnostic] { diagnostics.filter { $0.code == .childNotChecked } }
}

/// Reads a file and holds every rule against it.
///
/// Past the limit of configurations one warning says that the rules about configurations are unproved; what breaks one of them in the
/// configurations that were looked at is an error all the same. Rules that report what never happens are not asked then, for a run
/// outside these configurations may do it.
///
/// - Parameters:
///   - source: a flow, a provider's model or a profile.
///   - surroundings: what the rules ask beside the text, such as the flows of sub-flows and the models.
///   - language: the language in which the flow is to be generated; nil where it is played from its table.
///   - limit: the most configurations that are looked at.
public func check(
    _ source: SourceText, beside surroundings: SpecSurroundings = SpecSurroundings(),
    for language: (any TargetLanguage)? = nil, limit: Int = 1_000_000
) -> CheckedFlow {
    if source.isProfile { return checkedProfile(in: source, beside: surroundings) }
    let parsed = parse(source)
    guard let spec = parsed.spec else {
        return CheckedFlow(machine: nil, diagnostics: parsed.diagnostics.orderedByPlace())
    }
    if spec.isProvider {
        return checkedModel(spec, parsed.diagnostics, in: source, beside: surroundings)
    }
    let resolution = resolve(spec, in: source, among: surroundings.flows)
    // Where the parser has reported a problem, the resolver's report at the same place is left out.
    let reportedByParser = Set(parsed.diagnostics.map(\.range))
    var inspection = Inspection(
        diagnostics: parsed.diagnostics + resolution.diagnostics.filter { !reportedByParser.contains($0.range) })
    if let machine = resolution.machine {
        var subFlows = SubFlowErrors(among: surroundings, for: language)
        inspection.diagnostics += ChildrenAreChecked(errors: subFlows.sentences(of: machine)).diagnostics(for: machine)
        inspection.inspect(machine, of: spec, limit: limit)
        inspection.compareWithReleased(machine, of: spec, in: surroundings)
        inspection.diagnostics += CallsAreKnown(models: surroundings.models).diagnostics(for: machine)
        inspection.diagnostics +=
            language?.problems(in: machine, declaredBy: spec, among: surroundings.flows) ?? []
    }
    return CheckedFlow(
        machine: resolution.machine, diagnostics: inspection.diagnostics.orderedByPlace(),
        configurations: inspection.configurations, steps: inspection.steps)
}

/// Holds the rules against a machine, one after the other.
private struct Inspection {
    var diagnostics: [Diagnostic]
    /// How many configurations and steps there are; nil as long as they were not counted.
    var configurations: Int?
    var steps: Int?

    private var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    mutating func inspect(_ machine: Machine, of spec: FlowSpec, limit: Int) {
        let isWhollyRead = !hasErrors
        let survey = GuardSurvey(of: machine, unreadWords: spec.unreadWords)
        diagnostics += machine.diagnosticsOfRules(readFrom: spec, isWhollyRead: isWhollyRead, survey)
        // Once an error of any other code is mended, the flow has other configurations: reports about the present ones would mislead.
        // Guards that read too much to be judged are an error where it is uncertain which row decides; else they are a warning only.
        guard diagnostics.allSatisfy({ $0.severity == .warning || $0.code.allowsConfigurationRules }) else { return }
        // A scenario plays the flow's table, and only a machine without errors, all of whose sub-flows can be run, has one.
        if isWhollyRead, machine.unusableChildren.isEmpty { diagnostics += ScenariosHold().diagnostics(for: machine) }
        inspectConfigurations(of: machine, limit: limit)
    }

    private mutating func inspectConfigurations(of machine: Machine, limit: Int) {
        // Which finals a sub-flow may reach is unknown where the sub-flow's flow is unknown.
        guard machine.children.allSatisfy({ $0.flow != nil }) else { return }
        guard let graph = ConfigurationSearch.graph(of: machine, limit: limit) else { return }
        // These rules report what can happen. What can happen in a part of the configurations can happen.
        var rules: [any ConfigurationRule] = [
            RunningThingsAreDecided(), NothingBeginsTwice(), ClaimsOfRepliesHold(), NoSilentWaits(),
            PollingHasADeadline(), PollsEndBeforeTheRun(), ValuesArePresent(), ValuesStayInRange(),
        ]
        if graph.isWhole {
            configurations = graph.configurations.count
            steps = graph.stepCount
            // These rules report what cannot happen, and only all configurations together show that.
            rules += [CellsCanHappen(), EveryStateIsReached(), EveryStateCanEnd()]
        } else {
            let obstacle = SearchObstacle(of: machine, in: graph, limit: limit)
            diagnostics.append(obstacle.diagnostic(for: machine, limit: limit))
        }
        for rule in rules { diagnostics += rule.diagnostics(for: machine, in: graph) }
    }

    /// Compares the flow with the table that was released as its version; a flow that cannot run yet has no table to
    /// compare.
    mutating func compareWithReleased(_ machine: Machine, of spec: FlowSpec, in surroundings: SpecSurroundings) {
        guard !hasErrors, machine.unusableChildren.isEmpty,
            case .flow(_, let version) = spec.header,
            let released = surroundings.releasedTable(machine.name.text, machine.version)
        else { return }
        diagnostics += ReleasedTablesStay(released: released, version: version.range).diagnostics(for: machine)
    }
}

extension Machine {
    /// What the rules say that read the flow alone, and not what may happen to its runs.
    ///
    /// - Parameters:
    ///   - isWhollyRead: whether every row could be read and resolved; else it is unknown what the flow uses.
    ///   - survey: of the flow's guards.
    func diagnosticsOfRules(readFrom spec: FlowSpec, isWhollyRead: Bool, _ survey: GuardSurvey) -> [Diagnostic] {
        var rules: [any Rule] = [
            EveryCellIsDecided(unreadWords: spec.unreadWords),
            NamedRowsDecideSomething(isWhollyRead: isWhollyRead), GuardsAreDisjoint(survey: survey),
            GuardsAreComplete(survey: survey), GuardsCanHold(survey: survey), GuardsAreFewEnough(survey: survey),
            OtherwiseStandsOnce(survey: survey), OtherClaimsAreCounted(), OrdersStayInScope(), TimersCanFire(),
            ChildrenCanBeCancelled(),
            DecoderRowsCanMatch(),
            ClassesHoldInDecoders(), RetainedWordsHaveNoClass(), OtherwiseIsNoRequiredReply(),
        ]
        // What these rules miss may stand in what could not be read or resolved.
        if isWhollyRead {
            rules += [
                OtherRowsDecideSomething(), StaleSuccessIsDecided(), SuccessesAreEarned(),
                EverythingIsUsed(namesReadElsewhere: spec.namesReadOutside(self)), RestartsAreDecided(),
            ]
        }
        return rules.flatMap { $0.diagnostics(for: self) }
    }
}
