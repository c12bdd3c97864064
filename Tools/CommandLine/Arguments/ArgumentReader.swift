import ProgramStreams

/// Reads the words after a command's name by what the command declares.
struct ArgumentReader {
    let command: Command

    init(_ command: Command) {
        self.command = command
    }

    /// The arguments; nil where help is asked for, whatever else the call says.
    func read(_ words: [String]) throws(UsageError) -> Arguments? {
        let named = words.prefix { $0 != "--" }
        if named.contains("--help") || named.contains("-h") { return nil }
        var arguments = Arguments(command: command.name)
        var rest = words[...]
        var takesOptions = true
        while let word = rest.popFirst() {
            if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, word.hasPrefix("-"), word != "-" {
                try readOption(word, &rest, into: &arguments)
            } else {
                arguments.operands.append(word)
            }
        }
        try checkCounts(arguments)
        try checkAddresses(arguments)
        return arguments
    }

    private func readOption(
        _ word: String, _ rest: inout ArraySlice<String>, into arguments: inout Arguments
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = command.options.first(where: { $0.name == parts[0] }) else {
            let known = command.options.map(\.name) + [Option.help.name]
            throw error("'keyway \(command.name)' has no option \(parts[0].harmless)" + meant(parts[0], among: known))
        }
        guard arguments[option] == nil else { throw error("\(option.name) stands twice") }
        guard let wanted = option.value else {
            guard parts.count == 1 else { throw error("\(option.name) takes no value") }
            arguments.values[option.name] = ""
            return
        }
        guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
            throw error("\(option.name) needs a value: \(wanted)")
        }
        // `--log --x` means that the value of `--log` was forgotten; who wants the value `--x` writes `--log=--x`.
        if parts.count == 1, value.hasPrefix("--") { throw error("\(option.name) needs a value: \(wanted)") }
        if let choices = option.choices, !choices.contains(value) {
            throw error(
                "\(option.name) is \(choices.joined(separator: " or ")), not '\(value.harmless)'"
                    + meant(value, among: choices))
        }
        if option.isRepeated {
            arguments.lists[option.name, default: []].append(value)
            while let next = rest.first, !next.hasPrefix("-") {
                arguments.lists[option.name, default: []].append(next)
                arguments.furtherValue = .init(option: option.name, word: next)
                rest.removeFirst()
            }
        } else {
            arguments.values[option.name] = value
        }
    }

    private func checkCounts(_ arguments: Arguments) throws(UsageError) {
        let needed = command.operands.filter { [.one, .atLeastOne].contains($0.count) }
        // A shell gives an empty word for a variable that is not set; taken as a path it would mean the working folder, or nothing.
        if arguments.operands.contains("") { throw error("'keyway \(command.name)' was given an empty word") }
        if arguments.operands.count < needed.count {
            let operand = needed[arguments.operands.count].name
            throw error("'keyway \(command.name)' needs \(operand)" + arguments.taken(inPlaceOf: operand))
        }
        if command.operands.allSatisfy({ [.one, .atMostOne].contains($0.count) }),
            arguments.operands.count > command.operands.count
        {
            let extra = arguments.operands[command.operands.count]
            throw error("'keyway \(command.name)' has no place for '\(extra.harmless)'")
        }
        for option in command.options where option.isRequired && arguments[option] == nil {
            throw error("'keyway \(command.name)' needs \(option.name) \(option.value ?? "")")
        }
    }

    /// Refuses an address where none belongs: taken for a path it would be shown with its password, and become the name of a folder.
    private func checkAddresses(_ arguments: Arguments) throws(UsageError) {
        func check(_ words: [String], inPlaceOf wanted: String) throws(UsageError) {
            if words.contains(where: \.looksLikeAddress) { throw error("an address stands in the place of \(wanted)") }
        }
        for (position, word) in arguments.operands.enumerated() {
            let operand = command.operands[min(position, command.operands.count - 1)]
            if !operand.takesAddress { try check([word], inPlaceOf: operand.name) }
        }
        for option in command.options where !option.takesAddress {
            let words = (arguments[option].map { [$0] } ?? []) + (arguments.lists[option.name] ?? [])
            try check(words, inPlaceOf: "\(option.name) \(option.value ?? "")")
        }
    }

    private func error(_ sentence: String) -> UsageError { UsageError(sentence, helpOf: command.name) }
}
