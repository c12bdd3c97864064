import FlowDiagram
import FlowLanguage
import FlowMachine

/// How an end of a flow is marked, by the flow's own words.
///
/// An end that a `require ... only after ...` guards is a success: it is the one that must be earned. Of the others, the one
/// that the session deadline leads to is a failure: it is where a run goes that came to nothing. All others are plain ends.
struct EndKinds {
    private let guarded: Set<String>
    private let afterDeadline: Set<Int>

    init(_ machine: Machine, _ spec: FlowSpec) {
        guarded = Set(spec.elements.compactMap(Self.guardedName))
        let deadlines = Set(machine.timers.filter(\.isSession).map(\.event))
        afterDeadline = Set(
            machine.rows.compactMap { row in
                guard deadlines.contains(row.event), case .move(.state(let state)) = row.verdict else { return nil }
                return state
            })
    }

    private static func guardedName(in element: Element) -> String? {
        guard case .declaration(.requirement(let requirement)) = element,
            case .onlyAfter(let fact, _) = requirement.content
        else { return nil }
        return switch fact.content {
        case .inTarget(let name): name.text
        case .named(let name) where name.child == nil: name.name.text
        case .named, .onEvent, .doEffect, .condition: nil
        }
    }

    func kind(of state: Int, in machine: Machine) -> Diagram.Kind {
        if guarded.contains(machine.states[state].name.text) { return .success }
        return afterDeadline.contains(state) ? .failure : .end
    }
}
