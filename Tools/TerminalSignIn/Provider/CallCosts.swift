import FlowMachine
import FlowProviders

/// The cost of each configuration (state with its values) of a model: how many new attempts the app must begin before the model can tell a
/// success.
///
/// A row that leads to a higher cost means that the attempt has failed, whatever its words are called. In a model that tells no success
/// every configuration costs the same.
struct CallCosts: Sendable {
    /// A configuration from which no success can be reached is left out.
    private var costs: [ModelConfiguration: Int] = [:]
    /// The configurations from which a call that begins no attempt, such as one with a code, leads to a configuration with the cost 0.
    private var awaiting: Set<ModelConfiguration> = []

    /// A step of the model: a row of its own, which costs nothing, or a call, which costs 1 where it begins an attempt.
    private struct Edge {
        var from: ModelConfiguration
        var to: ModelConfiguration
        var cost: Int
    }

    init(of model: ProviderModel, by interpreter: ModelInterpreter, called: AppCalls) {
        var edges: [Edge] = []
        var found = [interpreter.beginning]
        var known = Set(found)
        var continuing: [Edge] = []
        var place = 0
        while place < found.count {
            let configuration = found[place]
            place += 1
            var reached: [ModelConfiguration] = []
            for (row, next) in interpreter.turns(from: configuration) {
                reached.append(next)
                // A row that reads a ghost, which an earlier attempt left, speaks of that attempt: its success does not count.
                if model.rows[row].readsGhost { continue }
                if model.tellsSuccess(row) { costs[configuration] = 0 }
                edges.append(Edge(from: configuration, to: next, cost: 0))
            }
            for call in model.calls where called.all.contains(call) {
                for next in interpreter.targets(of: call, from: configuration) where next != configuration {
                    reached.append(next)
                    let edge = Edge(from: configuration, to: next, cost: called.attempts.contains(call) ? 1 : 0)
                    edges.append(edge)
                    if edge.cost == 0 { continuing.append(edge) }
                }
            }
            for next in reached where known.insert(next).inserted { found.append(next) }
        }
        lower(along: edges)
        for edge in continuing where costs[edge.to] == 0 { awaiting.insert(edge.from) }
    }

    /// The cost of the configuration; `.max` where no success can come any more.
    func cost(of configuration: ModelConfiguration) -> Int { costs[configuration] ?? .max }

    /// Whether a call that begins no attempt, such as one with a code, leads from the configuration to one with the cost 0.
    func isAwaiting(_ configuration: ModelConfiguration) -> Bool { awaiting.contains(configuration) }

    /// Lowers the costs along the edges, against their directions, until no edge offers a lower one.
    private mutating func lower(along edges: [Edge]) {
        var isSettled = false
        while !isSettled {
            isSettled = true
            for edge in edges {
                guard let beyond = costs[edge.to], beyond + edge.cost < cost(of: edge.from) else { continue }
                costs[edge.from] = beyond + edge.cost
                isSettled = false
            }
        }
    }
}
