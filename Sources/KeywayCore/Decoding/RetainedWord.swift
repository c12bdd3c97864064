extension RunningFlow {
    /// The part of a retained callback that may be stored outside of memory.
    ///
    /// It has the sources' `by` fields, the fields that the decoder rows for its name test, and the fields that
    /// retained rows read. A retained row with a personal, secret or transient field adds nothing.
    package func kept(_ callback: RawValue) -> RawValue {
        var kept = RawValue.object([:])
        for table in [table] + descendants.map(\.table) {
            for source in table.sources {
                guard let word = callback.value(at: [source.by])?.spelling else { continue }
                kept.copy([source.by], from: callback)
                for row in source.rows where row.callbackNames.contains(word) {
                    for path in row.test?.paths ?? [] { kept.copy(path, from: callback) }
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
    /// Where the test looks.
    fileprivate var paths: [[String]] {
        switch self {
        case .any(let tests), .all(let tests): tests.flatMap(\.paths)
        case .not(let test): test.paths
        case .present(let path), .comparison(let path, _, _), .membership(let path, _): [path]
        }
    }
}

extension RawValue {
    /// Takes over what stands at the path in another value, if anything does.
    fileprivate mutating func copy(_ path: [String], from other: RawValue) {
        guard let value = other.value(at: path) else { return }
        place(value, at: path[...])
    }

    private mutating func place(_ value: RawValue, at path: ArraySlice<String>) {
        guard let name = path.first else {
            self = value
            return
        }
        var members: [String: RawValue] = [:]
        if case .object(let known) = self { members = known }
        var member = members[name] ?? .object([:])
        member.place(value, at: path.dropFirst())
        members[name] = member
        self = .object(members)
    }
}
