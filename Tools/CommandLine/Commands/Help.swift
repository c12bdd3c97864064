import FlowLanguage

extension Command {
    static let help = Command(
        name: "help", summary: "explains keyway, one of its commands, or a diagnostic's code",
        operands: [
            Operand(name: "TOPIC", summary: "A command, or a code as check prints it", count: .atMostOne)
        ],
        endings: [(.fine, "The page was printed"), (.problem, "There is no such topic")],
        example: "keyway help FL060",
        perform: { arguments, surroundings in
            surroundings.console.write(try helpPage(about: arguments.operands.first))
            return .fine
        })
}

private func helpPage(about topic: String?) throws -> String {
    guard let topic else { return overview }
    if let command = Command.named(topic) { return command.page }
    if let code = DiagnosticCode(name: topic) {
        guard let page = code.page else { throw CallRefusal("there is no page about \(code.name)") }
        return page.text
    }
    let known = Command.all.map(\.name) + DiagnosticCode.allCases.map(\.name)
    throw CallRefusal("there is no help about '\(topic.harmless)'" + meant(topic, among: known))
}

private var overview: String {
    """
    keyway: sign-in flows, declared as state machines, driven by callbacks, kept in a log that replays

    Usage
        keyway COMMAND ...

    Commands
    \(columns(Command.all.map { ($0.name, $0.summary) }))
    Help
        keyway help COMMAND   about a command
        keyway help FL060     about a diagnostic's code
        keyway --version      its version, and the formats that it writes and reads

    """
}
