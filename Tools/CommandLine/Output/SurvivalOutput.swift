import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore

/// What becomes, after a crash, of the effects of one flow that had not answered or returned, as `check --survives` says it.
struct SurvivalOutput {
    var flow: String
    var path: String
    var survival: Survival

    /// Nil where the file declares no flow.
    ///
    /// - Throws: `CallRefusal` where the flow has too many configurations, or values of fields, to look at each of them.
    init?(of file: CheckedFile) throws(CallRefusal) {
        guard let machine = file.machine else { return nil }
        guard let survival = Survival(of: machine) else {
            throw CallRefusal(
                "\(machine.name.text) has too many configurations to say what survives", at: file.source.path)
        }
        flow = machine.name.text
        path = file.source.path
        self.survival = survival
    }

    var lines: [String] {
        let effects = survival.states.flatMap { $0.effects.map(\.name) }
        let width = effects.map(\.count).max() ?? 0
        return ["\(flow): effects in flight, after a crash"]
            + survival.states.flatMap { state in
                state.effects.isEmpty
                    ? ["  \(state.name): none"]
                    : ["  \(state.name)"]
                        + state.effects.map { "    \($0.name.padded(to: width))  \($0.fate.words)\($0.reason)" }
            }
    }

    var json: JSONValue {
        .object([
            "flow": .text(flow), "path": .text(path),
            "states": .list(
                survival.states.map { state in
                    .object(["state": .text(state.name), "effects": .list(state.effects.map(\.json))])
                }),
        ])
    }
}

extension Survival.Effect {
    /// Which arguments the log lacks, as `: requestId is personal; with a key store performed again`; empty where the log has all, and for
    /// a volatile effect, which is not repeated whatever the log has.
    fileprivate var reason: String {
        guard !missing.isEmpty, fate != .forgotten else { return "" }
        // `fateWithValues` is nil for a flow that never takes values back from a key store.
        let withValues = fateWithValues.map { $0 == fate ? "" : "; with a key store \($0.words)" } ?? ""
        return ": " + missing.map { "\($0.name) is \($0.classification)" }.joined(separator: ", ") + withValues
    }

    fileprivate var json: JSONValue {
        .object([
            "effect": .text(name), "survives": .bool(fate.survives), "after": .text(fate.words),
            "afterWithKeys": (fateWithValues?.words).map { .text($0) } ?? .null,
            "missing": .list(
                missing.map { .object(["argument": .text($0.name), "class": .text("\($0.classification)")]) }),
        ])
    }
}
