package import FlowMachine
package import KeywayCore

/// Raw callbacks of one name to try a source's rows on, its witnesses: a row that can read at least one callback of the name reads one
/// of these.
///
/// The callbacks combine the values of each path that the rows' tests or arguments read; a path is the names of fields within fields, as in
/// `response.data.token`. Of values that no row tells apart one is enough; the decoder is run on each value to find which values these are.
package struct CallbackWitnesses {
    let source: Source
    /// The provider's word, which a callback has in the source's `by` field.
    let name: String
    private let enumerations: [Enumeration]
    private let events: [EventSignature]
    /// The paths of a callback that rows of this name read, without the `by` field.
    private(set) var paths: [[String]] = []
    /// For each of `paths` the values to try; nil is a callback that has nothing there.
    private(set) var candidates: [[RawValue?]] = []

    /// The source is one of the machine's: its rows speak of the machine's events and enums by position.
    package init(of name: String, source: Source, machine: Machine) {
        self.source = source
        self.name = name
        enumerations = machine.enumerations
        events = machine.events.map(\.signature)
        var values: [[String]: [RawValue]] = [:]
        for row in rows { collect(row, into: &values) }
        values[[source.by]] = nil
        paths = values.keys.sorted { $0.lexicographicallyPrecedes($1) }
        candidates = paths.map { path in distinct(values[path] ?? [], at: path) }
    }

    /// The rows that read callbacks of this name.
    var rows: [Source.Row] { source.rows.filter { $0.callbackNames.contains(name) } }

    /// How many callbacks `callback(_:)` can give; nil past `Int.max`.
    package var count: Int? { GuardProduct([], candidates.map { $0.map { _ in nil } }).count }

    /// The callback with this number, from 0 to below `count`; the value of the last path changes fastest.
    package func callback(_ number: Int) -> RawValue {
        var rest = number
        var callback = RawValue.object([:])
        for (path, values) in zip(paths, candidates).reversed() {
            let value = values[rest % values.count]
            rest /= values.count
            // An object stays: the values of deeper paths are in it, which were put before.
            if let value { callback.put(value, at: path[...], replacing: .value) }
        }
        callback.put(.text(name), at: [source.by])
        return callback
    }

    /// Adds the values that the row's test and arguments may tell apart, each at its path.
    private mutating func collect(_ row: Source.Row, into values: inout [[String]: [RawValue]]) {
        row.test?.collect(into: &values)
        for (field, alternatives) in zip(events[row.event].fields, row.fields) {
            for case .path(let path) in alternatives {
                values[path, default: []] += field.kind.rawWitnesses(among: enumerations)
            }
        }
    }

    /// The values with three more, an absent one, an empty object and an unknown text; of values that no row tells
    /// apart, only the first.
    private func distinct(_ values: [RawValue], at path: [String]) -> [RawValue?] {
        var seen: Set<[Bool]> = []
        let common: [RawValue?] = [nil, .object([:]), .text("?")]
        return (values.map { $0 } + common).filter { value in
            var callback = RawValue.object([:])
            if let value { callback.put(value, at: path[...]) }
            return seen.insert(answers(of: callback, about: path)).inserted
        }
    }

    /// For each test and each argument of the rows that reads the path, in order, whether it accepts the callback once it has the name.
    private func answers(of unnamed: RawValue, about path: [String]) -> [Bool] {
        var callback = unnamed
        callback.put(.text(name), at: [source.by])
        var answers: [Bool] = []
        for row in rows {
            for question in row.test?.questions(about: path) ?? [] {
                answers.append(reads(callback, if: question, field: nil, from: []))
            }
            for (field, alternatives) in zip(events[row.event].fields, row.fields)
            where alternatives.contains(.path(path)) {
                answers.append(reads(callback, if: nil, field: field, from: path))
            }
        }
        return answers
    }

    /// Asks the real decoder whether one test holds, or whether one field can be read from the path.
    private func reads(_ callback: RawValue, if test: DecoderTest?, field: Field?, from path: [String]) -> Bool {
        var required = field
        // An optional field would be read from anything, as absent.
        required?.isOptional = false
        let event = EventSignature(name: "", origin: .callback, fields: required.map { [$0] } ?? [])
        let row = Source.Row(
            isRetained: false, callbackNames: [name], test: test, event: 0, fields: field == nil ? [] : [[.path(path)]])
        let single = Source(
            name: source.name, typeName: source.typeName, by: source.by, isSingleton: true, rows: [row])
        if case .event = single.decode(callback, events: [event], enumerations: enumerations) { return true }
        return false
    }
}

extension DecoderTest {
    /// Adds the values that the test compares with, and neighbours of them, each at the path that it asks about.
    fileprivate func collect(into values: inout [[String]: [RawValue]]) {
        switch self {
        case .any(let tests), .all(let tests): for test in tests { test.collect(into: &values) }
        case .not(let test): test.collect(into: &values)
        case .present(let path): values[path, default: []].append(.text("?"))
        case .comparison(let path, .equal, let literal), .comparison(let path, .notEqual, let literal):
            values[path, default: []] += literal.rawWitnesses
        case .comparison(let path, _, let literal): values[path, default: []] += literal.rawWitnessesOfOrder
        case .membership(let path, let literals): values[path, default: []] += literals.flatMap(\.rawWitnesses)
        }
    }

    /// The test's parts that ask about the path, a membership as one comparison for each of its values.
    fileprivate func questions(about path: [String]) -> [DecoderTest] {
        switch self {
        case .any(let tests), .all(let tests): tests.flatMap { $0.questions(about: path) }
        case .not(let test): test.questions(about: path)
        case .present(let asked): asked == path ? [self] : []
        case .comparison(let asked, _, _): asked == path ? [self] : []
        case .membership(let asked, let literals):
            asked == path ? literals.map { .comparison(path, .equal, $0) } : []
        }
    }
}
