/// Lines that `ScriptedPerson` types one after the other, each once the sign-in allows its command.
struct Script: Equatable, Sendable {
    /// A line that was read, with its number, counted from 1.
    struct Line: Equatable, Sendable {
        var number: Int
        var text: String
        var command: PersonCommand.Name
    }

    var lines: [Line] = []

    /// Reads a script: a command in each line, or several with `;` between them; a line that begins with `#` is a remark.
    ///
    /// - Throws: `Misunderstanding` for the first line that is no command, with its number.
    init(_ text: String) throws(Misunderstanding) {
        var number = 0
        for piece in text.split(whereSeparator: { $0.isNewline || $0 == ";" }) {
            number += 1
            let line = piece.drop(while: \.isWhitespace)
            do throws(Misunderstanding) {
                guard let command = try PersonCommand(String(line)) else { continue }
                lines.append(Line(number: number, text: String(line), command: command.name))
            } catch {
                throw Misunderstanding("line \(number) of the script: \(error.sentence)")
            }
        }
    }
}
