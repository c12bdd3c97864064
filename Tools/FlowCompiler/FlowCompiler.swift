import FlowGenerator
import FlowLanguage
import FlowMachine
import FlowRules
import Foundation

/// The plugins' program: one spec in, one Swift file out.
///
///     FlowCompiler [--switch MODULE] --out FILE SPEC
///     FlowCompiler --into FOLDER SPEC
///
/// What is wrong with the spec goes to the errors' stream as `path:line:column: error: text`, which stops a build at that
/// line; then nothing is written, and what an earlier call wrote stays.
@main
enum FlowCompiler {
    static func main() {
        guard let call = Call(Array(CommandLine.arguments.dropFirst())) else {
            remark("FlowCompiler: error: it is called as 'FlowCompiler [--switch MODULE] --out FILE SPEC'")
            exit(64)
        }
        exit(compile(call) ? 0 : 1)
    }

    /// Whether the output is as the spec says.
    private static func compile(_ call: Call) -> Bool {
        let bytes: Data
        do { bytes = try Data(contentsOf: URL(filePath: call.spec)) } catch {
            remark("\(call.spec):1:1: error: this spec cannot be read: \(error.localizedDescription)")
            return false
        }
        let source = SourceText(path: call.spec, bytes: Array(bytes))
        let flow = check(source)
        for diagnostic in flow.diagnostics where diagnostic.severity == .error {
            remark(diagnostic.text(in: source))
        }
        guard let machine = flow.machine, flow.mayRun else {
            if !flow.hasErrors { remark(Self.reason(flow, in: source)) }
            return false
        }
        if let module = call.module {
            let text = ReadableSwitch(machine, in: source, module: module).text
            return OutputFile(call.file(of: machine.name.text), sign: ReadableSwitch.sign).write(text)
        }
        let text = SwiftFlow(machine, in: source).text
        return OutputFile(call.file(of: machine.name.text), sign: SwiftFlow.sign).write(text)
    }

    /// Why a flow without errors is not compiled.
    private static func reason(_ flow: CheckedFlow, in source: SourceText) -> String {
        guard let part = flow.machine?.unchecked.first(where: \.preventsRunning) else {
            return "\(source.path):1:1: error: this file declares no flow"
        }
        let (line, column) = source.place(of: part.range.lower)
        return "\(source.path):\(line):\(column): error: \(part.what) cannot be run yet"
    }
}

/// Says something on the errors' stream.
func remark(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
