package import FlowProviders

/// A system as texts: a flow, its sub-flows and the models beside it, and how it is explored and driven.
package struct SystemText: Hashable, Sendable {
    /// The name and text of a flow that is run as a sub-flow.
    package struct SubFlow: Hashable, Sendable {
        package var name: String
        package var text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The text of the root's flow.
    package var flow: String
    /// Every flow that is run as a sub-flow, at any depth; a flow finds its sub-flows here by their names.
    package var subFlows: [SubFlow]
    /// The texts of the models.
    package var models: [String]
    /// How many words may wait between a provider and the flow, and whether they may be lost, doubled or reordered.
    package var channel: Channel
    /// Whether the app may die at any moment and come back.
    package var crashes: Bool
    /// What a driven run of the system may do.
    package var behaviors = DrivenBehaviors.coveredByRules

    package init(
        flow: String, subFlows: [SubFlow] = [], models: [String] = [], channel: Channel = Channel(),
        crashes: Bool = false
    ) {
        self.flow = flow
        self.subFlows = subFlows
        self.models = models
        self.channel = channel
        self.crashes = crashes
    }
}

extension SystemText {
    /// A part of the system that is one text: its flow, or a sub-flow or model by its position among them.
    package enum Part: Hashable, Sendable {
        case flow
        case subFlow(Int)
        case model(Int)
    }

    /// All texts: the models, the sub-flows, and the flow of the root last.
    package var parts: [Part] { models.indices.map { .model($0) } + subFlows.indices.map { .subFlow($0) } + [.flow] }

    package subscript(part: Part) -> String {
        get {
            switch part {
            case .flow: flow
            case .subFlow(let number): subFlows[number].text
            case .model(let number): models[number]
            }
        }
        set {
            switch part {
            case .flow: flow = newValue
            case .subFlow(let number): subFlows[number].text = newValue
            case .model(let number): models[number] = newValue
            }
        }
    }
}

extension SystemText: CustomStringConvertible {
    /// Each text with a line above it that says what it is.
    package var description: String {
        var words = ["capacity \(channel.capacity)"]
        if channel.drops { words.append("drop") }
        if channel.doubles { words.append("double") }
        if channel.reorders { words.append("reorder") }
        if crashes { words.append("crash") }
        let texts =
            [("flow, \(words.joined(separator: ", "))", flow)]
            + subFlows.map { ("sub-flow", $0.text) } + models.map { ("model", $0) }
        return texts.map { "--- \($0.0)\n\($0.1)" }.joined(separator: "\n")
    }
}
