extension RawValue {
    /// What a value that is put at a path may replace.
    package enum Replaced: Sendable {
        /// Nothing: where something stands at the path, or in the way to it, nothing is put.
        case nothing
        /// What stands at the path, unless it is an object, into which deeper paths lead. Where something is in the way, nothing is put.
        case value
        /// Whatever stands at the path or in the way.
        case everything
    }

    /// Puts a value at the path, or with nil takes away what is there. Objects on the way are made where a value is put.
    ///
    /// In the way stands what is no object, though the path leads through it.
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
        if path.count == 1, let old = members[name], !replaced.includes(old) { return }
        // The object is given up before its members change, so that they need not be copied.
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
    /// Whether this may be replaced where it stands at the path itself.
    fileprivate func includes(_ old: RawValue) -> Bool {
        switch (self, old) {
        case (.nothing, _), (.value, .object): false
        case (.value, _), (.everything, _): true
        }
    }
}
