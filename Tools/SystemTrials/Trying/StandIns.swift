import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore

/// Replaces every sub-flow by a stand-in whose commands end it in any final. Where a flow is explored without models, the explorer
/// lets a sub-flow end so at any moment, so such a counterexample is played beside stand-ins.
struct StandIns {
    /// The system with stand-ins in the places of its sub-flows.
    let system: LoadedSystem

    /// Nil where the flow has no sub-flow, where there are models, or where the texts with stand-ins do not load. The texts have to be
    /// as `FlowDrawing` writes them.
    init?(for system: LoadedSystem) {
        guard system.models.isEmpty, !system.machine.children.isEmpty else { return nil }
        var text = system.text
        for number in text.subFlows.indices {
            text.subFlows[number].text = Self.text(insteadOf: text.subFlows[number].text)
        }
        // Where this gives up, a counterexample in which a sub-flow ends does not play, and is reported so.
        guard let system = try? LoadedSystem(text) else { return nil }
        self.system = system
    }

    /// The same run, but where a sub-flow ended by itself a command ends its stand-in.
    func run(_ run: [Occurrence]) -> [Occurrence] {
        run.map { occurrence in
            guard occurrence.kind == .callback, let event = occurrence.event,
                case .child(let child) = system.machine.events[event].signature.origin
            else { return occurrence }
            let declared = system.machine.children[child]
            guard let flow = declared.flow?.machine,
                let declaredEnding = declared.endings.first(where: { $0.event == event }),
                let position = system.legNames.firstIndex(of: declared.name.text),
                let command = flow.events.firstIndex(where: {
                    $0.signature.origin == .command
                        && $0.name == Self.command(endingIn: flow.states[declaredEnding.final].name.text)
                })
            else { return occurrence }
            var ending = occurrence
            ending.kind = .command
            ending.flow = position
            ending.event = command
            return ending
        }
    }

    // MARK: - Text

    /// The name of the stand-in's command that ends it in this final, as `toFailed`.
    private static func command(endingIn final: String) -> String {
        "to" + final.prefix(1).uppercased() + final.dropFirst()
    }

    /// The text of a stand-in: the declarations of the flow that its parent sees, one state, and a command for each final, with a field
    /// for each variable that the final keeps.
    private static func text(insteadOf text: String) -> String {
        let lines = text.split(separator: "\n").map(String.init)
        let seen = ["flow ", "enum ", "type ", "param ", "command ", "final ", "within ", "on cancel "]
        let context = lines.drop(while: { $0 != "context {" }).prefix(while: { $0 != "}" })
        var kinds: [String: String] = [:]
        for line in context.dropFirst() {
            // As in `  n: int 0...2 = 0`.
            let parts = line.split(whereSeparator: { " :".contains($0) }).map(String.init)
            kinds[parts[0]] = parts[1...].prefix(while: { $0 != "=" }).joined(separator: " ")
        }
        var (commands, rows): ([String], [String]) = ([], [])
        for line in lines where line.hasPrefix("final ") {
            let words = line.split { $0 == " " || $0 == "," }.map(String.init)
            let kept = words.firstIndex(of: "keeps").map { Array(words[($0 + 1)...]) } ?? []
            let name = command(endingIn: words[1])
            let fields = kept.map { "\($0): \(kinds[$0] ?? "")" }.joined(separator: ", ")
            commands.append("command \(name)\(kept.isEmpty ? "" : "(\(fields))")")
            rows.append("  on \(name) -> \(words[1])\(kept.isEmpty ? "" : " { keep \(kept.joined(separator: ", ")) }")")
        }
        // A sub-flow may go on in `leaving` after it was cancelled. Its parent sees nothing of that, so the stand-in ends at once.
        let head = lines.filter { line in seen.contains { line.hasPrefix($0) } }
            .map { $0.hasPrefix("on cancel ") ? "on cancel -> cancelled" : $0 }
        var written = [head[0]]
        written += context + ["}"] + commands + head.dropFirst()
        // A run has its values again only where each of its sub-flows asks for them.
        if lines.contains(where: { $0.contains("on restored when withValues") }) {
            written += ["on restored when withValues stay", "on restored otherwise stay"]
        }
        written += ["reject other", "state idle waits for user {", "  on open stay"] + rows + ["}", ""]
        return written.joined(separator: "\n")
    }
}
