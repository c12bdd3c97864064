/// Which legs stand for a success before an event: a leg that has accepted one, and each leg above it that still listens to it.
///
/// What ends such a leg without a success undoes the success.
struct AcceptedSuccesses {
    /// By the legs' places.
    private let standsForOne: [Bool]
    private let parents: [Int?]

    init(in configuration: LegsConfiguration, among flows: [LegFlow]) {
        // Mostly no leg has accepted any, and this is asked for each block that is explored.
        guard configuration.legs.contains(where: \.success.isAccepted) else {
            (standsForOne, parents) = ([], [])
            return
        }
        var found = configuration.legs.map { _ in false }
        for (place, leg) in configuration.legs.enumerated()
        where leg.success.isAccepted && !flows[leg.flow].system.isFinal(leg.position) {
            var next: Int? = place
            while let at = next {
                found[at] = true
                next = configuration.legs[at].parent
            }
        }
        standsForOne = found
        parents = configuration.legs.map(\.parent)
    }

    /// Whether the leg at this place stands for a success; a leg that began since does not.
    func has(_ place: Int) -> Bool { standsForOne.indices.contains(place) && standsForOne[place] }

    /// Whether a leg above it stands for a success that the leg at this place does not stand for.
    func areAbove(_ place: Int) -> Bool {
        guard !has(place), parents.indices.contains(place) else { return false }
        var next = parents[place]
        while let at = next {
            if has(at) { return true }
            next = parents[at]
        }
        return false
    }
}
