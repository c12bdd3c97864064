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
        guard let status = callback.status else { return "\(name) => CALLBACK" }
        // The log has the number, and not which of the fields that rows compare with numbers had it: a text may be its digits.
        let tests = source.statusPaths(besides: classifiedPaths).map { $0.joined(separator: ".") }.filter { path in
            ["integer", "number", "text"].contains { callback.shape.contains("\(path): \($0)") }
        }.map { "\($0) == \(status)" }
        return "\(name)\(tests.isEmpty ? "" : " when \(tests.joined(separator: " or "))") => CALLBACK"
    }
}
