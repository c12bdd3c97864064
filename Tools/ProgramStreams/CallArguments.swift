/// A program's arguments on the command line, taken one after the other.
package struct CallArguments {
    private var rest: ArraySlice<String>
    /// The options that were taken so far.
    private var options: [String] = []

    package init(_ arguments: [String]) {
        rest = arguments[...]
    }

    /// The next argument, taken as an option whatever it is; nil behind the last.
    package mutating func nextOption() -> String? {
        guard let option = rest.popFirst() else { return nil }
        options.append(option)
        return option
    }

    /// The value of the option that was taken last.
    ///
    /// - Parameter what: what the option needs, as the refusal says it where there is no value: "a path".
    package mutating func value(_ what: String) throws(WrongCall) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else { throw refusal("needs \(what)") }
        return value
    }

    /// The value of the option that was taken last, as a number in decimal digits.
    ///
    /// - Parameter range: the numbers that the option allows.
    package mutating func number(_ range: ClosedRange<UInt64> = 0...UInt64.max) throws(WrongCall) -> UInt64 {
        let value = rest.popFirst()
        guard let value, value.isOfDigits else {
            throw refusal("needs a number\(value.map { ", not '\($0)'" } ?? "")")
        }
        // Digits that spell no number here spell one that is too large.
        guard let number = UInt64(digits: value), number <= range.upperBound else {
            throw refusal("needs \(range.upperBound) or less")
        }
        guard number >= range.lowerBound else { throw refusal("needs \(range.lowerBound) or more") }
        return number
    }

    /// Throws where an option was taken that this work does not read.
    ///
    /// - Parameters:
    ///   - known: the options that are read for this work.
    ///   - work: what the call asks the program to do, as the refusal names it.
    package func requireOnly(_ known: Set<String>, with work: String) throws(WrongCall) {
        guard let other = options.first(where: { !known.contains($0) }) else { return }
        throw WrongCall(sentence: "\(other) does not go with \(work)")
    }

    private func refusal(_ problem: String) -> WrongCall { WrongCall(sentence: "\(options.last ?? "") \(problem)") }
}
