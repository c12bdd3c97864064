package import FlowLanguage
import KeywayCore

/// A field of a raw callback to which a word gives a value, although a flow's source reads the callback's name there.
package struct DoubledField: Sendable {
    /// What is wrong, to be read behind the name of the model.
    package var sentence: String
    /// Where the field stands in the model's file.
    package var range: SourceRange
}

extension ProviderModel {
    /// The fields of the model's words that have two values where these flows read them, each once.
    package func doubledFields(readBy flows: [Machine]) -> [DoubledField] {
        words.flatMap { word -> [DoubledField] in
            var known: Set<String> = []
            return flows.compactMap { flow -> DoubledField? in
                guard let source = flow.sources.map(\.source).first(where: { $0.name == self.source?.text }),
                    let range = word.fieldRanges[source.by], known.insert(source.by).inserted
                else { return nil }
                return DoubledField(
                    sentence: "gives the field '\(source.by)' a value in word '\(word.name.text)', and source "
                        + "'\(source.name)' of '\(flow.name.text)' reads '\(word.callbackName)' there", range: range)
            }
        }
    }
}
