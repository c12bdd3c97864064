import FlowLanguage
import FlowMachine
import KeywayCore

/// A value that a decoder reads into a field with a class goes into no field of a less strict class, and no test
/// compares it.
///
/// The classes are plain, personal, secret and transient, from the least to the most strict. The resolver checks them for all values
/// inside the flow. But a raw callback has no classes, so that rows could read one path of it into two fields of different classes, be they
/// rows of one source or of several: a callback that one source cannot read is read by the next that has its `by` field.
struct ClassesHoldInDecoders: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.sources.flatMap { source in
            source.source.rows.indices.flatMap { row in problems(of: row, in: source, machine) }
        }
    }

    private func problems(of row: Int, in declared: Machine.Source, _ machine: Machine) -> [Diagnostic] {
        let rows = declared.source.rows
        let places = machine.sources.map(\.source).flatMap { other in
            // What is called one name in one field may be called any in another.
            other.rows.filter { other.by != declared.source.by || $0.sharesName(with: rows[row]) }
        }
        .flatMap { machine.places(filledBy: $0) }
        func strictest(_ path: [String]) -> Field? {
            places.filter { $0.path == path }.map(\.field).max { $0.classification < $1.classification }
        }
        var diagnostics: [Diagnostic] = []
        for (path, field) in machine.places(filledBy: rows[row]) {
            guard let other = strictest(path), other.classification > field.classification else { continue }
            let name = path.joined(separator: ".")
            diagnostics.append(
                .error(
                    at: declared.rowRanges[row],
                    "'\(name)' is read into '\(field.name)', which is \(field.classification.name), and it is \(other.classification.name): "
                        + "'\(other.name)' is read from it as well", code: .classLowered))
        }
        for path in rows[row].test?.comparedPaths ?? [] {
            guard let other = strictest(path), other.classification > .plain else { continue }
            diagnostics.append(
                .error(
                    at: declared.rowRanges[row],
                    "'\(path.joined(separator: "."))' is \(other.classification.name), as '\(other.name)' is read from it, so no test compares it; "
                        + "whether it is present may be asked", code: .classifiedValueSteers))
        }
        return diagnostics
    }
}

extension Machine {
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
