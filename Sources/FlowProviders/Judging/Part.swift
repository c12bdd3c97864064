/// The parts of rule 30, which every flow must hold against every model without a line in the spec.
package enum Part: String, CaseIterable, Sendable {
    case ending = "30.i"
    case confirmation = "30.ii"
    case firstSuccess = "30.iii"
    case laterWords = "30.iv"
    case oldWords = "30.v"
    case claims = "30.vi"

    /// As reports and scripts call it, `30.i`.
    package var name: String { rawValue }
}
