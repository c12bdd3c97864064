package import FlowLanguage
package import KeywayCore

extension Machine {
    /// The position of the event `stale X` for an event X; nil where no row of the flow names `stale X`.
    ///
    /// X comes as `stale X` where it belongs to a closed order or to an earlier attempt.
    package func staleEvent(of event: Int) -> Int? {
        events.firstIndex { $0.signature.origin == .stale(of: event) }
    }

    /// The providers whose lanes the flow or one of its sub-flows may stand in.
    package var providersOfLanes: Set<String> {
        children.compactMap { $0.flow?.machine.providersOfLanes }.reduce(into: Set(lanes.map(\.provider.text))) {
            $0.formUnion($1)
        }
    }

    /// How deep flows are nested in this one: 1 for a flow without sub-flows.
    package var depth: Int { 1 + (children.compactMap { $0.flow?.machine.depth }.max() ?? 0) }

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
            /// The parameter, by its position among the variables of the child's flow.
            package var variable: Int
            /// The chosen value: a constant, or a parameter of the parent.
            package var term: Term
        }

        /// The name behind `child`; the events that tell the child's end begin with it, as in `silent.failed`.
        package var name: Name
        /// The flow's name behind `=`, whether or not there is such a flow.
        package var flowName: Name
        /// The flow's parameters that the parent chooses, in the order of the file; any other has the flow's own value.
        package var parameters: [Parameter] = []
        /// The scope that declares the child; leaving this scope sends the running child its `cancel`.
        package var scope: Int
        /// The flow that the child runs; nil where nobody looked for it, no file declares it, or it cannot be used.
        ///
        /// A flow with errors cannot be used, nor one that is nested too deep or contains the parent.
        package var flow: Flow?
        /// The flow's finals, each with the event that tells it; empty where `flow` is nil.
        package var endings: [Ending]
    }

    /// A lane as a scope declares it: a place in a provider's queue, which `take` asks for.
    package struct Lane: Sendable {
        /// The name behind `lane`; the event that tells the grant has it too.
        package var name: Name
        /// The provider, which has one queue: runs of every flow with a lane of this provider wait in it.
        package var provider: Name
        /// The scope that declares the lane; leaving this scope frees the lane, or withdraws the request where it was not granted yet.
        package var scope: Int
        /// The event that tells the grant, by its position among the events.
        package var event: Int
    }
}

extension Machine.Child {
    /// The values that the parent chooses for parameters of the child's flow, by their positions among that flow's variables.
    ///
    /// - Parameter values: the values of the parent's variables.
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
