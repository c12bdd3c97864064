import FlowLanguage
import FlowMachine
import KeywayCore

/// Numbers what runs beside a state for a set of bits: sub-flows first, then each lane twice, asked for and held.
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
    /// The bits of all lanes of these providers: whoever stands in one of them waits for the others of its provider.
    func lanes(of providers: Set<String>, by numbers: RunningNumbers) -> [Int] {
        lanes.indices.filter { providers.contains(lanes[$0].provider.text) }.flatMap {
            [numbers.asked($0), numbers.held($0)]
        }
    }

    /// The providers whose lanes the flow or one of its sub-flows may stand in.
    var providersOfLanes: Set<String> {
        children.compactMap { $0.flow?.machine.providersOfLanes }.reduce(into: Set(lanes.map(\.provider.text))) {
            $0.formUnion($1)
        }
    }

    /// What an effect or a child's command is called with.
    func parameters(of order: FlowMachine.Body.Order) -> (fields: [Field], terms: [Term])? {
        switch order.content {
        case .perform(let effect, let terms): (effects[effect].signature.fields, terms)
        case .run(let child, let command, let terms):
            children[child].flow.map { ($0.machine.events[command].signature.fields, terms) }
        case .set, .clear, .take: nil
        }
    }
}
