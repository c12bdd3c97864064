/// Lines that `ScriptedPerson` types one after the other, each as soon as the sign-in allows its command.
struct Script: Equatable, Sendable {
    /// A line with a command. Its number counts from 1, remarks included and empty lines left out.
    struct Line: Equatable, Sendable {
        var number: Int
        var text: String
        var command: PersonCommand.Name
    }

    var lines: [Line] = []

    /// Reads a script: a command in each line, or several with `;` between them. Where `#` stands in place of a command, a
    /// remark follows, up to the next `;` or the end of the line.
    ///
    /// - Throws: `Misunderstanding` for the first line that is no command; its sentence names the line's number.
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
