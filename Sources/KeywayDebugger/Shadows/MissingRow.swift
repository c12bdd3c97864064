import KeywayCore

extension RunningFlow {
    /// This flow and its sub-flows.
    private var family: [RunningFlow] { [self] + descendants }

    /// The decoder row that would read the callback: `NAME when statusCode == 403 => CALLBACK`; nil where no source could.
    func row(for callback: RawValue.Unread) -> String? {
        guard let name = callback.name,
            let source = family.lazy.flatMap(\.table.sources).first(where: { callback.shape.contains("\($0.by): text") }
            )
        else { return nil }
        let path = source.statusPaths.first { path in
            callback.shape.contains { $0.hasPrefix(path.joined(separator: ".") + ": ") }
        }
        let test = callback.status.flatMap { status in path.map { " when \($0.joined(separator: ".")) == \(status)" } }
        return "\(name)\(test ?? "") => CALLBACK"
    }
}
