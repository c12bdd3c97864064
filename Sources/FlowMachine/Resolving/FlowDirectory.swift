public import FlowLanguage

/// Where a flow finds the flows that it has as children: a search among files, which this module does not read.
public struct FlowDirectory: Sendable {
    /// What is known of a name.
    public enum Entry: Sendable {
        case flow(Machine)
        /// Its file has problems of its own, which are told there: nothing is said about its names.
        case unsound
        case unknown
        /// Nobody has looked.
        case unread
    }

    private let find: @Sendable (String) -> Entry

    public init(_ find: @escaping @Sendable (String) -> Entry) {
        self.find = find
    }

    /// Knows nothing, so that nothing is said about children.
    public static let unread = FlowDirectory { _ in .unread }

    public subscript(_ name: String) -> Entry { find(name) }
}

extension FlowDirectory.Entry {
    /// The flow that a text declares, as a parent sees it.
    public init(readFrom source: SourceText) {
        let parsed = parse(source)
        guard let spec = parsed.spec, !parsed.diagnostics.contains(where: { $0.severity == .error }) else {
            self = .unsound
            return
        }
        let resolution = resolve(spec, in: source)
        guard let machine = resolution.machine, !resolution.diagnostics.contains(where: { $0.severity == .error })
        else {
            self = .unsound
            return
        }
        self = .flow(machine)
    }
}
