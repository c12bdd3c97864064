import FlowLanguage
import FlowMachine

extension Command {
    static let check = Command(
        name: "check", summary: "reads specs and names every problem in them",
        operands: [
            Operand(
                name: "PATH", summary: "Files, and folders with .flow and .provider files; the nearest Specs",
                count: .any)
        ],
        options: [.format],
        endings: [(.fine, "No errors; there may be warnings"), (.problem, "Errors, or nothing that could be read")],
        example: "keyway check Specs",
        perform: { arguments, surroundings in
            let files = try Check.files(of: arguments, in: surroundings)
            return Check(files: files).report(asJSON: arguments.isJSON, to: surroundings.console)
        })
}

/// The specs that one call checks together.
struct Check {
    var files: [CheckedFile]

    /// Reads and checks every file once, in the order of the paths.
    static func files(of arguments: Arguments, in surroundings: Surroundings) throws -> [CheckedFile] {
        var given = arguments.operands
        if given.isEmpty {
            guard let specs = try SpecFolder.nearest(in: surroundings) else {
                throw Refusal("there is no folder Specs here or above; name the files or folders to check")
            }
            given = [specs]
        }
        var paths: [String] = []
        for path in given {
            guard try FileAccess.isFolder(path) else {
                paths.append(path)
                continue
            }
            let found = try FileAccess.files(in: path, endingIn: [".flow", ".provider"])
            if found.isEmpty { throw Refusal("\(path): there is no .flow and no .provider file in it") }
            paths += found
        }
        var seen: Set<String> = []
        return try paths.filter { seen.insert(FileAccess.identity(of: $0)).inserted }.map { path in
            CheckedFile(SourceText(path: path, bytes: try FileAccess.bytes(of: path, as: "a spec")))
        }
    }

    init(files: [CheckedFile]) {
        self.files = files
        noteFlowsDeclaredTwice()
    }

    /// A name must lead to one flow.
    private mutating func noteFlowsDeclaredTwice() {
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

    func report(asJSON: Bool, to console: Console) -> ExitCode {
        if asJSON {
            console.write(.list(files.flatMap { file in file.diagnostics.map { $0.json(in: file.source) } }))
        } else {
            for file in files {
                for diagnostic in file.diagnostics {
                    console.writeLine(
                        diagnostic.text(in: file.source, onTerminal: console.isTerminal, inColor: console.showsColor))
                }
            }
        }
        let all = files.flatMap(\.diagnostics)
        let errors = all.count { $0.severity == .error }
        let flows = files.count { $0.machine != nil }
        let providers = files.count { $0.source.path.hasSuffix(".provider") }
        let counts =
            [counted(flows, "flow")] + (providers > 0 ? [counted(providers, "provider")] : [])
            + [counted(errors, "error"), counted(all.count - errors, "warning")]
        console.remark(counts.joined(separator: ", "))
        return errors == 0 ? .fine : .problem
    }
}

/// A number with its noun.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

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
