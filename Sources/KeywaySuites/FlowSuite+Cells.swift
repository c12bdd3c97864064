public import KeywayCore

extension FlowSuite {
    /// Each line in which the table declares something else than the spec.
    ///
    /// - Parameter table: the table that runs; one with a `fault` gives one difference, which tells the fault.
    public func differencesInDeclarations(of table: Table) -> [Difference] {
        if let fault = table.fault { return [Difference(fault)] }
        let expected = declarations.split(separator: "\n").map(String.init)
        let actual = TableWords(of: table).declarations
        return (0..<max(expected.count, actual.count)).compactMap { line in
            let (spec, table) = (expected.element(at: line), actual.element(at: line))
            if spec == table { return nil }
            return Difference(
                state: nil, arrival: "a declaration", expected: spec ?? "nothing", actual: table ?? "nothing")
        }
    }

    /// Each line of the state in which a table does something else than the spec says.
    ///
    /// `table`: the one that runs.
    package func differences(in state: State, of table: Table) -> [Difference] {
        if let fault = table.fault { return [Difference(fault)] }
        let reading = TableReading(of: table)
        guard let position = table.states.firstIndex(where: { $0.name == state.name }) else {
            return [difference(state, "the state", "exists", "does not exist")]
        }
        var differences: [Difference] = []
        var checked: Set<Int> = []
        let order = "due \(reading.words.firingOrder(in: position))"
        if state.firingOrder != order {
            differences.append(difference(state, "the order of timers", String(state.firingOrder), order))
        }
        for (line, meaning) in state.checks {
            let arrivals = reading.arrivals(line) ?? []
            if arrivals.isEmpty { differences.append(Difference(unread: line, meaning: meaning, in: state)) }
            for arrival in arrivals {
                checked.insert(arrival.event.position)
                let actual = reading.words.meaning(of: arrival, in: position)
                if actual != meaning { differences.append(difference(state, String(line), String(meaning), actual)) }
            }
        }
        // A stale event is tried as the event that it stands for, so a suite has no line of its own for it.
        for event in table.events.indices where !checked.contains(event) && !table.events[event].origin.isStale {
            differences.append(difference(state, reading.words.events[event], "nothing", "an event"))
        }
        return differences
    }

    private func difference(_ state: State, _ arrival: String, _ expected: String, _ actual: String) -> Difference {
        Difference(state: state.name, arrival: arrival, expected: expected, actual: actual)
    }

    /// Compares as `differencesInDeclarations(of:)` does, for a test that wants the differences thrown.
    ///
    /// - Parameter table: the table that runs.
    /// - Throws: `Differences` where the table declares something else than the spec.
    public func checkDeclarations(of table: Table) throws(Differences) {
        try Differences.refuse(differencesInDeclarations(of: table))
    }

    /// Tries what comes to the state, and compares what the table makes of it with what the spec says.
    ///
    /// - Parameters:
    ///   - state: one of `states`; the table's state of the same name is tried.
    ///   - table: the table that runs.
    /// - Throws: `Differences` where the table takes something otherwise than the spec, has no such state, or has a
    ///   `fault`.
    public func check(_ state: State, of table: Table) throws(Differences) {
        try Differences.refuse(differences(in: state, of: table))
    }
}

extension FlowSuite.State {
    private var lines: [Substring] { cells.split(separator: "\n") }

    /// The first line, which names the timers in the order in which they fire: `due poll, after 30s`.
    fileprivate var firingOrder: Substring { lines.first ?? "" }

    /// The lines behind the first: what comes, as `TableWords.arrival` writes it, and what this means.
    package var checks: [(line: Substring, meaning: Substring)] {
        lines.dropFirst().map { line in
            let sides = line.split(separator: " => ", maxSplits: 1)
            return (sides.first ?? "", sides.dropFirst().first ?? "")
        }
    }
}

extension TableWords {
    /// What the table makes of the arrival, as a suite's line has it behind `=>`.
    ///
    /// It ends with `claimed` where an `other` row decides, by which the spec says that the event cannot come to the state.
    func meaning(of arrival: CellArrival, in state: Int) -> String {
        var after = arrival.run(in: state, of: table)
        let step = table.reduce(&after, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence)
        let words = meaning(of: arrival, in: state, step, leadingTo: after)
        return step.row.map { table.rows[$0].isOtherRow } ?? false ? words + "; claimed" : words
    }
}

extension EventSignature.Origin {
    /// Whether the event stands for another one that comes stale; a suite tries that other one with a stale stamp.
    package var isStale: Bool { if case .stale = self { true } else { false } }
}

extension Array {
    /// The element at this position; nil where there is none.
    package func element(at position: Int) -> Element? { indices.contains(position) ? self[position] : nil }
}

extension Difference {
    /// The only difference of a flow whose table cannot be read: nothing else can be compared.
    package init(_ fault: Table.Fault) {
        self.init(state: nil, arrival: "the table", expected: "can be read", actual: "\(fault)")
    }

    /// A line of the suite that cannot be read by the table's names and kinds, most likely because the table has no such event.
    package init(unread line: Substring, meaning: Substring, in state: FlowSuite.State) {
        self.init(
            state: state.name, arrival: String(line), expected: String(meaning),
            actual: "nothing: there is no such event")
    }
}
