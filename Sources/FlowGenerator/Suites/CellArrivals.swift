package import FlowMachine
import KeywayCore
import KeywaySuites

/// The arrivals that a cell is tried with: an event with values, and a run with values of its variables.
///
/// Values that guards of the cell's rows and choices read are tried in all combinations, or where these are too many, in those that
/// `TellingCombinations` finds. A value that an assignment only copies is varied by itself.
package struct CellArrivals {
    /// Where all combinations would make more arrivals than this, some are chosen.
    package static let greatestCount = 1 << 16

    private let machine: Machine
    private let event: Int
    private let state: Int
    private let read: ValuesRead
    private let telling: TellingValues

    /// Finds out which values the guards and assignments of the cell read; none where no row decides the cell.
    ///
    /// - Parameter constants: `Machine.constants`, collected once for all cells.
    package init(of event: Int, in state: Int, of machine: Machine, constants: Set<Int64>) {
        self.machine = machine
        self.event = event
        self.state = state
        if case .rows(let rows, _) = machine.decider(of: event, in: state) {
            read = ValuesRead(by: rows, of: machine)
        } else {
            read = ValuesRead(by: [], of: machine)
        }
        telling = TellingValues(for: read.guards, of: event, of: machine, constants: constants)
    }

    /// All arrivals, also those that cannot come: each combination comes with the other variables once at the low ends of their ranges,
    /// once at the high.
    ///
    /// Where all combinations make at most `greatestCount` arrivals, a field on which no guard depends has its first value in all of them.
    /// If an assignment copies the field, each of its other values comes as well, while all other such fields have their first. Of
    /// variables that are copied each value comes too, one variable at a time.
    package var all: ArrivalList {
        let ways = ways
        let limit = Self.greatestCount / (ways.count * UnaskedValues.allCases.count)
        return ArrivalList(ways: ways, groups: countOfAll <= limit ? allGroups : tellingGroups(limit, in: ways[0]))
    }

    /// Those of `all` that can come: a `singleton` source cannot tell attempts apart, so a callback that only such sources make has the stamp
    /// `unknown`, and is never current or stale.
    package var possible: ArrivalList {
        let isStamped = machine.sources.map(\.source).contains { source in
            !source.isSingleton && source.rows.contains { $0.event == event }
        }
        let all = all
        guard machine.events[event].signature.origin == .callback, !isStamped else { return all }
        return ArrivalList(ways: all.ways.filter { $0.stamp == .unknown }, groups: all.groups)
    }

    // MARK: - All combinations

    /// How many combinations `allGroups` has; `greatestCount` where there are more.
    private var countOfAll: Int {
        let fields = machine.events[event].signature.fields
        let carried = fields.filter { read.fields.contains($0.name) }.map { values(of: $0, letter: "b").count }
        let copied = fields.filter { isOnlyCopied($0) }.map { values(of: $0, letter: "b").count - 1 }
        let asked = read.variables.map { valuesOfVariable($0).count }
        let copiedVariables = onlyCopiedVariables.map { valuesOfVariable($0).count }
        let counts = carried + asked + [1 + copied.reduce(0, +), 1 + copiedVariables.reduce(0, +)]
        return counts.reduce(1) { min($0 * $1, Self.greatestCount) }
    }

    private var allGroups: [ArrivalList.Group] {
        let signature = machine.events[event].signature
        var carried = [signature.fields.map { values(of: $0, letter: "b").first ?? nil }]
        for (place, field) in signature.fields.enumerated() where read.fields.contains(field.name) {
            carried = carried.flatMap { values in
                self.values(of: field, letter: "b").map { values.replacing(at: place, with: $0) }
            }
        }
        carried += signature.fields.enumerated().flatMap { [combinations = carried] place, field -> [[Value?]] in
            guard isOnlyCopied(field) else { return [] }
            return self.values(of: field, letter: "b").dropFirst().flatMap { value in
                combinations.map { $0.replacing(at: place, with: value) }
            }
        }
        var asked: [[Int: Value?]] = [[:]]
        for variable in read.variables.sorted() {
            let values = valuesOfVariable(variable)
            asked = asked.flatMap { given in values.map { given.merging([variable: $0]) { $1 } } }
        }
        // An assignment shows only where its source and its target differ. Where all variables have the value at one end of their ranges,
        // source and target are often equal: so each source gets its other values as well.
        asked += onlyCopiedVariables.flatMap { [combinations = asked] variable in
            valuesOfVariable(variable).flatMap { value in combinations.map { $0.merging([variable: value]) { $1 } } }
        }
        return carried.map { [asked] in ArrivalList.Group(carried: $0, asked: asked) }
    }

    // MARK: - Some combinations

    /// At most `limit` groups of one combination each.
    ///
    /// - Parameter way: one of `ways`. Any will do to find them, as no guard asks in which way the event comes.
    private func tellingGroups(_ limit: Int, in way: Event) -> [ArrivalList.Group] {
        let fields = machine.events[event].signature.fields
        let carried = fields.map { field in
            let isRead = read.fields.contains(field.name) || read.copiedFields.contains(field.name)
            return Array(values(of: field, letter: "b").prefix(isRead ? .max : 1))
        }
        let variables = read.variables.sorted() + onlyCopiedVariables
        let initialValues = machine.variables.indices.map { valuesOfVariable($0).first ?? nil }
        func place(of term: Term) -> Int? {
            switch term.content {
            case .field(let name): fields.firstIndex { $0.name == name }
            case .variable(let position): variables.firstIndex(of: position).map { fields.count + $0 }
            case .constant, .absent: nil
            }
        }
        let groups = read.guards.map { Set($0.terms.compactMap(place)).sorted() }
        let combinations = TellingCombinations(
            of: carried + variables.map(valuesOfVariable), asked: groups, limit: limit
        ) { values in
            var (event, valuesOfRun) = (way, initialValues)
            event.fields = Array(values.prefix(fields.count))
            for (variable, value) in zip(variables, values.dropFirst(fields.count)) { valuesOfRun[variable] = value }
            return marks(event, valuesOfRun)
        }
        return combinations.all.map { values in
            ArrivalList.Group(
                carried: Array(values.prefix(fields.count)),
                asked: [Dictionary(uniqueKeysWithValues: zip(variables, values.dropFirst(fields.count)))])
        }
    }

    /// The row that decides, and the branches of choices that are taken.
    private func marks(_ event: Event, _ values: [Value?]) -> Set<Mark> {
        var run = RunState(state: state, values: values)
        if let order = event.answers {
            // The orders of `ways` are those of `BusyRun`, whose index is the position of the effect.
            run.openEffects = [.init(effect: Int(order.index), order: order, limit: BusyRun.now)]
        }
        let result = Interpreter(machine).interpret(&run, event, at: BusyRun.now, sequence: BusyRun.sequence)
        return Set(result.branches.map { .branch($0) } + [.row(result.step.row)])
    }

    private enum Mark: Hashable {
        case row(Int?)
        case branch(Interpretation.Branch)
    }

    // MARK: - Ways and values

    /// The event without its fields in each way in which it can come: a callback with every stamp, a reply to each open order and to a
    /// closed one.
    private var ways: [Event] {
        switch machine.events[event].signature.origin {
        case .callback: return [.unknown, .current, .stale].map { Event(event, stamp: $0) }
        case .reply:
            let effects = machine.effects.indices.filter {
                machine.effects[$0].signature.replies?.events.contains(event) ?? false
            }
            return effects.map { Event(event, answers: BusyRun.order(of: $0)) } + [Event(event)]
        default: return [Event(event)]
        }
    }

    private func isOnlyCopied(_ field: Field) -> Bool {
        read.copiedFields.contains(field.name) && !read.fields.contains(field.name)
    }

    private var onlyCopiedVariables: [Int] { read.copiedVariables.subtracting(read.variables).sorted() }

    private func valuesOfVariable(_ position: Int) -> [Value?] {
        values(of: machine.variables[position].field, letter: "a")
    }

    /// A field's text repeats "b" and a variable's text "a", so that the assignment of a field's text shows.
    private func values(of field: Field, letter: Character) -> [Value?] {
        telling.values(of: field, letter: letter)
    }
}

extension Array {
    fileprivate func replacing(at place: Int, with element: Element) -> [Element] {
        var copy = self
        copy[place] = element
        return copy
    }
}
