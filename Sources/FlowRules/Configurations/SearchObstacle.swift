import FlowLanguage
import FlowMachine
import KeywayCore

/// Why the configurations of a flow were not all found.
enum SearchObstacle {
    /// The fields of the event at this position make a difference in too many ways; some of them were tried.
    case event(Int)
    /// Values can be chosen for these parameters, by their positions among the variables, in too many ways; the defaults were tried.
    case parameters([Int])
    /// There are more configurations than the limit of the search.
    case configurations
    /// More events come in the configurations, each with all values that it can carry, than the search decides.
    case decisions

    /// Finds which obstacle the search met.
    ///
    /// - Parameters:
    ///   - machine: a flow with a state.
    ///   - graph: the part that `ConfigurationSearch` found of it.
    ///   - limit: the most configurations that were looked at.
    init(of machine: Machine, in graph: ConfigurationGraph, limit: Int) {
        let flow = PreparedFlow(machine)
        let parameters = flow.tracking.parameters(of: machine).sorted()
        if let event = flow.eventWithTooManyVariants {
            self = .event(event)
        } else if machine.combinations(of: parameters) == nil {
            // A parameter of one value, or a duration, of which only one value is tried, is not what makes the ways too many.
            self = .parameters(parameters.filter { machine.combinations(of: [$0])?.count != 1 })
        } else {
            self = graph.configurations.count > limit ? .configurations : .decisions
        }
    }

    /// The warning that says what the obstacle is, and what is not proved because of it.
    ///
    /// - Parameters:
    ///   - machine: the flow whose search met the obstacle.
    ///   - limit: the most configurations that were looked at.
    func diagnostic(for machine: Machine, limit: Int) -> Diagnostic {
        let (range, why, cure) = words(for: machine, limit: limit)
        return .warning(
            at: range,
            "\(why), so these are not proven: that every state is reached and can end, that no wait is silent, that "
                + "no named cell is impossible, that timers are decided, and that values are present and in range\(cure)",
            code: .tooManyConfigurations)
    }

    private func words(for machine: Machine, limit: Int) -> (range: SourceRange, why: String, cure: String) {
        switch self {
        case .event(let event):
            let event = machine.events[event]
            return (event.range, "the values that '\(event.name)' can carry are too many to go through", "")
        case .parameters(let parameters):
            let chosen = parameters.map { machine.variables[$0] }
            let names = chosen.map { "'\($0.field.name)'" }.joined(separator: ", ")
            return (
                chosen.first?.range ?? machine.name.range,
                "\(names) can be chosen in more than \(Machine.greatestChoiceCount) ways",
                "; give \(chosen.count > 1 ? "them narrower ranges" : "it a narrower range"), or let no guard read "
                    + "what begins with \(chosen.count > 1 ? "all of them" : "it")"
            )
        case .configurations:
            return (machine.name.range, "'\(machine.name.text)' has more than \(limit) configurations", "")
        case .decisions:
            return (
                machine.name.range,
                "more than \(ConfigurationSearch.greatestDecisionCount(upTo: limit)) events can come in the configurations of "
                    + "'\(machine.name.text)', each with other values",
                "; let guards read less of the sets and numbers that events carry"
            )
        }
    }
}
