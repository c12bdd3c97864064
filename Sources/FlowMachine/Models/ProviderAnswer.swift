package import FlowLanguage
package import KeywayCore

extension ProviderModel {
    /// A reply that the provider may give to an open effect of the flow that calls the provider.
    package struct Answer: Sendable {
        /// The reply's name, as the flow's effect declares it.
        package var reply: Name
        /// The values of some of the reply's fields; a field that is not listed may have any value.
        package var arguments: [Argument]
        /// The answer as it stands in the model, `status(server: blocked)`.
        package var text: String
    }

    /// Why an answer of the model does not fit the reply that a flow declares.
    package struct AnswerProblem: Error, Sendable {
        /// The message, without the place in the file.
        package var sentence: String
        /// Where the wrong name or value stands in the model's file.
        package var range: SourceRange
    }
}

extension ProviderModel.Answer {
    /// The values that the answer gives to a reply's fields, by the fields' positions; a field that is not listed may have any value.
    ///
    /// - Throws: ``ProviderModel/AnswerProblem`` for a field that the reply does not have, a value that the field
    ///   cannot have, and a field that is given twice.
    package func values(
        of fields: [Field], among enumerations: [Enumeration]
    ) throws(ProviderModel.AnswerProblem) -> [Int: Value?] {
        var values: [Int: Value?] = [:]
        for argument in arguments {
            let name = argument.name
            guard let position = fields.firstIndex(where: { $0.name == name.text }) else {
                throw ProviderModel.AnswerProblem(
                    sentence: "reply '\(reply.text)' has no field '\(name.text)'", range: name.range)
            }
            guard let value = argument.value.value(as: fields[position], among: enumerations) else {
                throw ProviderModel.AnswerProblem(
                    sentence: "this is no value that field '\(name.text)' of reply '\(reply.text)' can have",
                    range: argument.value.range)
            }
            guard values.updateValue(value, forKey: position) == nil else {
                throw ProviderModel.AnswerProblem(sentence: "'\(name.text)' is given twice", range: name.range)
            }
        }
        return values
    }
}
