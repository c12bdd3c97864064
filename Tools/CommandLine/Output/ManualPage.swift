/// The manual page of keyway, as `man` reads it, made from the commands' own descriptions.
enum ManualPage {
    static var text: String {
        var lines = [
            ".TH KEYWAY 1", ".SH NAME",
            "keyway \\- sign\\-in flows, declared as state machines, kept in a log that replays", ".SH SYNOPSIS",
            ".B keyway", "\\fICOMMAND\\fR ...", ".SH COMMANDS",
        ]
        for command in Command.all {
            lines += [".SS \(escaped(command.name))", escaped(command.usage), ".PP", escaped(command.summary) + "."]
            for operand in command.operands {
                lines += [".TP", ".I \(escaped(operand.name))", escaped(operand.summary)]
            }
            for option in command.options + [Option.help] {
                let name = option.value.map { "\(option.name) \($0)" } ?? option.name
                lines += [".TP", ".B \(escaped(name))", escaped(option.summary)]
            }
            for (code, meaning) in command.endings {
                lines += [".TP", "Exit code \(code.rawValue)", escaped(meaning)]
            }
            lines += [".PP", "Example:", ".PP", ".EX", escaped(command.example), ".EE"]
        }
        lines += [
            ".SH EXIT STATUS", "0 fine, 1 a problem found, 64 wrong usage, 70 a bug of ours.", ".SH ENVIRONMENT", ".TP",
            ".B NO_COLOR", "Where it is set to anything, nothing is coloured.",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The line so that `man` prints it as it is: a dot or quote at its beginning would be a request, and a backslash an escape.
    private static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}
