import FlowGenerator
import FlowLanguage
import FlowMachine
import FlowRules
import Foundation

/// The program that the plugins call: it reads one spec and writes it as Swift.
///
///     FlowCompiler [--flow FILE] [--suite FILE] [--switch FILE] [--module NAME] [--packed] [--beside SPEC]...
///                  [--import MODULE.FLOW]... SPEC
///     FlowCompiler --into FOLDER [--packed] [--beside SPEC]... [--import MODULE.FLOW]... SPEC
///     FlowCompiler list ... (see `SpecList`)
///
/// `--flow` writes the flow, and `--suite` its tests. `--switch` writes the flow a second time, as a Swift `switch` that people can
/// read and that the tests compare with the table. `--module` names the module that has the flow, where it is not that of the tests.
/// `--beside` names a spec in which the flow of a sub-flow may be. `--import` says that another module has such a flow's generated Swift.
/// `--packed` makes the flow a `PackableFlow` as well, whose runs `KeywayPacked` keeps in a few bytes each.
///
/// Where the spec has an error, nothing is written, and files of earlier calls stay as they are. The error goes to standard error as
/// `path:line:column: error: text`: a build that reads this fails and shows that line.
@main
enum FlowCompiler {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        if let list = SpecList(words) { exit(list.write() ? 0 : 1) }
        guard let call = Call(words) else {
            report("FlowCompiler: error: the program is called as 'FlowCompiler --flow FILE SPEC'")
            exit(64)
        }
        exit(compile(call) ? 0 : 1)
    }

    /// Writes every file that the call asks for; false where the spec has errors or a file could not be written.
    private static func compile(_ call: Call) -> Bool {
        let source: SourceText
        do { source = try SourceText(readFrom: call.spec) } catch {
            report("\(call.spec):1:1: error: this spec cannot be read: \(error.message)")
            return false
        }
        let flow = check(source, beside: .onDisk(around: call.spec, among: call.neighbours), for: SwiftLanguage())
        let errors = flow.diagnostics.filter { $0.severity == .error }.shown
        for diagnostic in errors.first { report(diagnostic.text(in: source)) }
        if errors.omittedCount > 0 {
            report("\(call.spec):1:1: error: \(Diagnostic.sentence(leavingOut: errors.omittedCount))")
        }
        guard let machine = flow.machine, flow.mayRun else {
            if !flow.hasErrors { report(Self.reason(flow, in: source)) }
            return false
        }
        if let twin = twin(of: machine, among: call.neighbours) {
            let (line, column) = source.place(of: machine.name.range.lower)
            let problem = "flow '\(machine.name.text)' is declared twice: here and in \(twin)"
            report("\(source.path):\(line):\(column): error: \(problem)")
            return false
        }
        return files(for: call, machine, in: source).allSatisfy { $0.file.write($0.text) }
    }

    /// The path of another spec that declares a flow of the same name: both would be written to one file.
    private static func twin(of machine: Machine, among neighbours: [String]) -> String? {
        neighbours.first { (try? SourceText(readFrom: $0))?.declaredFlow == machine.name.text }
    }

    /// The files that the call asks for, with their texts.
    private static func files(
        for call: Call, _ machine: Machine, in source: SourceText
    ) -> [(file: OutputFile, text: String)] {
        var files: [(path: String, text: String)] = []
        let asksForTests = call.outputs.contains { $0.product != .flow }
        let tests =
            asksForTests
            ? FlowTests(
                of: machine, in: source, testing: call.module, isPackable: call.isPackable, importing: call.modules)
            : nil
        func swift() -> String {
            SwiftFlow(machine, in: source, isPackable: call.isPackable, importing: call.modules).text
        }
        for (path, product) in call.outputs {
            switch product {
            case .flow: files.append((path, swift()))
            case .suite: if let tests { files.append((path, tests.suite.text)) }
            case .readableSwitch: if let tests { files.append((path, tests.readableSwitch.text)) }
            }
        }
        if let folder = call.folder {
            files.append(
                ("\(folder)/\(SwiftFlow.fileName(of: machine.name.text))", swift()))
        }
        return files.map { (OutputFile(URL(filePath: $0.path), marker: SwiftFlow.sign), $0.text) }
    }

    /// Why a spec without errors is not compiled: it declares no flow, or the spec of a sub-flow has errors.
    private static func reason(_ flow: CheckedFlow, in source: SourceText) -> String {
        guard let problem = flow.subFlowProblems.first else {
            return "\(source.path):1:1: error: this file declares no flow"
        }
        let (line, column) = source.place(of: problem.range.lower)
        return "\(source.path):\(line):\(column): error: \(problem.message)"
    }
}

/// Writes a line to standard error.
func report(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
