extension RawValue {
    /// Puts a value at the path. Objects on the way are made, and any other value that stands there is replaced.
    package mutating func put(_ value: RawValue, at path: ArraySlice<String>) {
        guard let name = path.first else {
            self = value
            return
        }
        var members: [String: RawValue] = [:]
        if case .object(let known) = self { members = known }
        var member = members[name] ?? .object([:])
        member.put(value, at: path.dropFirst())
        members[name] = member
        self = .object(members)
    }
}
