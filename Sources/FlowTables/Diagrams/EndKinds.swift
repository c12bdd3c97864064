import FlowDiagram
import FlowMachine

/// How an end of a flow is marked, by the flow's own words.
///
/// A success is what the spec calls so. Of the others, the one that the session deadline leads to is a failure: it is where a
/// run goes that came to nothing. All others are plain ends.
struct EndKinds {
    private let successes: Set<Int>
    private let afterDeadline: Set<Int>

    init(_ machine: Machine) {
        successes = Set(machine.states.indices.filter { machine.states[$0].isSuccess })
        let deadlines = Set(machine.timers.filter(\.isSession).map(\.event))
        afterDeadline = Set(
            machine.rows.compactMap { row in
                guard deadlines.contains(row.event), case .move(.state(let state)) = row.verdict else { return nil }
                return state
            })
    }

    func kind(of state: Int) -> Diagram.Kind {
        successes.contains(state) ? .success : afterDeadline.contains(state) ? .failure : .end
    }
}
