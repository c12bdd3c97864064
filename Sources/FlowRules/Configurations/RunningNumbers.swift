import FlowLanguage
import FlowMachine
import KeywayCore

/// Numbers the sub-flows and lanes of a flow, so that a set of numbers says which of them run: first each sub-flow has one, then each
/// lane two, for being asked for and for being held.
struct RunningNumbers {
    let childCount: Int
    let laneCount: Int

    init(of machine: Machine) {
        childCount = machine.children.count
        laneCount = machine.lanes.count
    }

    var count: Int { childCount + 2 * laneCount }
    var children: Range<Int> { 0..<childCount }

    func child(_ child: Int) -> Int { child }
    func asked(_ lane: Int) -> Int { childCount + 2 * lane }
    func held(_ lane: Int) -> Int { childCount + 2 * lane + 1 }
}

extension Machine {
    /// The numbers of all lanes of these providers, asked for or held.
    ///
    /// A provider has one queue, so a run that holds one lane of it, or has asked for it, would wait for itself in another.
    func lanes(of providers: Set<String>, by numbers: RunningNumbers) -> [Int] {
        lanes.indices.filter { providers.contains(lanes[$0].provider.text) }.flatMap {
            [numbers.asked($0), numbers.held($0)]
        }
    }

    /// The fields of the effect or of the sub-flow's command that the order calls, and the arguments; nil for other orders, and where
    /// the sub-flow's flow is unknown.
    func parameters(of order: FlowMachine.Body.Order) -> (fields: [Field], terms: [Term])? {
        switch order.content {
        case .perform(let effect, let terms): (effects[effect].signature.fields, terms)
        case .run(let child, let command, let terms):
            children[child].flow.map { ($0.machine.events[command].signature.fields, terms) }
        case .set, .clear, .take: nil
        }
    }
}
