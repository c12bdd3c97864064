package import FlowLanguage
package import KeywayCore

extension Machine {
    /// The position of the event `stale X` for an event X; nil where no row of the flow names `stale X`.
    ///
    /// X comes as `stale X` where it belongs to a closed order or to an earlier attempt.
    package func staleEvent(of event: Int) -> Int? {
        events.firstIndex { $0.signature.origin == .stale(of: event) }
    }

    /// How many flows are nested in this one, itself included.
    package var levels: Int { 1 + (children.compactMap { $0.flow?.machine.levels }.max() ?? 0) }

    /// A sub-flow, which runs as a leg of the same run and is cancelled when its scope is left.
    package struct Child: Sendable {
        /// The flow that a child runs, with the text that it was read from.
        package struct Flow: Sendable {
            /// The child's flow, resolved without an error: a flow with an error counts as unknown.
            package var machine: Machine
            /// The text of the child's file, in which the ranges of `machine` are offsets.
            package var source: SourceText
        }

        /// One of the flow's finals, and the event that tells the parent of it.
        package struct Ending: Hashable, Sendable {
            /// The final, by its position among the states of the child's flow.
            package var final: Int
            /// The event, by its position among the parent's events.
            package var event: Int
        }

        /// A parameter of the flow, and what the parent chooses for it.
        package struct Parameter: Sendable {
            /// By its position among the variables of the child's flow.
            package var variable: Int
            /// A constant, or a parameter of the parent.
            package var term: Term
        }

        /// The events of the child's end begin with it, as in `silent.failed`.
        package var name: Name
        /// The flow's name behind `=`, whether or not there is such a flow.
        package var flowName: Name
        /// The flow's parameters that the parent chooses, in the order of the file; the others are what the flow says.
        package var parameters: [Parameter] = []
        /// Leaving it sends a running child its `cancel`.
        package var scope: Int
        /// Nil where nobody looked for the flow, or where it has problems of its own.
        package var flow: Flow?
        /// One for each final of the flow.
        package var endings: [Ending]
    }

    /// A hold on a provider's lane, of which there is one for all runs.
    package struct Lane: Sendable {
        /// The name behind `lane`; the event that tells the grant has it too.
        package var name: Name
        /// The provider whose line it is: runs of every flow with a lane of this provider wait in one line.
        package var provider: Name
        /// The scope that declares the lane; leaving this scope frees the lane, or withdraws the asking.
        package var scope: Int
        /// The event that tells the grant.
        package var event: Int
    }
}

extension Machine.Child {
    /// What a leg begins with, where its parent has these values.
    package func chosen(by values: [Value?]) -> [Int: Value] {
        var chosen: [Int: Value] = [:]
        for parameter in parameters {
            switch parameter.term.content {
            case .constant(let value): chosen[parameter.variable] = value
            case .variable(let position): chosen[parameter.variable] = values[position]
            case .field, .absent: break
            }
        }
        return chosen
    }

    /// The position of the command that ends the child when its scope is left; nil where its flow has none or is unknown.
    package var cancel: Int? {
        flow?.machine.events.firstIndex { $0.signature.origin == .command && $0.name == "cancel" }
    }
}
