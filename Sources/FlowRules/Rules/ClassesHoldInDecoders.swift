import FlowLanguage
import FlowMachine
import KeywayCore

/// A value that a decoder reads into a field with a class goes into no field of a less strict class, no test compares it, and no source
/// has it as its `by` field, which is the callback's name.
///
/// The classes are plain, personal, secret and transient, from the least to the most strict. The resolver checks them for all values
/// inside the flow. But a raw callback has no classes, so that rows could read one path of it into two fields of different classes, be they
/// rows of one source or of several: a callback that one source cannot read is read by the next that has its `by` field, and one that a
/// sub-flow reads while it runs is read by the flow around it before and by another sub-flow later (rule 20).
struct ClassesHoldInDecoders: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        let readers = machine.readers
        return readers.flatMap { reader -> [Diagnostic] in
            // The sources of one sub-flow are held against each other when the sub-flow's own file is checked.
            let others = reader.child.map { own in readers.filter { $0.child != own } } ?? readers
            return reader.source.rows.indices.flatMap { row in
                problems(of: row, in: reader, among: others, machine)
                    + names(readBy: row, in: reader, among: others, machine)
            }
        }
    }

    /// A diagnostic for each classified field that the row reads from the `by` field of a source.
    ///
    /// Every row of that source compares the value of the `by` field, and of a callback that no row reads the log keeps this value, as the
    /// callback's name.
    private func names(
        readBy row: Int, in reader: Reader, among others: [Reader], _ machine: Machine
    ) -> [Diagnostic] {
        reader.machine.places(filledBy: reader.source.rows[row]).compactMap { path, field in
            guard field.classification > .plain, let other = others.first(where: { [$0.source.by] == path }) else {
                return nil
            }
            return .error(
                at: reader.range(of: row, in: machine),
                "'\(other.source.by)' is \(field.classification.name), as \(reader.words(for: field)) is read from it, so no source is by "
                    + "it: '\(other.source.name)'\(other.owner(besides: reader)) takes it as the callback's name, which the log keeps",
                code: .classifiedValueSteers)
        }
    }

    /// A diagnostic for each path that the row reads into a field of too low a class, and for each classified path that its test compares.
    private func problems(
        of row: Int, in reader: Reader, among others: [Reader], _ machine: Machine
    ) -> [Diagnostic] {
        let reading = reader.source.rows[row]
        let places = others.flatMap { other in
            // Two rows that take the callback's name from the same field read the same callbacks only if they share a name. Where they take
            // it from two fields, one callback may have any two names.
            other.source.rows.filter { other.source.by != reader.source.by || $0.sharesName(with: reading) }
                .flatMap { other.machine.places(filledBy: $0) }
                .map { (path: $0.path, field: $0.field, reader: other) }
        }
        func strictest(_ path: [String]) -> (field: Field, words: String)? {
            places.filter { $0.path == path }.max { $0.field.classification < $1.field.classification }
                .map { ($0.field, "'\($0.field.name)'" + $0.reader.owner(besides: reader)) }
        }
        let range = reader.range(of: row, in: machine)
        var diagnostics: [Diagnostic] = []
        for (path, field) in reader.machine.places(filledBy: reading) {
            guard let (other, words) = strictest(path), other.classification > field.classification else { continue }
            let name = path.joined(separator: ".")
            let place = reader.words(for: field)
            diagnostics.append(
                .error(
                    at: range,
                    "'\(name)' is read into \(place), which is \(field.classification.name), and it is \(other.classification.name): "
                        + "\(words) is read from it as well", code: .classLowered))
        }
        for path in reading.test?.comparedPaths ?? [] {
            guard let (other, words) = strictest(path), other.classification > .plain else { continue }
            let test = reader.child == nil ? "no test" : "no test of '\(reader.machine.name.text)'"
            diagnostics.append(
                .error(
                    at: range,
                    "'\(path.joined(separator: "."))' is \(other.classification.name), as \(words) is read from it, so \(test) compares it; "
                        + "whether it is present may be asked", code: .classifiedValueSteers))
        }
        return diagnostics
    }
}

/// A source that may read the callbacks of a run: the flow's own, or one of a sub-flow at any depth.
private struct Reader {
    var source: KeywayCore.Source
    /// For each row of the source, where it stands in the text of `machine`.
    var rowRanges: [SourceRange]
    /// The flow that declares the source.
    var machine: Machine
    /// The sub-flow of the checked flow in which the source is, by its position; nil for the flow's own.
    var child: Int?

    /// The place at which a problem with the row is reported: the row or, for a row of a sub-flow, the sub-flow's name.
    func range(of row: Int, in checked: Machine) -> SourceRange {
        child.map { checked.children[$0].name.range } ?? rowRanges[row]
    }

    /// How a message calls a field that the source fills.
    func words(for field: Field) -> String {
        "'\(field.name)'" + (child == nil ? "" : " of '\(machine.name.text)'")
    }

    /// Whose fields the source fills, for a message about another reader: nothing for a source of the same flow.
    func owner(besides other: Reader) -> String {
        machine.name.text == other.machine.name.text ? "" : " of '\(machine.name.text)'"
    }
}

extension Machine {
    /// The sources of the flow, and behind them those of its sub-flows at any depth.
    fileprivate var readers: [Reader] {
        var readers = readers(in: nil)
        for (position, child) in children.enumerated() {
            var open = [child.flow?.machine].compactMap { $0 }
            while let flow = open.popLast() {
                readers += flow.readers(in: position)
                open += flow.children.compactMap { $0.flow?.machine }
            }
        }
        return readers
    }

    private func readers(in child: Int?) -> [Reader] {
        sources.map { Reader(source: $0.source, rowRanges: $0.rowRanges, machine: self, child: child) }
    }

    /// Which paths of a raw callback the row reads into which fields.
    fileprivate func places(filledBy row: KeywayCore.Source.Row) -> [(path: [String], field: Field)] {
        zip(events[row.event].signature.fields, row.fields).flatMap { field, alternatives in
            alternatives.compactMap { alternative in
                if case .path(let path) = alternative { (path, field) } else { nil }
            }
        }
    }
}

extension KeywayCore.Source.Row {
    /// Whether both rows may read the same callback, as far as its name goes.
    fileprivate func sharesName(with other: KeywayCore.Source.Row) -> Bool {
        callbackNames.contains { other.callbackNames.contains($0) }
    }
}

extension DecoderTest {
    /// The paths whose values the test compares.
    fileprivate var comparedPaths: [[String]] {
        switch self {
        case .any(let parts), .all(let parts): parts.flatMap(\.comparedPaths)
        case .not(let part): part.comparedPaths
        case .comparison(let path, _, _), .membership(let path, _): [path]
        case .present: []
        }
    }
}
