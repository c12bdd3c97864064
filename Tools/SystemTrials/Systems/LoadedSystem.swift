import FlowLanguage
package import FlowMachine
import FlowRules
import KeywayCore
import KeywayLog

/// A system ready to be explored and driven: `check` finds no error in its texts for which `explore` would refuse them.
package struct LoadedSystem: Sendable {
    package let text: SystemText
    /// The flow of the root, as `check` reads it; `table` and `flow` below are the same flow, as it is stored and as runs follow it.
    package let machine: Machine
    package let models: [ProviderModel]
    let table: Table
    let flow: RunningFlow
    let version: FlowVersion
    let annotations: Table.Annotations
    /// The flow of each leg by the leg's name, as `silent` or `outer.inner`; the root's name is empty.
    let machines: [String: Machine]
    /// Callbacks that no model says: of sources without a model, and those that no row reads.
    let foreignCallbacks: ForeignCallbacks

    /// - Throws: ``UnsoundSystem`` with what `check` says of the texts.
    package init(_ text: SystemText) throws(UnsoundSystem) {
        let sources = text.subFlows.map { sub in
            (sub.name, SourceText(path: "\(sub.name).flow", bytes: Array(sub.text.utf8)))
        }
        let directory = FlowDirectory { name in
            sources.first { $0.0 == name }.map { .text($0.1) } ?? .nothing
        }
        let models = try Self.models(of: text)
        let surroundings = SpecSurroundings(
            flows: directory, models: { name in models.filter { $0.name.text == name } })
        for number in text.subFlows.indices { _ = try Self.sound(text, .subFlow(number), beside: surroundings) }
        let checked = try Self.sound(text, .flow, beside: surroundings)
        guard let machine = checked.machine, machine.unusableChildren.isEmpty else { throw UnsoundSystem(problems: []) }
        self.text = text
        self.machine = machine
        self.models = models
        table = Table(of: machine)
        flow = RunningFlow(table)
        let source = SourceText(path: "System.flow", bytes: Array(text.flow.utf8))
        annotations = Table.Annotations(of: machine, table: table, in: source)
        version = FlowVersion(of: flow, annotations: annotations)
        machines = Self.machines(of: machine, named: "")
        let inOrder = machines.sorted { $0.key < $1.key }.map(\.value)
        foreignCallbacks = ForeignCallbacks(of: inOrder, beside: models)
    }

    /// The models of a system, in the order of their texts.
    ///
    /// - Parameter text: the system; only its models are read.
    /// - Throws: ``UnsoundSystem`` with what `check` says of the first model that it refuses.
    package static func models(of text: SystemText) throws(UnsoundSystem) -> [ProviderModel] {
        var models: [ProviderModel] = []
        for number in text.models.indices {
            let checked = try sound(text, .model(number), beside: SpecSurroundings())
            guard let model = checked.model else { throw UnsoundSystem(problems: []) }
            models.append(model)
        }
        return models
    }

    /// Checks one of the texts. The limit of 20,000 configurations leaves out flows that are too large for trials.
    ///
    /// A flow in which an order waits for the run's own lane is not refused, since `explore` takes such a flow too and has to refute it.
    private static func sound(
        _ text: SystemText, _ part: SystemText.Part, beside surroundings: SpecSurroundings
    ) throws(UnsoundSystem) -> CheckedFlow {
        let source = SourceText(path: "\(part)", bytes: Array(text[part].utf8))
        let checked = check(source, beside: surroundings, limit: 20_000)
        let errors = checked.diagnostics.filter { $0.severity == .error && $0.code != .laneWaitsForItself }
        guard errors.isEmpty else {
            throw UnsoundSystem(
                problems: errors.map { error in
                    .init(
                        part: part, line: source.place(of: error.range.lower).line, code: error.code.name,
                        message: error.message)
                })
        }
        return checked
    }

    private static func machines(of machine: Machine, named name: String) -> [String: Machine] {
        var machines = [name: machine]
        for child in machine.children {
            guard let flow = child.flow?.machine else { continue }
            let childName = name.isEmpty ? child.name.text : "\(name).\(child.name.text)"
            machines.merge(Self.machines(of: flow, named: childName)) { first, _ in first }
        }
        return machines
    }

    /// The flow of the leg with this name; nil is the root.
    func machine(ofLeg name: String?) -> Machine { machines[name ?? ""] ?? machine }

    /// Which call an effect of a leg makes, and the position of the called model; nil where it calls none.
    func call(by effect: Int, of leg: String?) -> (provider: Int, call: String)? {
        let machine = machine(ofLeg: leg)
        for (provider, model) in models.enumerated() {
            if let call = machine.call(by: effect, to: model) { return (provider, call) }
        }
        return nil
    }
}

/// Why a system's texts are not explored: what `check` says of them.
package struct UnsoundSystem: Error {
    package struct Problem: Sendable {
        /// The text that has the problem.
        package var part: SystemText.Part
        /// Counted from 1.
        package var line: Int
        /// The code of the diagnostic, as `FL023`.
        package var code: String
        package var message: String
    }

    /// The errors that `check` names; empty where it names none, and yet a text gives no flow or model that can be used.
    package var problems: [Problem]
}

extension LoadedSystem {
    /// The words of models that some flow's decoder retains, so that an earlier run may have left them.
    var retainable: [(provider: Int, word: Int)] {
        models.indices.flatMap { provider in
            let spoken = Set(
                models[provider].rows.flatMap { row -> [Int] in
                    if case .speech(let words) = row.happening { words } else { [] }
                })
            return spoken.sorted().filter { word in
                callback(of: word, by: provider).map { !CallbackReading($0, by: flow).retained.isEmpty } ?? false
            }.map { (provider, $0) }
        }
    }
}
