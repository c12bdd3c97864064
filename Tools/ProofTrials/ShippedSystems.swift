import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules
import ProviderFiles
import SystemTrials

/// The shipped flows beside the models of their providers' SDKs, as `keyway explore --all` explores them.
enum ShippedSystems {
    static func all(allowing behaviors: DrivenBehaviors) -> [(name: String, system: LoadedSystem)] {
        let models = ShippedFile.models.compactMap { file -> (text: String, model: ProviderModel)? in
            let checked = check(SourceText(path: file.name, bytes: file.bytes))
            return checked.model.map { (String(decoding: file.bytes, as: UTF8.self), $0) }
        }
        let flows = ShippedFile.flows.map { String(decoding: $0.bytes, as: UTF8.self) }
        // A flow that has sub-flows is given every shipped flow that has none: it runs some of them, and the rest change nothing.
        return flows.flatMap { flow -> [(String, LoadedSystem)] in
            var text = SystemText(
                flow: flow,
                subFlows: flows.filter { runsOthers(flow) && !runsOthers($0) }
                    .map { .init(name: name(of: $0), text: $0) })
            text.behaviors = behaviors
            // First without a model, to learn which models the flow is proved against.
            guard let alone = try? LoadedSystem(text) else { return [] }
            return Proof.all(of: alone.machine, among: models.map(\.model)).compactMap { proof in
                text.models = models.filter { entry in proof.models.contains { $0.title == entry.model.title } }
                    .map(\.text)
                let title = ([name(of: flow)] + proof.models.map(\.title)).joined(separator: ", ")
                return (try? LoadedSystem(text)).map { (title, $0) }
            }
        }
    }

    /// Whether the flow has sub-flows: the shipped specs indent `child` by two spaces.
    private static func runsOthers(_ flow: String) -> Bool { flow.contains("\n  child ") }

    /// The flow's name, as its declaration `flow NAME version N` has it.
    private static func name(of flow: String) -> String {
        let line = flow.split(separator: "\n").first { $0.hasPrefix("flow ") }
        return line?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    }
}
