import FlowTranscripts
import KeywayCore

extension Option {
    static let set = Option(
        name: "--set", value: "NAME=VALUE", summary: "Chooses a parameter of the flow, as 'sends=2' or 'patience=30s'",
        isRepeated: true, takesAddress: true)
}

/// What a call chooses for a parameter of a flow, as `sends=2`.
struct ParameterChoice {
    let name: String
    /// The chosen value as the header of a transcript writes it: a duration is a number of seconds.
    let raw: RawValue

    /// Reads `NAME=VALUE`, whose value is `true`, a number, a duration such as `30s`, or the case of an enum.
    ///
    /// `command`: the command whose help an error points to.
    init(_ text: String, helpOf command: String) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw UsageError("--set needs NAME=VALUE, as 'sends=2', not '\(text.harmless)'", helpOf: command)
        }
        name = parts[0]
        raw = Self.raw(parts[1])
    }

    /// What a call of the command chooses, in its order; one parameter chosen twice is wrong usage.
    static func all(in arguments: Arguments, helpOf command: String) throws(UsageError) -> [ParameterChoice] {
        var choices: [ParameterChoice] = []
        for text in arguments.lists[Option.set.name] ?? [] {
            let choice = try ParameterChoice(text, helpOf: command)
            guard !choices.contains(where: { $0.name == choice.name }) else {
                throw UsageError("--set chooses '\(choice.name.harmless)' twice", helpOf: command)
            }
            choices.append(choice)
        }
        return choices
    }

    /// The parameter's position among the variables of the flow, and the value.
    fileprivate func value(in table: Table) throws(CallRefusal) -> (position: Int, value: Value) {
        do throws(UnfitParameter) { return try table.parameter(name, choosing: raw) } catch {
            throw CallRefusal("--set: \(error.sentence.harmless)")
        }
    }

    private static func raw(_ text: String) -> RawValue {
        if text == "true" || text == "false" { return .bool(text == "true") }
        if text.first != "+", let number = Int64(text) { return .integer(number) }
        // A number of seconds, as in the header of a transcript: `31.5`.
        if text.first?.isNumber == true, text.allSatisfy({ $0 == "." || $0.isNumber }), let number = Double(text) {
            return .number(number)
        }
        // A duration begins with a digit: `-30s` and `+30s` are none.
        if text.first?.isNumber == true, let duration = SpelledDuration(text) {
            return .number(Double(duration.milliseconds) / 1000)
        }
        return .text(text)
    }
}

extension [ParameterChoice] {
    /// The chosen values, by the positions of the parameters among the variables of the flow.
    func values(in table: Table) throws(CallRefusal) -> [Int: Value] {
        var values: [Int: Value] = [:]
        for choice in self {
            let (position, value) = try choice.value(in: table)
            values[position] = value
        }
        return values
    }
}
