/// A law that did not hold.
struct NodeBreach: Hashable {
    var seed: UInt64
    var law: NodeLaw
    var explanation: String
}

extension NodeBreach: CustomStringConvertible {
    var description: String { "seed \(seed): \(law.rawValue); but \(explanation)" }
}
