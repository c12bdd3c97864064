import FlowDiagram
import FlowMachine

/// Whether a diagram marks a final of a flow as success, failure or plain end.
///
/// A success is a final that the spec declares as `success`. A failure is another final to which the session deadline,
/// the file's `within`, leads: a run that reaches nothing in time ends there. All other finals are plain ends.
struct EndKinds {
    /// The finals that are declared as `success`, by their positions among the states.
    private let successes: Set<Int>
    /// The finals to which the file's `within` leads.
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

    /// How the final at this position is marked.
    func kind(of state: Int) -> Diagram.Kind {
        successes.contains(state) ? .success : afterDeadline.contains(state) ? .failure : .end
    }
}
