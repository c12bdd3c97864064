import FlowMachine
import FlowProviders
import ProviderFiles

/// The shipped flows beside the models of their providers' SDKs, as `keyway explore --all` explores them.
package enum ShippedSystems {
    /// A system to drive; or, under the name of a flow or model that `check` refuses, the reason.
    package typealias Entry = (name: String, loaded: Result<LoadedSystem, UnsoundSystem>)

    package static func all(allowing behaviors: DrivenBehaviors) -> [Entry] {
        func text(of file: ShippedFile) -> String { String(decoding: file.bytes, as: UTF8.self) }
        return all(
            ShippedFile.flows.map(text), beside: ShippedFile.models.map { ($0.name, text(of: $0)) },
            allowing: behaviors)
    }

    /// All systems of flows beside these models; a text that `check` refuses is an entry of its own.
    ///
    /// - Parameters:
    ///   - flows: the texts of the flows.
    ///   - models: the name and text of each model.
    ///   - behaviors: what a driven run may do.
    package static func all(
        _ flows: [String], beside models: [(name: String, text: String)], allowing behaviors: DrivenBehaviors
    ) -> [Entry] {
        var entries: [Entry] = []
        var known: [(text: String, model: ProviderModel)] = []
        for (name, text) in models {
            do throws(UnsoundSystem) {
                known += try LoadedSystem.models(of: SystemText(flow: "", models: [text])).map { (text, $0) }
            } catch {
                entries.append((name, .failure(error)))
            }
        }
        for flow in flows {
            // A flow that has sub-flows is given every shipped flow that has none: it runs some of them, and the rest change nothing.
            var text = SystemText(
                flow: flow,
                subFlows: flows.filter { runsOthers(flow) && !runsOthers($0) }
                    .map { .init(name: name(of: $0), text: $0) })
            text.behaviors = behaviors
            do throws(UnsoundSystem) {
                entries += try systems(of: text, among: known)
            } catch {
                entries.append((name(of: flow), .failure(error)))
            }
        }
        return entries
    }

    /// The flow beside each combination of the models that it is proved against.
    private static func systems(
        of flow: SystemText, among models: [(text: String, model: ProviderModel)]
    ) throws(UnsoundSystem) -> [Entry] {
        // First without a model, to learn which models the flow is proved against.
        let machine = try LoadedSystem(flow).machine
        var systems: [Entry] = []
        for proof in Proof.all(of: machine, among: models.map(\.model)) {
            var text = flow
            text.models = models.filter { entry in proof.models.contains { $0.title == entry.model.title } }.map(\.text)
            let title = ([name(of: flow.flow)] + proof.models.map(\.title)).joined(separator: ", ")
            systems.append((title, .success(try LoadedSystem(text))))
        }
        return systems
    }

    /// Whether the flow has sub-flows: the shipped specs indent `child` by two spaces.
    private static func runsOthers(_ flow: String) -> Bool { flow.contains("\n  child ") }

    /// The flow's name, as its declaration `flow NAME version N` has it.
    private static func name(of flow: String) -> String {
        let line = flow.split(separator: "\n").first { $0.hasPrefix("flow ") }
        return line?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    }
}
