extension RunningFlow {
    /// The part of a retained callback that may be stored outside of memory.
    ///
    /// It has the field that each source names in `by`, the fields that the decoder rows for this callback compare, and the
    /// fields that rows marked `retained` read. A retained row whose event has a personal, secret or transient field adds
    /// the fields that it compares, and none for being read, not even a plain one. A field that rows only ask to be present
    /// may be a secret: `true` or an empty object takes its place.
    ///
    /// - Parameter others: what other flows keep of the same callback; the result has that too.
    package func kept(_ callback: RawValue, besides others: RawValue = .object([:])) -> RawValue {
        var kept = others
        for table in [table] + descendants.map(\.table) {
            for source in table.sources {
                guard let word = callback.value(at: [source.by])?.spelling else { continue }
                kept.copy([source.by], from: callback)
                for row in source.rows where row.callbackNames.contains(word) {
                    for path in row.test?.comparedPaths ?? [] { kept.copy(path, from: callback) }
                    for path in row.test?.presentPaths ?? [] { kept.notePresence(at: path, in: callback) }
                    if row.isRetained, !row.hasClassifiedField(of: table) {
                        for case .path(let path) in row.fields.joined() { kept.copy(path, from: callback) }
                    }
                }
            }
        }
        return kept
    }

    /// Whether a source retains a callback with a value that is not plain, which may not be stored outside of memory.
    package var retainsClassified: Bool {
        ([table] + descendants.map(\.table)).contains { table in
            table.sources.contains { source in
                source.rows.contains { $0.isRetained && $0.hasClassifiedField(of: table) }
            }
        }
    }
}

extension Source.Row {
    fileprivate func hasClassifiedField(of table: Table) -> Bool {
        table.events[event].fields.contains { $0.classification != .plain }
    }
}

extension DecoderTest {
    /// The fields whose values the test compares.
    fileprivate var comparedPaths: [[String]] {
        switch self {
        case .any(let tests), .all(let tests): tests.flatMap(\.comparedPaths)
        case .not(let test): test.comparedPaths
        case .comparison(let path, _, _), .membership(let path, _): [path]
        case .present: []
        }
    }

    /// The fields that the test asks to be present.
    fileprivate var presentPaths: [[String]] {
        switch self {
        case .any(let tests), .all(let tests): tests.flatMap(\.presentPaths)
        case .not(let test): test.presentPaths
        case .present(let path): [path]
        case .comparison, .membership: []
        }
    }
}

extension RawValue {
    /// Copies what stands at the path in another value, if anything does. Of an object no members are copied: an empty object takes its
    /// place, unless this value has something there.
    fileprivate mutating func copy(_ path: [String], from other: RawValue) {
        guard let value = other.value(at: path) else { return }
        if case .object = value { notePresence(at: path, in: other) } else { put(value, at: path[...]) }
    }

    /// Puts `true`, or an empty object for an object, where something stands in another value, unless this value has something there.
    fileprivate mutating func notePresence(at path: [String], in other: RawValue) {
        guard let value = other.value(at: path), self.value(at: path) == nil else { return }
        if case .object = value { put(.object([:]), at: path[...]) } else { put(.bool(true), at: path[...]) }
    }
}
