/// A law that did not hold in what one seed drew, and what was seen instead.
struct Breach<Law: TorturedLaw>: Hashable, Sendable {
    var seed: UInt64
    var law: Law
    var explanation: String
}

extension Breach: CustomStringConvertible {
    var description: String { "seed \(seed): \(law.rawValue); but \(explanation)" }
}

/// What must hold of something that is tortured: one case for each law, with the law as a sentence in its raw value.
protocol TorturedLaw: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}
