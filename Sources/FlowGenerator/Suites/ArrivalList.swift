import KeywayCore
package import KeywaySuites

/// The arrivals at a cell, each made when it is looked at: there may be tens of thousands.
package struct ArrivalList: RandomAccessCollection {
    /// What the event carries in its fields, and beside it each combination of values of the variables that the cell reads, by the
    /// variables' positions.
    struct Group {
        let carried: [Value?]
        let asked: [[Int: Value?]]
    }

    /// The event in each way in which it comes, without its fields.
    let ways: [Event]
    /// Each has as many combinations of asked values as any other.
    let groups: [Group]

    /// How many arrivals one group stands for in one way.
    private var countInGroup: Int { (groups.first?.asked.count ?? 0) * UnaskedValues.allCases.count }

    /// The place of the first arrival.
    package var startIndex: Int { 0 }
    /// The place behind the last arrival.
    package var endIndex: Int { groups.count * ways.count * countInGroup }

    /// The arrival at this place. What changes first from one place to the next are the variables about which no guard asks: they have the
    /// low ends of their ranges, then the high ones. Then come the asked ones, then the way, and last the event's fields.
    package subscript(place: Int) -> CellArrival {
        let (rest, unasked) = place.quotientAndRemainder(dividingBy: UnaskedValues.allCases.count)
        let (outer, values) = rest.quotientAndRemainder(dividingBy: groups[0].asked.count)
        let (group, way) = outer.quotientAndRemainder(dividingBy: ways.count)
        var event = ways[way]
        event.fields = groups[group].carried
        return CellArrival(event: event, unasked: UnaskedValues.allCases[unasked], asked: groups[group].asked[values])
    }
}
