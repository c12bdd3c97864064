import FlowDiagram
import FlowMachine

/// How an end of a flow is marked, by the flow's own words.
///
/// An end that a `require ... only after ...` guards is a success: it is the one that must be earned. Of the others, the one
/// that the session deadline leads to is a failure: it is where a run goes that came to nothing. All others are plain ends.
struct EndKinds {
    private let guarded: Set<Int>
    private let afterDeadline: Set<Int>

    init(_ machine: Machine) {
        guarded = Set(
            machine.requirements.flatMap { requirement -> [Int] in
                guard case .onlyAfter(.states(let states), _) = requirement.content else { return [] }
                return states
            })
        let deadlines = Set(machine.timers.filter(\.isSession).map(\.event))
        afterDeadline = Set(
            machine.rows.compactMap { row in
                guard deadlines.contains(row.event), case .move(.state(let state)) = row.verdict else { return nil }
                return state
            })
    }

    func kind(of state: Int) -> Diagram.Kind {
        guarded.contains(state) ? .success : afterDeadline.contains(state) ? .failure : .end
    }
}
