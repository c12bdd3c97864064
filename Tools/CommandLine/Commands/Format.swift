import FlowLanguage

extension Command {
    static let fmt = Command(
        name: "fmt", summary: "rewrites specs as they should look, and says which it has rewritten",
        operands: [
            Operand(
                name: "FILE",
                summary:
                    "Files, and folders with .flow, .provider and .profile files, or - for standard input, written to standard output; the nearest Specs",
                count: .any)
        ],
        options: [
            Option(name: "--check", summary: "Changes nothing, and names the files that would be rewritten"), .format,
        ],
        endings: [
            (.fine, "All are as they should be"), (.problem, "With --check, one is not; or one cannot be read"),
        ],
        example: "keyway fmt --check Specs",
        perform: { arguments, surroundings in
            let isCheck = arguments.values["--check"] != nil
            if arguments.operands.contains(NamedInput.dash) {
                guard arguments.operands.count == 1 else {
                    throw UsageError(
                        "'-' is standard input, and stands alone: its text goes to standard output", helpOf: "fmt")
                }
                return try formatInput(isCheck: isCheck, asJSON: arguments.isJSON, in: surroundings)
            }
            let paths = try SpecPaths.named(by: arguments.operands, in: surroundings, to: "format")
            var format = try Format(paths: paths)
            if !isCheck { format.rewrite() }
            return try format.report(afterRewriting: !isCheck, asJSON: arguments.isJSON, to: surroundings.console)
        })
}

/// Writes the text of standard input, as it should look, to standard output; with `--check` only says whether it looks so.
private func formatInput(isCheck: Bool, asJSON: Bool, in surroundings: Surroundings) throws -> ExitCode {
    if asJSON, !isCheck {
        throw UsageError("with '-' the text itself is the result: --format json goes with --check", helpOf: "fmt")
    }
    let input = try NamedInput(NamedInput.dash, as: "a spec", in: surroundings)
    let source = SourceText(path: input.path, bytes: input.bytes)
    if isCheck {
        return try Format(of: source).report(afterRewriting: false, asJSON: asJSON, to: surroundings.console)
    }
    let formatted = format(source)
    guard let text = formatted.text else {
        throw CallRefusal(formatted.diagnostics.map { CallRefusal.Problem($0, in: source) })
    }
    surroundings.console.write(text)
    return .fine
}

/// The specs that one call formats; all are read before the first is written.
struct Format {
    /// The files that are not as `fmt` writes them, each with the text that it should have.
    private var unformatted: [(path: String, text: String)] = []
    private var count = 0
    /// Why some of the files cannot be read, or one of them cannot be written.
    private var problems: [CallRefusal.Problem] = []

    init(paths: [String]) throws(CallRefusal) {
        for path in paths { add(SourceText(path: path, bytes: try FileAccess.bytes(of: path, as: "a spec"))) }
    }

    init(of source: SourceText) { add(source) }

    private mutating func add(_ source: SourceText) {
        count += 1
        let formatted = format(source)
        if let text = formatted.text {
            if !text.utf8.elementsEqual(source.bytes) { unformatted.append((source.path, text)) }
        } else {
            problems += formatted.diagnostics.map { CallRefusal.Problem($0, in: source) }
        }
    }

    /// Rewrites the files that are not as they should be; stops at the first that cannot be written. Those before it are told with it.
    mutating func rewrite() {
        for (place, file) in unformatted.enumerated() {
            do throws(CallRefusal) { try FileAccess.replace(file.path, with: Array(file.text.utf8)) } catch {
                problems += error.problems
                unformatted.removeSubrange(place...)
                return
            }
        }
    }

    /// Names what was rewritten or has to be.
    ///
    /// - Throws: `CallRefusal` with what could not be read or written.
    func report(afterRewriting isRewritten: Bool, asJSON: Bool, to console: Console) throws(CallRefusal) -> ExitCode {
        let paths = unformatted.map(\.path)
        if !asJSON {
            for path in paths { console.writeLine(path.harmless) }
        } else if problems.isEmpty {
            console.write(.texts(paths))
        } else if !paths.isEmpty {
            console.write(.object(["paths": .texts(paths)]).with(CallRefusal(problems).json))
        }
        if !problems.isEmpty { throw CallRefusal(problems) }
        let change = isRewritten ? "rewritten" : "to be rewritten"
        console.remark("\(counted(count, "file")), \(unformatted.count) \(change)")
        return isRewritten || unformatted.isEmpty ? .fine : .problem
    }
}
