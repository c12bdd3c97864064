/// Why the arguments of a call cannot be understood.
package struct WrongCall: Error, Equatable {
    /// What is shown to the caller.
    package var sentence: String

    package init(sentence: String) {
        self.sentence = sentence
    }
}

extension Streams {
    /// Gives `call` the program's arguments, and returns what it makes of them.
    ///
    /// Where `call` throws, the error's sentence is written to standard error and the program ends with 64, the usual code for wrong usage.
    package func read<Call>(_ call: ([String]) throws(WrongCall) -> Call) -> Call {
        do throws(WrongCall) {
            return try call(Array(CommandLine.arguments.dropFirst()))
        } catch {
            remark(error.sentence)
            end(with: 64)
        }
    }
}
