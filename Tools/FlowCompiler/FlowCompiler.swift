import FlowGenerator
import FlowLanguage
import FlowMachine
import FlowRules
import Foundation

/// The program that the plugins call: it reads one spec and writes it as Swift.
///
///     FlowCompiler [--flow FILE] [--suite FILE] [--switch FILE] [--into FOLDER] [--module NAME] [--packed]
///                  [--beside SPEC]... [--import MODULE SPEC]... [--tested SPEC]... [--elsewhere TARGET SPEC]... SPEC
///     FlowCompiler list ... (see `SpecList`)
///
/// `--flow` writes the flow, and `--suite` its tests. `--switch` writes the flow a second time, as a Swift `switch` that people can
/// read and that the tests compare with the table. `--into` writes the flow into a folder, to a file with the flow's name. `--module` names
/// the module that has the flow, where it is not that of the tests. `--packed` makes the flow a `PackableFlow` as well, whose runs
/// `KeywayPacked` keeps in a few bytes each.
///
/// The program is told of all specs that the spec may need, and looks up itself which ones it needs: a build calls it with the same arguments
/// until a spec is added or removed. `--beside` names another spec of the module, `--import` one of a module that can be imported, `--tested`
/// one of another module if its tests lie beside those of the spec, and `--elsewhere` one of a target on which the spec's target does not
/// depend.
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
        let neighbours = Neighbours(of: call)
        let family: SpecFamily
        do { family = try neighbours.family(of: ModuleSpec(source)) } catch {
            let (line, column) = error.source.place(of: error.range.lower)
            report("\(error.source.path):\(line):\(column): error: \(error.message)")
            return false
        }
        let flow = check(
            source, beside: SpecSurroundings(around: source, family, neighbours), for: SwiftLanguage())
        let errors = flow.diagnostics.filter { $0.severity == .error }.shown
        for diagnostic in errors.first { report(diagnostic.text(in: source)) }
        if errors.omittedCount > 0 {
            report("\(call.spec):1:1: error: \(Diagnostic.sentence(leavingOut: errors.omittedCount))")
        }
        guard let machine = flow.machine, flow.mayRun else {
            if !flow.hasErrors { report(Self.reason(flow, in: source)) }
            return false
        }
        // Both would be written to one file.
        if let twin = neighbours.own.first(where: { $0.flow == machine.name.text })?.source.path {
            let (line, column) = source.place(of: machine.name.range.lower)
            let problem = "flow '\(machine.name.text)' is declared twice: here and in \(twin)"
            report("\(source.path):\(line):\(column): error: \(problem)")
            return false
        }
        return files(for: call, machine, in: source, importing: family.modules).allSatisfy { $0.file.write($0.text) }
    }

    /// The files that the call asks for, with their texts.
    private static func files(
        for call: Call, _ machine: Machine, in source: SourceText, importing modules: [String: String]
    ) -> [(file: OutputFile, text: String)] {
        var files: [(path: String, text: String)] = []
        let asksForTests = call.outputs.contains { $0.product != .flow }
        let tests =
            asksForTests
            ? FlowTests(
                of: machine, in: source, testing: call.module, isPackable: call.isPackable, importing: modules)
            : nil
        func swift() -> String {
            SwiftFlow(machine, in: source, isPackable: call.isPackable, importing: modules).text
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
