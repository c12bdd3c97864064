import FlowGenerator
import FlowLanguage
import FlowMachine
import FlowRules

extension Command {
    static let check = Command(
        name: "check", summary: "reads specs and names every problem in them",
        operands: [
            Operand(
                name: "PATH",
                summary:
                    "Files, and folders with .flow, .provider and .profile files, or - for standard input; the nearest Specs",
                count: .any)
        ],
        options: [.format, .target, .fix, .survives, .claims],
        endings: [
            (.fine, "No errors; there may be warnings"),
            (.problem, "Errors, or nothing that could be read; or the call was stopped"),
        ],
        example: "keyway check Specs",
        perform: { arguments, surroundings in
            let (files, refusals) = try Check.files(of: arguments, in: surroundings)
            if files.isEmpty, !refusals.isEmpty { throw CallRefusal(refusals.flatMap(\.problems)) }
            let unread = refusals.flatMap(\.problems)
            for sentence in CallRefusal(unread).lines { surroundings.console.remark(sentence.harmless) }
            let check = Check(files: files)
            if arguments[.survives] != nil, !check.hasErrors, refusals.isEmpty {
                return try check.reportSurvival(asJSON: arguments.isJSON, in: surroundings)
            }
            if arguments[.claims] != nil, !check.hasErrors, refusals.isEmpty {
                return try check.reportClaims(asJSON: arguments.isJSON, in: surroundings)
            }
            let ending = check.report(besides: unread, asJSON: arguments.isJSON, to: surroundings.console)
            return refusals.isEmpty ? ending : .problem
        })
}

/// The programming language that flows will be generated in: `check` reports the names that this language forbids.
private enum Target: String, CaseIterable {
    case swift, none

    /// The rules of the language on names; nil for `none`, which forbids no name.
    var language: (any TargetLanguage)? {
        switch self {
        case .swift: SwiftLanguage()
        case .none: nil
        }
    }
}

extension Option {
    fileprivate static let target = Option(
        name: "--target", value: "swift|none",
        summary: "What flows are written in, which forbids some names; swift if not said",
        choices: Target.allCases.map(\.rawValue))
    fileprivate static let fix = Option(
        name: "--fix", summary: "First inserts a row for each undecided cell, to review; writes 'then' in models")
    fileprivate static let claims = Option(
        name: "--claims",
        summary: "Where there is no error: what 'other' claims cannot come, state by state, without commands")
    fileprivate static let survives = Option(
        name: "--survives",
        summary: "Where there is no error: what becomes of the effects of each state after a crash")
}

/// The specs that one call checks together.
struct Check {
    var files: [CheckedFile]

    /// Reads and checks every file once, in the order of the paths; with `--fix` after rows were inserted.
    ///
    /// A file that cannot be read does not keep the others from being checked.
    static func files(
        of arguments: Arguments, in surroundings: Surroundings
    ) throws -> (files: [CheckedFile], refusals: [CallRefusal]) {
        if arguments[.fix] != nil, arguments.operands.contains(NamedInput.dash) {
            throw UsageError("--fix rewrites files, and standard input is none", helpOf: "check")
        }
        var (sources, refusals): ([SourceText], [CallRefusal]) = ([], [])
        for path in try SpecPaths.named(by: arguments.operands, in: surroundings, to: "check") {
            do throws(CallRefusal) {
                let input = try NamedInput(path, as: "a spec", in: surroundings)
                sources.append(SourceText(path: input.path, bytes: input.bytes))
            } catch {
                refusals.append(error)
            }
        }
        if arguments[.fix] != nil {
            var fix = CheckFix(console: surroundings.console)
            sources = try fix.fixed(sources)
        }
        let target = arguments[.target].flatMap(Target.init) ?? .swift
        var progress = ProgressLine(on: surroundings.console)
        let files = progress.map(sources, "files", until: surroundings.isInterrupted) {
            CheckedFile($0, beside: .onDisk(around: $0.path, given: sources), for: target.language)
        }
        if files.count < sources.count { refusals.append(.stopped(after: files.count, of: sources.count, "file")) }
        progress.end()
        return (files, refusals)
    }

    init(files: [CheckedFile]) {
        self.files = files
        noteFlowsDeclaredTwice()
    }

    /// Adds an error to each flow whose name an earlier file declares too: flows are looked up by name.
    private mutating func noteFlowsDeclaredTwice() {
        /// For each name the file and line that declare it first.
        var first: [String: String] = [:]
        for index in files.indices {
            guard let declared = files[index].machine?.name else { continue }
            let name = declared.text
            guard let other = first[name] else {
                let line = files[index].source.place(of: declared.range.lower).line
                first[name] = "\(files[index].source.path):\(line)"
                continue
            }
            files[index].diagnostics.append(
                .error(at: declared.range, "flow '\(name)' is declared at \(other) already", code: .duplicateName))
            files[index].diagnostics = files[index].diagnostics.orderedByPlace()
        }
    }

