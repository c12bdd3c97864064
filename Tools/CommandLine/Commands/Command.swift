/// One thing that `keyway` can do.
struct Command: Sendable {
    var name: String
    /// One sentence without its full stop.
    var summary: String
    var operands: [Operand] = []
    var options: [Option] = []
    /// What the command's exit codes mean, besides those for wrong usage and bugs.
    var endings: [(code: ExitCode, meaning: String)]
    /// A whole call of the command, which help shows.
    var example: String
    var perform: @Sendable (Arguments, Surroundings) throws -> ExitCode

    static let all: [Command] = [
        .check, .fmt, .run, .replay, .runs, .explain, .why, .stats, .compare, .shadow, .export, .import, .report,
        .verify, .erase, .retire, .schema, .nodes, .explore, .mutate, .generate,
        .conformance, .table, .diagram, .release,
        .demo, .completion, .manual, .help,
    ]

    /// Nil for a word that is no command.
    static func named(_ name: String) -> Command? { all.first { $0.name == name } }

    static var names: String { all.map(\.name).joined(separator: ", ") }
}

extension Command {
    var usage: String {
        (["keyway", name] + operands.map(\.usage) + options.map(\.usage)).joined(separator: " ")
    }

    /// The page that `keyway help` prints about the command.
    var page: String {
        let arguments = operands.map { ($0.name, $0.summary) }
        let named = (options + [Option.help]).map { option in
            (option.value.map { "\(option.name) \($0)" } ?? option.name, option.summary)
        }
        let codes =
            endings.map { ("\($0.code.rawValue)", $0.meaning) } + [
                ("\(ExitCode.usage.rawValue)", "The call was not understood"),
                ("\(ExitCode.bug.rawValue)", "A bug of ours"),
            ]
        let sections = [
            ("Usage", "    \(usage)\n"), ("Arguments", columns(arguments)), ("Options", columns(named)),
            ("Exit codes", columns(codes)), ("Example", "    \(example)\n"),
        ]
        return "keyway \(name): \(summary)\n"
            + sections.filter { !$0.1.isEmpty }.map { "\n\($0.0)\n\($0.1)" }.joined()
    }
}

/// Words and what they mean, in two columns.
func columns(_ rows: [(word: String, meaning: String)]) -> String {
    let width = rows.map(\.word.count).max() ?? 0
    return rows.map { "    \($0.word.padded(to: width))  \($0.meaning)\n" }.joined()
}
