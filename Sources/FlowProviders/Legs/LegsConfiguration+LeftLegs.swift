/// Legs whose scope was left and that have not ended yet.
///
/// Nobody hears how such a leg ends, and a run may leave one after the other, without end. For the search to end, two
/// such legs are followed as one where they are alike and nothing outside sees what still happens to them. Of others
/// only `greatestLeftCount` of a flow are followed, and nothing is proved where there are more.
extension LegsConfiguration {
    /// How many legs of one flow are followed that were left and have not ended.
    static let greatestLeftCount = 3

    /// Whether a newer leg stands for the one at that place: both were left, are in the same position, and are inert, and no leg
    /// between them reads a word that they read.
    ///
    /// A leg between the two would hear such a word before the older one, and not before the newer one.
    func isRepeated(_ place: Int, among flows: [LegFlow]) -> Bool {
        let leg = legs[place]
        let flow = flows[leg.flow]
        guard leg.isLeft(at: place), flow.isInert(leg.position) else { return false }
        for newer in (place + 1)..<legs.count {
            if legs[newer] == leg { return true }
            if flows[legs[newer].flow].sharesReading(with: flow) { return false }
        }
        return false
    }
}

extension LegsConfiguration.Leg {
    /// Whether its scope was left: nobody listens to it any more; the root at the first place has no scope.
    func isLeft(at place: Int) -> Bool { place > 0 && parent == nil }
}

extension LegFlow {
    fileprivate func isInert(_ position: Int32) -> Bool {
        isInert.indices.contains(Int(position)) && isInert[Int(position)]
    }

    /// Whether both read some word of a provider.
    fileprivate func sharesReading(with other: LegFlow) -> Bool {
        readings.indices.contains { readings[$0] != nil && other.readings[$0] != nil }
    }
}
