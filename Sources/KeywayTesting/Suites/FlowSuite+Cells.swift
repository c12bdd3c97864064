public import Keyway

extension FlowSuite {
    /// Where what the table declares is not what the spec declares.
    public func differencesInDeclarations(of table: Table) -> [Difference] {
        let expected = declarations.split(separator: "\n").map(String.init)
        let actual = TableWords(of: table).declarations
        return (0..<max(expected.count, actual.count)).compactMap { line in
            let (spec, table) = (expected.element(at: line), actual.element(at: line))
            if spec == table { return nil }
            return Difference(
                state: nil, arrival: "a declaration", expected: spec ?? "nothing", actual: table ?? "nothing")
        }
    }

    /// Where the table takes something that comes to the state otherwise than the spec.
    public func differences(in state: State, of table: Table) -> [Difference] {
        let reading = TableReading(of: table)
        guard let position = table.states.firstIndex(where: { $0.name == state.name }) else {
            return [difference(state, "the state", "exists", "does not exist")]
        }
        var differences: [Difference] = []
        var checked: Set<Int> = []
        for line in state.cells.split(separator: "\n") {
            let sides = line.split(separator: " => ", maxSplits: 1)
            guard sides.count == 2 else {
                let order = reading.words.firingOrder(in: position)
                if line != "due \(order)" {
                    differences.append(difference(state, "the order of timers", String(line), "due \(order)"))
                }
                continue
            }
            guard let arrivals = reading.arrivals(sides[0]), !arrivals.isEmpty else {
                differences.append(
                    difference(state, String(sides[0]), String(sides[1]), "nothing: there is no such event"))
                continue
            }
            for arrival in arrivals {
                checked.insert(arrival.event.position)
                let meaning = reading.words.meaning(of: arrival, in: position)
                if meaning != sides[1] {
                    differences.append(difference(state, String(sides[0]), String(sides[1]), meaning))
                }
            }
        }
        for event in table.events.indices where !checked.contains(event) && !table.events[event].origin.isStale {
            differences.append(difference(state, reading.words.events[event], "nothing", "an event"))
        }
        return differences
    }

    private func difference(_ state: State, _ arrival: String, _ expected: String, _ actual: String) -> Difference {
        Difference(state: state.name, arrival: arrival, expected: expected, actual: actual)
    }

    /// - Throws: `Differences` where what the table declares is not what the spec declares.
    public func checkDeclarations(of table: Table) throws(Differences) {
        let differences = differencesInDeclarations(of: table)
        if !differences.isEmpty { throw Differences(all: differences) }
    }

    /// - Throws: `Differences` where the table takes something otherwise than the spec.
    public func check(_ state: State, of table: Table) throws(Differences) {
        let differences = differences(in: state, of: table)
        if !differences.isEmpty { throw Differences(all: differences) }
    }
}

extension TableWords {
    /// What the table makes of it.
    func meaning(of arrival: CellArrival, in state: Int) -> String {
        var after = arrival.run(in: state, of: table)
        let step = table.reduce(&after, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence)
        let words = meaning(of: arrival, in: state, step, leadingTo: after)
        return step.row.map { table.rows[$0].isClaim } ?? false ? words + "; claimed" : words
    }
}

extension EventSignature.Origin {
    /// Such an event comes as its own event with a stale stamp.
    package var isStale: Bool { if case .stale = self { true } else { false } }
}

extension Array {
    func element(at position: Int) -> Element? { indices.contains(position) ? self[position] : nil }
}
