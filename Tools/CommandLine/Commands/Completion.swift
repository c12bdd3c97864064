extension Command {
    static let completion = Command(
        name: "completion", summary: "prints a script by which a shell completes calls of keyway",
        operands: [Operand(name: "SHELL", summary: "bash, zsh or fish")],
        endings: [(.fine, "The script is printed")],
        example: "keyway completion bash",
        perform: { arguments, surroundings in
            guard let word = arguments.operands.first else { preconditionFailure("the reader asks for it") }
            guard let script = CompletionScript(rawValue: word) else {
                let known = CompletionScript.allCases.map(\.rawValue)
                throw UsageError(
                    "there is no script for '\(word.harmless)', but for \(known.joined(separator: ", "))"
                        + meant(word, among: known), helpOf: "completion")
            }
            surroundings.console.write(script.text)
            return .fine
        })

    static let manual = Command(
        name: "manual", summary: "prints the manual page, for man",
        endings: [(.fine, "The page is printed")],
        example: "keyway manual",
        perform: { _, surroundings in
            surroundings.console.write(ManualPage.text)
            return .fine
        })
}
