import ProgramStreams

/// What a call says, once it is known to be well formed.
struct Arguments: Equatable, Sendable {
    /// The name of the command that is called; nil for the program itself.
    var command: String?
    /// The words that are neither options nor values of options, in the order of the call.
    var operands: [String] = []
    /// The values of the options that are given, by the options' names; the empty text for an option that takes no value.
    var values: [String: String] = [:]
    /// The values of options that take several, as `--only a b` or `--only a --only b`, by the options' names.
    var lists: [String: [String]] = [:]
    /// The last word that an option took behind its first value, with the option's name: it may have been meant as an operand.
    var furtherValue: FurtherValue?

    struct FurtherValue: Equatable, Sendable {
        var option: String
        var word: String
    }

    subscript(option: Option) -> String? { values[option.name] }

    /// Whether the call gives the option, once or several times.
    func has(_ option: Option) -> Bool { values[option.name] != nil || lists[option.name]?.isEmpty == false }

    /// Whether the call asks for its result as one JSON value, by `--format json`.
    var isJSON: Bool { self[.format] == "json" }

    /// What to say where an operand is missing and an option may have taken it as a further value, as the end of a sentence; else empty.
    ///
    /// - Parameter operand: the name of the missing operand, as `FLOW`.
    func taken(inPlaceOf operand: String) -> String {
        guard let taken = furtherValue else { return "" }
        return "; \(taken.option) has taken '\(taken.word.harmless)': put \(operand) before \(taken.option)"
    }

    /// The number that is the option's value, nil where the option is not given.
    func number(_ option: Option, in range: ClosedRange<UInt64> = 0...UInt64.max) throws(UsageError) -> UInt64? {
        guard let text = self[option] else { return nil }
        guard text.isOfDigits else {
            throw UsageError("\(option.name) needs a number, not '\(text.harmless)'", helpOf: command)
        }
        guard let number = UInt64(digits: text), range.contains(number) else {
            throw UsageError(
                "\(option.name) is a number from \(range.lowerBound) to \(range.upperBound)", helpOf: command)
        }
        return number
    }
}
