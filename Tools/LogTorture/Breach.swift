/// A law that did not hold.
struct Breach<Law: TorturedLaw>: Hashable, Sendable {
    var seed: UInt64
    var law: Law
    var explanation: String
}

extension Breach: CustomStringConvertible {
    var description: String { "seed \(seed): \(law.rawValue); but \(explanation)" }
}

/// What must hold, each law as a sentence.
protocol TorturedLaw: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}
