extension RawValue {
    /// What a value that is put at a path may replace.
    package enum Replaced: Sendable {
        /// Nothing: where something stands at the path, or blocks it, nothing is put.
        case nothing
        /// What stands at the path, but never an object, since other paths may lead into it. Where something blocks the path, nothing is
        /// put.
        case value
        /// Whatever stands at the path or blocks it.
        case everything
    }

    /// Puts a value at the path, or with nil takes away what is there. Objects that the path leads through are made where they lack.
    ///
    /// A value that is no object blocks every path that leads through it.
    ///
    /// - Parameters:
    ///   - value: the value; nil for none.
    ///   - path: the names of fields within fields; at an empty path nothing is put.
    ///   - replaced: what may be replaced.
    package mutating func put(
        _ value: RawValue?, at path: ArraySlice<String>, replacing replaced: Replaced = .everything
    ) {
        guard let name = path.first else { return }
        var members: [String: RawValue] = [:]
        if case .object(let known) = self {
            members = known
        } else if value == nil || replaced != .everything {
            return
        }
        if path.count == 1, let old = members[name], !replaced.allowsReplacing(old) { return }
        // Without this the object would share its members with `members`, and the change would copy them all.
        self = .null
        if path.count == 1 {
            members[name] = value
        } else {
            if value != nil, members[name] == nil { members[name] = .object([:]) }
            members[name]?.put(value, at: path.dropFirst(), replacing: replaced)
        }
        self = .object(members)
    }
}

extension RawValue.Replaced {
    /// Whether `old` may be replaced, which stands at the path itself.
    fileprivate func allowsReplacing(_ old: RawValue) -> Bool {
        switch (self, old) {
        case (.nothing, _), (.value, .object): false
        case (.value, _), (.everything, _): true
        }
    }
}
