import KeywayCore
import KeywayLog

/// A random walk as it went: each step in the spec's words, where each part led, and the first law that broke.
///
/// A part is one thing that the walk does to the run; its case is the list of its parts, each as the numbers drawn.
struct RecordedWalk {
    /// A law that broke, and where on the walk.
    struct Breach: Equatable {
        var law: Law
        var explanation: String
        /// The index of the part of the case with which the law broke; the number of parts where it broke after all of
        /// them.
        var part: Int
    }

    var choices = ChoiceSequence()
    var lines: [String] = []
    /// The state of the root run after each part, by its position in the table.
    var states: [Int] = []
    /// For each order that is open after the last part, before the run is left alone, how many replies there are to it; then one for each
    /// lane that is waited for.
    var replyCounts: [Int] = []
    /// The first law that broke; nil where each law held.
    var breach: Breach?
    var records: [Record] = []
    /// Every order that the root gave on the walk.
    var orders: [EffectOrder] = []

    /// The breach of `sameAgain`, where a second walk of the same case went otherwise; nil where both went alike.
    func breach(comparedWith again: RecordedWalk) -> Breach? {
        if again.lines == lines, again.records == records, again.orders == orders { return nil }
        let line = zip(lines, again.lines).first { $0 != $1 }.map { ": \($0), then \($1)" } ?? ""
        return Breach(law: .sameAgain, explanation: "it goes otherwise\(line)", part: choices.spans.count)
    }
}
