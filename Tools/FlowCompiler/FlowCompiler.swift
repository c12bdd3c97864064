import FlowGenerator
import FlowLanguage
import FlowMachine
import FlowRules
import Foundation

/// The build-tool plugin's program: one spec in, one Swift file out.
///
///     FlowCompiler [--switch MODULE] --out FILE SPEC
///
/// What is wrong with the spec goes to the errors' stream as `path:line:column: error: text`, which stops a build at that
/// line; then nothing is written, and what an earlier call wrote stays.
@main
enum FlowCompiler {
    static func main() {
        var words = Array(CommandLine.arguments.dropFirst())
        var module: String?
        if words.count > 1, words[0] == "--switch" {
            module = words[1]
            words.removeFirst(2)
        }
        guard words.count == 3, words[0] == "--out" else {
            remark("FlowCompiler: error: it is called as 'FlowCompiler [--switch MODULE] --out FILE SPEC'")
            exit(64)
        }
        exit(compile(words[2], to: words[1], asSwitchFor: module) ? 0 : 1)
    }

    /// Whether the file is as the spec says.
    private static func compile(_ path: String, to output: String, asSwitchFor module: String?) -> Bool {
        let bytes: Data
        do { bytes = try Data(contentsOf: URL(filePath: path)) } catch {
            remark("\(path):1:1: error: this spec cannot be read: \(error.localizedDescription)")
            return false
        }
        let source = SourceText(path: path, bytes: Array(bytes))
        let flow = check(source)
        for diagnostic in flow.diagnostics where diagnostic.severity == .error {
            remark(diagnostic.text(in: source))
        }
        guard let machine = flow.machine, flow.mayRun else {
            if !flow.hasErrors { remark("\(path):1:1: error: \(reason(flow))") }
            return false
        }
        let text =
            module.map { ReadableSwitch(machine, in: source, module: $0).text } ?? SwiftFlow(machine, in: source).text
        return write(Data(text.utf8), to: output)
    }

    private static func reason(_ flow: CheckedFlow) -> String {
        flow.machine == nil
            ? "this file declares no flow" : "this flow uses words that a later version gives meaning to"
    }

    /// Leaves a file alone that is already equal, so that nothing that depends on it is built again.
    private static func write(_ bytes: Data, to path: String) -> Bool {
        let file = URL(filePath: path)
        if (try? Data(contentsOf: file)) == bytes { return true }
        do {
            try bytes.write(to: file, options: .atomic)
            return true
        } catch {
            remark("\(path):1:1: error: this file cannot be written: \(error.localizedDescription)")
            return false
        }
    }

    private static func remark(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
