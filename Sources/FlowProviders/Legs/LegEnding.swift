import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore

/// How a flow hears of a final of its sub-flow: the event, and which of the kept values matter to the flow.
struct LegEnding {
    /// What fills a field of the event.
    private struct Kept {
        /// By its position among the variables of the sub-flow.
        var variable: Int
        /// The field of the event.
        var field: Field
        /// What of the value makes a difference to the parent.
        var part: Distinctions.ValuePart
    }

    /// By its position among the events of the parent.
    let event: Int
    /// What of the sub-flow's variables the event tells, one for each of its fields.
    private let kept: [Kept]

    init(_ ending: Machine.Child.Ending, of child: Machine, toldTo parent: Machine, _ distinctions: Distinctions) {
        event = ending.event
        kept = zip(child.states[ending.final].keeps, parent.events[event].signature.fields).enumerated().map {
            Kept(
                variable: $1.0, field: $1.1, part: distinctions.part(ofField: $0, of: ending.event))
        }
    }

    /// The event's fields for a sub-flow that ended with these values; one that makes no difference is always the same. Marks of perishable
    /// values stay.
    func fields(from values: [Value?]) -> [Value?] {
        kept.map { kept in
            let value = values[kept.variable]
            if Perishing(marked: value, in: kept.field) != nil { return value }
            return switch kept.part {
            case .value: value
            case .presence: value == nil ? nil : kept.field.kind.representative
            case .nothing: kept.field.isOptional ? nil : kept.field.kind.representative
            }
        }
    }

    /// How the parent hears of the final, with these values of the sub-flow's variables. `child`: which of its sub-flows it is.
    func input(from values: [Value?], of child: Int) -> FlowInput {
        FlowInput(origin: .child(child), event: event, fields: fields(from: values), isOwed: true)
    }

    /// What the parent sees of the sub-flow's variables, as if a guard of the sub-flow read it.
    var conditions: [Condition] {
        kept.compactMap { kept in
            let term = Term(.variable(kept.variable), at: SourceRange(0, 0))
            return switch kept.part {
            // Compared with itself, so that each of its values counts.
            case .value: .comparison(term, .equal, term)
            case .presence: .present(term)
            case .nothing: nil
            }
        }
    }
}
