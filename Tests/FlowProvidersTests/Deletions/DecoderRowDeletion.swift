import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowTranscripts
import KeywayCore

/// A shipped flow with one decoder row less, or with one callback name less in a row that has several.
struct DecoderRowDeletion: CustomStringConvertible {
    /// What is missing: the row as it stands, and one of its names where others stay.
    var description: String
    /// The whole spec without it.
    var text: String
    /// The callbacks that the missing piece reads.
    var callbackNames: [String]

    /// Every row of every decoder, and every name of the rows with several.
    static func all(of flow: LoadedFlow) -> [DecoderRowDeletion] {
        flow.machine.sources.flatMap { declared in
            zip(declared.source.rows, declared.rowRanges).flatMap { row, range in
                let place = range.lower..<range.upper
                let words = String(decoding: flow.source.bytes[place], as: UTF8.self)
                let whole = DecoderRowDeletion(words, flow.changing(place, to: ""), row.callbackNames)
                guard row.callbackNames.count > 1 else { return [whole] }
                return [whole]
                    + row.callbackNames.map { name in
                        let others = row.callbackNames.filter { $0 != name }.joined(separator: ", ")
                        let rest = words.changing(row.callbackNames.joined(separator: ", "), to: others)
                        return DecoderRowDeletion("\(name) of \(words)", flow.changing(place, to: rest), [name])
                    }
            }
        }
    }

    private init(_ description: String, _ text: String, _ callbackNames: [String]) {
        self.description = description
        self.text = text
        self.callbackNames = callbackNames
    }
}

extension LoadedFlow {
    fileprivate func changing(_ place: Range<Int>, to words: String) -> String {
        var bytes = source.bytes
        bytes.replaceSubrange(place, with: Array(words.utf8))
        return String(decoding: bytes, as: UTF8.self)
    }
}
