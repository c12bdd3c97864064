import FlowConformance

extension Command {
    static let conformance = Command(
        name: "conformance", summary: "writes what flows mean as data, to test them by in any language",
        operands: [Operand(name: "FLOW", summary: "Files, or flows' names below Specs", count: .atLeastOne)],
        options: [.corpusFolder, .checksCorpus, .specs, .format],
        endings: [
            (.fine, "The corpus is as the flows and their transcripts say"),
            (.problem, "With --check, a file is not; or a flow or transcript has errors, or the folder is no corpus's"),
        ],
        example: "keyway conformance OTPlessSNA PhoneLogin --out Conformance",
        perform: { arguments, surroundings in
            guard let folder = arguments[.corpusFolder] else { preconditionFailure("the reader asks for it") }
            if arguments.operands.contains(NamedInput.dash) {
                throw UsageError(
                    "a corpus says by which call it is made, and standard input is gone then", helpOf: "conformance")
            }
            let lookup = try FlowLookup(arguments, in: surroundings)
            let corpora = try FlowCorpus.all(
                of: arguments.operands, found: lookup, showingProgressOn: surroundings.console)
            let specs = arguments[.specs].map { ["--specs", $0] } ?? []
            let words = ["keyway", "conformance"] + arguments.operands + specs + ["--out", folder]
            let command = words.map(\.quotedForAShell).joined(separator: " ")
            let output = CorpusFolder(path: folder, corpora: corpora, command: command)
            var written: [String] = []
            if arguments[.checksCorpus] == nil { written = try output.write() } else { try output.check() }
            if arguments.isJSON {
                surroundings.console.write(output.json(written: written))
            } else {
                for path in written { surroundings.console.writeLine(path.harmless) }
                for corpus in corpora { surroundings.console.remark(corpus.sentence) }
            }
            return .fine
        })
}

extension Option {
    fileprivate static let corpusFolder = Option(
        name: "--out", value: "DIR", summary: "The folder of the corpus, and of nothing else; made if need be",
        isRequired: true)
    fileprivate static let checksCorpus = Option(
        name: "--check", summary: "Writes nothing, and fails where a file is missing or not as the flows say")
}
