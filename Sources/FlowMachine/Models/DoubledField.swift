package import FlowLanguage
import KeywayCore

/// A field in which a flow's source reads the raw callback's name, and to which a word of the model gives another value.
package struct DoubledField: Sendable {
    /// What is wrong: a sentence without its subject, before which a message names the model.
    package var sentence: String
    /// Where the field stands in the model's file.
    package var range: SourceRange
}

extension ProviderModel {
    /// The fields of the model's words that have two values where these flows read them; each field of a word is listed once.
    package func doubledFields(readBy flows: [Machine]) -> [DoubledField] {
        words.flatMap { word -> [DoubledField] in
            var known: Set<String> = []
            return flows.compactMap { flow -> DoubledField? in
                guard let source = flow.source(of: self), let range = word.fieldRanges[source.by],
                    known.insert(source.by).inserted
                else { return nil }
                return DoubledField(
                    sentence: "gives the field '\(source.by)' a value in word '\(word.name.text)', and source "
                        + "'\(source.name)' of '\(flow.name.text)' reads '\(word.callbackName)' there", range: range)
            }
        }
    }
}
