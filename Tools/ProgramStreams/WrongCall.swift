/// Why the arguments of a call cannot be understood.
package struct WrongCall: Error, Equatable {
    /// For whoever called.
    package var sentence: String

    package init(sentence: String) {
        self.sentence = sentence
    }
}

extension Streams {
    /// What the arguments behind the program's name ask for.
    ///
    /// A call that cannot be understood ends the program with a sentence and 64.
    package func read<Call>(_ call: ([String]) throws(WrongCall) -> Call) -> Call {
        do throws(WrongCall) {
            return try call(Array(CommandLine.arguments.dropFirst()))
        } catch {
            remark(error.sentence)
            end(with: 64)
        }
    }
}
