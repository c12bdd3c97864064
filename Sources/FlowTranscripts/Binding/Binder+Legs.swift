import KeywayCore

extension Binder {
    /// Which flow a name belongs to.
    enum Owner {
        /// One flow, the root's for a nil leg; `position` is that of what has the name.
        case one(leg: String?, flow: Table, position: Int)
        /// Several sub-flows have the name, which was reported.
        case several
        /// No flow has the name; this is not reported yet.
        case none
    }

    /// Finds which flow has the name: the flow itself comes first, then the only sub-flow that has it.
    ///
    /// `silent.begin` names the sub-flow as well. A name that several sub-flows have is reported if it does not say which is meant.
    ///
    /// - Parameters:
    ///   - number: the line of the transcript that has the name.
    ///   - what: what a message calls the thing that has the name, such as `effect`.
    ///   - position: gives the position in a flow of the thing of a name; nil where the flow has no such thing.
    mutating func find(
        _ name: String, at number: Int, what: String, in position: (Table, String) -> Int?
    ) -> Owner {
        if let own = position(table, name) { return .one(leg: nil, flow: table, position: own) }
        let flows = table.flows.filter { $0.leg != nil }
        let found = flows.compactMap { leg, flow -> (leg: String?, flow: Table, position: Int)? in
            guard let leg else { return nil }
            if name.hasPrefix(leg + "."), let place = position(flow, String(name.dropFirst(leg.count + 1))) {
                return (leg, flow, place)
            }
            return position(flow, name).map { (leg, flow, $0) }
        }
        guard let first = found.first else { return .none }
        guard found.count == 1 else {
            let names = listed(found.compactMap(\.leg).map { "\($0).\(name)" })
            report("\(what) \(quoted(name)) is of several sub-flows; say which: \(names)", at: number)
            return .several
        }
        return .one(leg: first.leg, flow: first.flow, position: first.position)
    }
}
