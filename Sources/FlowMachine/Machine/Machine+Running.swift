package import FlowLanguage
import KeywayCore

extension Machine {
    /// What the event is where it belongs to something closed or superseded; nil where no row names that.
    package func staleEvent(of event: Int) -> Int? {
        events.firstIndex { $0.signature.origin == .stale(of: event) }
    }

    /// A sub-flow: a leg of the same stream, which runs at most as long as its scope.
    package struct Child: Sendable {
        /// The flow that a child runs, with the text that it was read from.
        package struct Flow: Sendable {
            /// Resolved without an error; a flow that has one counts as unknown.
            package var machine: Machine
            /// The child's own file, in which the places of its machine count.
            package var source: SourceText
        }

        /// One of the flow's finals, and the event that tells the parent of it.
        package struct Ending: Hashable, Sendable {
            /// By its position among the states of the child's flow.
            package var final: Int
            /// By its position among the parent's events.
            package var event: Int
        }

        /// The events of the child's end begin with it, as in `silent.failed`.
        package var name: Name
        /// As the spec gives it, whether or not there is such a flow.
        package var flowName: Name
        /// Leaving it sends a running child its `cancel`.
        package var scope: Int
        /// Nil where nobody looked for the flow, or where it has problems of its own.
        package var flow: Flow?
        /// One for each final of the flow.
        package var endings: [Ending]
    }

    /// A hold on a provider's lane, of which there is one for all runs.
    package struct Lane: Sendable {
        /// The event of the grant has this name too.
        package var name: Name
        /// Runs of every flow that name the same provider wait in one line.
        package var provider: Name
        /// Leaving it frees the lane, or withdraws the asking.
        package var scope: Int
        /// The event that tells the grant.
        package var event: Int
    }
}

extension Machine.Child {
    /// The position of the command that ends the child when its scope is left; nil where its flow has none or is unknown.
    package var cancel: Int? {
        flow?.machine.events.firstIndex { $0.signature.origin == .command && $0.name == "cancel" }
    }
}
