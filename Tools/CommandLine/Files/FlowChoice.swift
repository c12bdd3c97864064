/// The flows that a call is about: the one that FLOW names, or with `--all` every flow in the folder of specs.
struct FlowChoice {
    /// Whether the call says `--all`.
    let isForAll: Bool
    let flows: [CheckedFile]

    init(_ arguments: Arguments, by lookup: FlowLookup) throws {
        let command = arguments.command ?? ""
        isForAll = arguments.values["--all"] != nil
        guard arguments.providers.isEmpty || !isForAll else {
            throw UsageError("--all takes every provider, so --against has no place", helpOf: command)
        }
        switch (arguments.operands.first, isForAll) {
        case (let word?, false): flows = [try lookup.file(word)]
        case (nil, true): flows = try lookup.allFiles()
        case (_?, true): throw UsageError("'keyway \(command)' takes FLOW or --all, not both", helpOf: command)
        case (nil, false):
            throw UsageError(
                "'keyway \(command)' needs FLOW or --all" + arguments.taken(inPlaceOf: "FLOW"), helpOf: command)
        }
    }
}

extension Operand {
    /// FLOW, where `--all` may stand instead of it.
    static let flowUnlessAll = Operand(
        name: "FLOW", summary: "A .flow file, - for standard input, or a flow's name below Specs", count: .atMostOne)
}

extension Option {
    /// Every flow in the folder of specs, instead of FLOW; the summary says what the command does with them.
    static func all(_ summary: String) -> Option { Option(name: "--all", summary: summary) }
}
