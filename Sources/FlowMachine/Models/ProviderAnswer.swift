package import FlowLanguage
package import KeywayCore

extension ProviderModel {
    /// A reply that the provider may give to an open effect which calls it.
    package struct Answer: Sendable {
        /// As the flow's effect declares it.
        package var reply: Name
        /// What some of the reply's fields are; one that stands here not may be anything.
        package var arguments: [Argument]
        /// As it stands in the model, `status(server: blocked)`.
        package var text: String
    }

    /// Why an answer is none of a flow's replies.
    package struct AnswerProblem: Error, Sendable {
        /// Without its place.
        package var sentence: String
        /// In the model's file.
        package var range: SourceRange
    }
}

extension ProviderModel.Answer {
    /// What the answer gives to a reply's fields, by their positions.
    ///
    /// - Throws: ``ProviderModel/AnswerProblem`` for a field that the reply does not have, and a value that the field cannot
    ///   have.
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
