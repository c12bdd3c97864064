import FlowLanguage
import KeywayCore

/// Turns a provider's file into a model.
///
/// Types, variables, conditions and targets are resolved as in a flow, by the resolver of flows.
struct ModelResolver {
    /// The resolver of flows, which resolves types, variables and conditions and collects the problems.
    var flowResolver: Resolver
    /// The model as far as it is resolved.
    var model: ProviderModel
    /// The position in the model of each word.
    var words = NameTable<Int>()
    /// The positions of the variables whose first value is true: they stand for what an earlier run may have left (rule 29b).
    var ghosts: Set<Int> = []
    /// The rows with their scopes, which wait until every state is known.
    private var pendingRows: [(scope: Int, row: ModelRow)] = []
    /// The scope around each scope; nil for the file.
    private var parents: [Int?] = [nil]

    init(flowResolver: Resolver, model: ProviderModel) {
        self.flowResolver = flowResolver
        self.model = model
    }

    /// Resolves the whole file into `model`.
    mutating func resolve() {
        flowResolver.resolveTypes()
        flowResolver.resolveContext()
        resolveVariables()
        resolveWords()
        collect(flowResolver.items, in: 0)
        if model.states.isEmpty, flowResolver.spec.unreadWords.isEmpty {
            flowResolver.report(
                "a model needs a state; its first one is where the SDK begins", at: model.name.range, .noStates)
        }
        for pending in pendingRows { resolve(pending.row, in: pending.scope) }
        resolveRequirements()
        flowResolver.reportUnusedTypes()
        model.enumerations = flowResolver.machine.enumerations
    }

    /// Takes over the variables and notes the ghosts among them. Reports a variable of a kind that has too many values to explore.
    private mutating func resolveVariables() {
        for (position, variable) in flowResolver.machine.variables.enumerated() {
            if !variable.field.kind.isFinite {
                flowResolver.report(
                    "'\(variable.field.name)' is \(flowResolver.described(variable.field.kind)); a model's variables are of "
                        + "finite kinds, because every value is explored", at: variable.range, .guardReadsUnboundedValue
                )
            }
            if variable.initial == .bool(true) { ghosts.insert(position) }
        }
        model.variables = flowResolver.machine.variables
    }

    // MARK: - Scopes

    /// Declares the groups and states among the items, notes their rows, and reports what belongs in a flow or outside of a state.
    ///
    /// - Parameter isInState: whether the items stand in a state, in which no group and no state may stand.
    private mutating func collect(_ items: [Item], in scope: Int, ofState isInState: Bool = false) {
        for item in items {
            switch item {
            case .group(let group):
                if isInState { flowResolver.reportNested("group", group.name) }
                _ = flowResolver.declare(group.name, as: .group, in: \.targets, "group")
                collect(group.items, in: addScope(in: scope))
            case .state(let state):
                if isInState { flowResolver.reportNested("state", state.name) }
                collect(state, in: scope)
            case .model(let row): pendingRows.append((scope, row))
            default:
                let (what, range) = item.nameAndRange
                reportForFlows(what, at: range)
            }
        }
    }

    private mutating func collect(_ state: StateDeclaration, in scope: Int) {
        let inner = addScope(in: scope)
        let position = model.states.count
        if flowResolver.declare(state.name, as: .target(.state(position)), in: \.targets, "target") {
            model.states.append(.init(name: state.name, scopes: scopes(from: inner)))
        }
        if state.waitsForUser {
            flowResolver.report(
                "a provider's state waits for nobody: leave 'waits for user' out", at: state.name.range, .misplacedRow)
        }
        collect(state.items, in: inner, ofState: true)
    }

    /// Adds a scope directly inside `parent`, and returns its position.
    private mutating func addScope(in parent: Int) -> Int {
        parents.append(parent)
        return parents.count - 1
    }

    /// The scope and the scopes around it, from the innermost to the file's.
    private func scopes(from scope: Int) -> [Int] {
        var path: [Int] = []
        var next: Int? = scope
        while let current = next {
            path.append(current)
            next = parents[current]
        }
        return path
    }
}
