import KeywayCore
package import KeywaySuites

/// The arrivals at a cell, each made when it is looked at: there may be as many as all values together have combinations.
package struct ArrivalList: RandomAccessCollection {
    /// The event in each way in which it comes, without its fields.
    let ways: [Event]
    /// What the event carries in its fields.
    let carried: [[Value?]]
    /// The values of the variables that are asked, by their positions.
    let asked: [[Int: Value?]]

    /// The place of the first arrival.
    package var startIndex: Int { 0 }
    /// The place behind the last arrival.
    package var endIndex: Int { carried.count * ways.count * asked.count * UnaskedValues.allCases.count }

    /// The arrival at this place: other variables change from one place to the next, then the asked ones, the way, and last the fields.
    package subscript(place: Int) -> CellArrival {
        let (rest, unasked) = place.quotientAndRemainder(dividingBy: UnaskedValues.allCases.count)
        let (outer, values) = rest.quotientAndRemainder(dividingBy: asked.count)
        let (fields, way) = outer.quotientAndRemainder(dividingBy: ways.count)
        var event = ways[way]
        event.fields = carried[fields]
        return CellArrival(event: event, unasked: UnaskedValues.allCases[unasked], asked: asked[values])
    }
}
