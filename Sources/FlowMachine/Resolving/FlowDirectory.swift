public import FlowLanguage

/// Finds the flows that a flow runs as children, by a search that the caller gives, because this module reads no files.
public struct FlowDirectory: Sendable {
    /// What a search for a flow's name found.
    public enum Finding: Sendable {
        /// The text of the file that declares the flow; it may have errors.
        case text(SourceText)
        /// The search is over, and no file declares the flow; the text says where was searched, behind "there is no flow 'Door'".
        case absent(String)
        /// No search was made, so nothing is reported about the flow.
        case notSearched

        /// No file declares the flow; the text names the places where the command `keyway` searches.
        public static var nothing: Finding { .absent("among the given files and in the nearest Specs") }
    }

    /// What is known of a child's flow, for the resolver of its parent.
    enum Entry: Sendable {
        /// The flow, resolved without an error.
        case flow(Machine.Child.Flow)
        /// The flow's file has errors, which are reported there: the parent reports nothing about the flow's names.
        case unsound
        /// No file declares the flow, which the parent reports with the words of the search.
        case unknown(String)
        /// No search was made, so the parent reports nothing.
        case notSearched
    }

    private let find: @Sendable (String) -> Finding

    /// Takes the search that finds flows.
    ///
    /// - Parameter find: looks for the flow of a name. It may be called several times for one name, so it should be
    ///   quick after the first time.
    public init(_ find: @escaping @Sendable (String) -> Finding) {
        self.find = find
    }

    /// A directory that searches nowhere, so that nothing is reported about children.
    public static let notSearched = FlowDirectory { _ in .notSearched }

    /// What is known of the flow of this name, which is read and resolved with its own children.
    ///
    /// The caller has made sure that the flow is no part of itself; otherwise reading it would never end.
    subscript(_ name: String) -> Entry {
        switch find(name) {
        case .text(let source): Entry(readFrom: source, among: self)
        case .absent(let place): .unknown(place)
        case .notSearched: .notSearched
        }
    }

    /// The text that declares a flow; nil where no search was made, or no file declares the flow.
    ///
    /// - Parameter name: the flow's name, as a spec spells it.
    public func text(of name: String) -> SourceText? {
        if case .text(let source) = find(name) { source } else { nil }
    }

    /// The names of flows on the way from one flow to another, both included: each next flow is a child of the one before.
    ///
    /// One name where both are one flow; nil where the first flow does not run the second as a child at any depth.
    func way(from name: String, to other: String) -> [String]? {
        var seen: Set<String> = []
        return way(from: name, to: other, avoiding: &seen)
    }

    /// The way, without the flows in `seen`, which were looked into before; nil where there is none.
    private func way(from name: String, to other: String, avoiding seen: inout Set<String>) -> [String]? {
        if name == other { return [name] }
        guard seen.insert(name).inserted, let source = text(of: name), let spec = parse(source).spec else { return nil }
        for child in spec.childFlows {
            if let way = way(from: child.text, to: other, avoiding: &seen) { return [name] + way }
        }
        return nil
    }
}

extension FlowDirectory.Entry {
    /// Reads and resolves the flow that a text declares.
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
    /// The names of the flows that the file runs as children, in its order; a flow that two children run is listed twice.
    package var childFlows: [Name] {
        elements.flatMap { element -> [Name] in
            if case .item(let item) = element { item.childFlows } else { [] }
        }
    }
}

extension Item {
    fileprivate var childFlows: [Name] {
        switch self {
        case .child(_, let flow, _, _): [flow]
        case .group(let group): group.items.flatMap(\.childFlows)
        case .state(let state): state.items.flatMap(\.childFlows)
        case .choice, .timer, .lane, .enter, .row, .hold, .after, .within, .model: []
        }
    }
}
