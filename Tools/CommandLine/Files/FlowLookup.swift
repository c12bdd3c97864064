import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore
import KeywayDebugger
import KeywayLog

/// Finds what FLOW means on a command line: a path, a name in a folder of specs, or a name in the log.
struct FlowLookup {
    /// The folder of specs; nil where there is none.
    var specs: String?
    /// The log that the command is about; nil where it is about none.
    var log: LogPlace?
    /// The programming language that code is generated in, whose rules names must keep; nil where flows are only read and played.
    private let language: (any TargetLanguage)?
    /// Whether the call names the folder by `--specs`: a sub-flow is then looked up in it before the `Specs` nearest to the file.
    private let isNamed: Bool
    /// The files that the call names as operands: a sub-flow is looked up in them first, as `check` does.
    private let givenFiles: [SourceText]
    private let surroundings: Surroundings

    init(
        _ arguments: Arguments, in surroundings: Surroundings, log: LogPlace? = nil,
        for language: (any TargetLanguage)? = nil
    ) throws(CallRefusal) {
        self.log = log
        self.surroundings = surroundings
        self.language = language
        givenFiles = try Self.texts(of: arguments.operands.filter { $0.hasSuffix(".flow") })
        if let given = arguments[.specs] {
            guard try FileAccess.isFolder(given) else { throw CallRefusal("there is no such folder", at: given) }
            specs = given
            isNamed = true
        } else {
            specs = try SpecFolder.nearest(in: surroundings)
            isNamed = false
        }
    }

    /// The flow, ready to run; where no spec declares it, its table as a run in the log has it.
    func flow(_ word: String) throws -> RunnableFlow {
        switch try find(word) {
        case .declared(let source): return try checked(source).runnableFlow()
        case .undeclared(let known):
            if let recorded = try recordedFlow(word) { return recorded }
            throw refusal(of: word, known: known)
        }
    }

    /// The spec of a recorded run's flow; refused where the spec's table is not the one that the run began with.
    func spec(of history: RunHistory) throws -> (machine: Machine, flow: RunnableFlow) {
        let name = history.flow.table.name
        let file = try file(name)
        guard let machine = file.machine, Table(of: machine) == history.flow.table else {
            throw CallRefusal("\(name) here is another version than that of the run; name its folder with --specs")
        }
        return (machine, RunnableFlow(of: machine, in: file.source))
    }

    /// The flow's spec, checked; unlike `flow(_:)` this does not look into a log.
    func file(_ word: String) throws(CallRefusal) -> CheckedFile {
        switch try find(word) {
        case .declared(let source): return try checked(source)
        case .undeclared(let known): throw refusal(of: word, known: known)
        }
    }

    /// Every flow in the folder of specs, in the order of the paths.
    func allFiles() throws(CallRefusal) -> [CheckedFile] {
        guard let specs else { throw CallRefusal("there is no folder Specs here or above; use --specs") }
        let flows = try filesAround()
        guard !flows.isEmpty else { throw CallRefusal("there is no flow in it", at: specs) }
        return flows
    }

    /// Every flow in the folder of specs, in the order of the paths; none where there is no such folder.
    ///
    /// A file whose flow has no name that can be read is among them: it would be left out without anybody noticing.
    func filesAround() throws(CallRefusal) -> [CheckedFile] {
        var flows: [CheckedFile] = []
        for source in try flowTexts() { flows.append(try checked(source)) }
        return flows
    }

    private func checked(_ source: SourceText) throws(CallRefusal) -> CheckedFile {
        CheckedFile(source, beside: .onDisk(around: source.path, given: try givenTexts()), for: language)
    }

    /// The texts that the call names, as files or by `--specs`: these are looked into before the `Specs` nearest to a file.
    func givenTexts() throws(CallRefusal) -> [SourceText] { givenFiles + (isNamed ? try namedFiles() : []) }

    /// The texts of the flows and models in the folder of specs.
    private func namedFiles() throws(CallRefusal) -> [SourceText] {
        guard let specs else { return [] }
        return try Self.texts(of: try FileAccess.files(in: specs, endingIn: [".flow", ".provider"]))
    }

    private static func texts(of paths: [String]) throws(CallRefusal) -> [SourceText] {
        var texts: [SourceText] = []
        for path in paths { texts.append(SourceText(path: path, bytes: try FileAccess.bytes(of: path, as: "a spec"))) }
        return texts
    }

    /// The name of the flow that the word means: the one that the file declares where the word is a path, else the word itself.
    static func name(of word: String, in surroundings: Surroundings) throws(CallRefusal) -> String {
        guard let source = try text(at: word, in: surroundings) else { return word }
        guard let name = source.declaredFlow else { throw CallRefusal("this declares no flow", at: source.path) }
        return name
    }

    /// The text of the file whose path the word is; nil where the word is a flow's name.
    private static func text(at word: String, in surroundings: Surroundings) throws(CallRefusal) -> SourceText? {
        guard word == NamedInput.dash || word.contains("/") || word.hasSuffix(".flow") else { return nil }
        let input = try NamedInput(word, as: "a flow", in: surroundings)
        return SourceText(path: input.path, bytes: input.bytes)
    }

    private enum Finding {
        case declared(SourceText)
        /// No flow of this name is in the folder of specs; `known` has the names of those that are.
        case undeclared(known: [String])
    }

    private func find(_ word: String) throws(CallRefusal) -> Finding {
        if let source = try Self.text(at: word, in: surroundings) { return .declared(source) }
        let declared = try declaredFlows()
        let meant = declared.filter { $0.name == word }
        guard meant.count < 2 else {
            throw CallRefusal(
                "flow '\(word)' is declared twice: in \(meant[0].source.path) and in \(meant[1].source.path)")
        }
        return meant.first.map { .declared($0.source) } ?? .undeclared(known: declared.map(\.name))
    }

    /// The flows in the folder of specs, each with the name that its text declares.
    private func declaredFlows() throws(CallRefusal) -> [(name: String, source: SourceText)] {
        try flowTexts().compactMap { source in source.declaredFlow.map { ($0, source) } }
    }

    /// The texts of the flows in the folder of specs, in the order of the paths.
    private func flowTexts() throws(CallRefusal) -> [SourceText] {
        guard let specs else { return [] }
        return try Self.texts(of: try FileAccess.files(in: specs, endingIn: [".flow"]))
    }

    /// The highest version of the flow that a run in the log follows.
    private func recordedFlow(_ name: String) throws -> RunnableFlow? {
        guard let stored = try? log?.openForReading() else { return nil }
        var best: RunnableFlow?
        for run in stored.runs {
            let beginning: Beginning?
            do throws(RecordsRefusal) { beginning = try stored.beginning(of: run) } catch {
                guard case .ofRun = error else { throw error.refusal }
                continue
            }
            guard let beginning, let table = try? beginning.version.flow().table,
                table.name == name, table.version > best?.table.version ?? 0
            else { continue }
            let annotations =
                Table.Annotations(bytes: beginning.version.annotations) ?? Table.Annotations(file: "", rowLines: [])
            best = RunnableFlow(table: table, annotations: annotations)
        }
        return best
    }

    private func refusal(of word: String, known: [String]) -> CallRefusal {
        let name = "flow '\(word.harmless)'"
        guard let specs else {
            return CallRefusal(
                "\(name) cannot be looked up: there is no folder Specs here or above; name a .flow file, or use --specs"
            )
        }
        guard !known.isEmpty else { return CallRefusal("\(name) is not in \(specs), which holds no flow") }
        return CallRefusal("\(name) is not in \(specs), which has: \(known.joined(separator: ", "))")
    }
}