    var hasErrors: Bool { files.contains { $0.diagnostics.contains { $0.severity == .error } } }

    /// Lists for each flow, state by state, what a crash does to the effects in flight.
    func reportSurvival(asJSON: Bool, in surroundings: Surroundings) throws(CallRefusal) -> ExitCode {
        try list(asJSON: asJSON, in: surroundings) { file throws(CallRefusal) in
            try SurvivalOutput(of: file).map { ($0.lines, $0.json) }
        }
    }

    /// Lists for each flow, state by state, what `other` claims cannot come.
    func reportClaims(asJSON: Bool, in surroundings: Surroundings) throws(CallRefusal) -> ExitCode {
        try list(asJSON: asJSON, in: surroundings) { file in ClaimsOutput(of: file).map { ($0.lines, $0.json) } }
    }

    /// Prints what is to be said of each file, as far as that is known when the person stops the call.
    ///
    /// - Parameter output: nil for a file of which there is nothing to say.
    private func list(
        asJSON: Bool, in surroundings: Surroundings,
        _ output: (CheckedFile) throws(CallRefusal) -> (lines: [String], json: JSONValue)?
    ) throws(CallRefusal) -> ExitCode {
        let console = surroundings.console
        var progress = ProgressLine(on: console)
        defer { progress.end() }
        let said = try progress.map(files, "files", until: surroundings.isInterrupted, output)
        progress.end()
        let stopped: CallRefusal? =
            said.count < files.count ? .stopped(after: said.count, of: files.count, "file") : nil
        let outputs = said.compactMap { $0 }
        if asJSON {
            console.write(.list(outputs.map(\.json) + (stopped.map { [$0.json] } ?? [])))
        } else {
            for line in outputs.flatMap(\.lines) { console.writeLine(line.harmless) }
        }
        guard let stopped else { return .fine }
        for line in stopped.lines { console.remark(line) }
        return .problem
    }

    /// Prints every problem in the order of files and places, then in one remark how many there are.
    ///
    /// - Parameter unread: why files could not be read. As text they are told already.
    func report(besides unread: [CallRefusal.Problem], asJSON: Bool, to console: Console) -> ExitCode {
        if asJSON {
            let found = files.flatMap { file in file.diagnostics.map { $0.json(in: file.source) } }
            console.write(.list(found + unread.map(\.jsonAmongDiagnostics)))
        } else {
            for file in files {
                let shown = file.diagnostics.shown
                for diagnostic in shown.first {
                    console.writeLine(
                        diagnostic.text(in: file.source, onTerminal: console.isTerminal, inColor: console.showsColor))
                }
                guard shown.omittedCount > 0 else { continue }
                let sentence = Diagnostic.sentence(leavingOut: shown.omittedCount)
                console.remark("\(file.source.path.harmless): \(sentence); --format json has them all")
            }
        }
        let all = files.flatMap(\.diagnostics)
        let errors = all.count { $0.severity == .error }
        let flows = files.count { $0.machine != nil }
        let profiles = files.count(where: \.source.isProfile)
        let providers = files.count {
            $0.machine == nil && !$0.source.isProfile && parse($0.source).spec?.isProvider == true
        }
        let counts =
            [counted(flows, "flow")] + (providers > 0 ? [counted(providers, "provider")] : [])
            + (profiles > 0 ? [counted(profiles, "profile")] : [])
            + [counted(errors, "error"), counted(all.count - errors, "warning")]
        console.remark(counts.joined(separator: ", "))
        return errors == 0 ? .fine : .problem
    }
}

/// A number with its noun.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

extension CallRefusal.Problem {
    /// A file that could not be read, as one more of the problems that are found in files.
    fileprivate var jsonAmongDiagnostics: JSONValue {
        .object([
            "path": path.map { .text($0) } ?? .null, "line": .null, "column": .null, "severity": .text("error"),
            "code": .null,
            "message": .text(message), "notes": .list([]),
        ])
    }
}

extension Diagnostic {
    fileprivate func json(in source: SourceText) -> JSONValue {
        let (line, column) = source.place(of: range.lower)
        let notes = notes.map { note -> JSONValue in
            let (line, column) = source.place(of: note.range.lower)
            return .object([
                "line": .integer(Int64(line)), "column": .integer(Int64(column)), "message": .text(note.message),
            ])
        }
        return .object([
            "path": .text(source.path), "line": .integer(Int64(line)), "column": .integer(Int64(column)),
            "severity": .text(severity.rawValue), "code": .text(code.name), "message": .text(message),
            "notes": .list(notes),
        ])
    }
}
