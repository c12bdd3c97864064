import FlowMachine
import FlowProviders

/// How many attempts must be begun, from each configuration of a model, before it can tell a success.
///
/// A row after which that is more has failed, whatever its words are called. In a model that tells no success all rows are alike.
struct CallCosts: Sendable {
    private var costs: [ModelConfiguration: Int] = [:]
    private var awaiting: Set<ModelConfiguration> = []

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
                // The success of an older attempt is none of this one.
                if model.rows[row].readsGhost { continue }
                if model.tellsSuccess(row) { costs[configuration] = 0 }
                edges.append(Edge(from: configuration, to: next, cost: 0))
            }
            for call in model.calls where called.all.contains(call) {
                for next in interpreter.answers(to: call, from: configuration) where next != configuration {
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

    func cost(of configuration: ModelConfiguration) -> Int { costs[configuration] ?? .max }

    /// Whether a call that begins no attempt leads on.
    func isAwaiting(_ configuration: ModelConfiguration) -> Bool { awaiting.contains(configuration) }

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
