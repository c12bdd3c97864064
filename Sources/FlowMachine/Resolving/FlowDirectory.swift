public import FlowLanguage

/// Where a flow finds the flows that it has as children: a search among files, which this module does not read.
public struct FlowDirectory: Sendable {
    /// What a search for a name came upon.
    public enum Finding: Sendable {
        /// The text of the file that declares the flow, sound or not.
        case text(SourceText)
        /// The search is over, and no file declares the flow.
        case nothing
        /// Nobody has looked.
        case unread
    }

    /// What is known of a name.
    enum Entry: Sendable {
        case flow(Machine.Child.Flow)
        /// Its file has problems of its own, which are told there: nothing is said about its names.
        case unsound
        case unknown
        case unread
    }

    private let find: @Sendable (String) -> Finding

    /// The search is made anew at each use of a name, so it should be quick the second time.
    public init(_ find: @escaping @Sendable (String) -> Finding) {
        self.find = find
    }

    /// Knows nothing, so that nothing is said about children.
    public static let unread = FlowDirectory { _ in .unread }

    /// Whoever asks has made sure that the flow is no part of itself.
    subscript(_ name: String) -> Entry {
        switch find(name) {
        case .text(let source): Entry(readFrom: source, among: self)
        case .nothing: .unknown
        case .unread: .unread
        }
    }

    /// The text that declares a flow, if somebody found it.
    public func text(of name: String) -> SourceText? {
        if case .text(let source) = find(name) { source } else { nil }
    }

    /// The names on a way from one flow through its children to another, both included; nil where none leads there.
    func way(from name: String, to other: String) -> [String]? {
        var seen: Set<String> = []
        return way(from: name, to: other, avoiding: &seen)
    }

    private func way(from name: String, to other: String, avoiding seen: inout Set<String>) -> [String]? {
        if name == other { return [name] }
        guard seen.insert(name).inserted, let source = text(of: name), let spec = parse(source).spec else { return nil }
        for child in spec.childFlows {
            if let way = way(from: child, to: other, avoiding: &seen) { return [name] + way }
        }
        return nil
    }
}

extension FlowDirectory.Entry {
    /// The flow that a text declares, as a parent sees it.
    fileprivate init(readFrom source: SourceText, among flows: FlowDirectory) {
        let parsed = parse(source)
        guard let spec = parsed.spec, !parsed.diagnostics.contains(where: { $0.severity == .error }) else {
            self = .unsound
            return
        }
        let resolution = resolve(spec, in: source, among: flows)
        guard let machine = resolution.machine, !resolution.diagnostics.contains(where: { $0.severity == .error })
        else {
            self = .unsound
            return
        }
        self = .flow(Machine.Child.Flow(machine: machine, source: source))
    }
}

extension FlowSpec {
    /// The flows that the file has as children, in order.
    var childFlows: [String] {
        elements.flatMap { element -> [String] in
            if case .item(let item) = element { item.childFlows } else { [] }
        }
    }
}

extension Item {
    fileprivate var childFlows: [String] {
        switch self {
        case .child(_, let flow): [flow.text]
        case .group(let group): group.items.flatMap(\.childFlows)
        case .state(let state): state.items.flatMap(\.childFlows)
        case .choice, .timer, .lane, .enter, .row, .hold, .after, .within, .model: []
        }
    }
}
