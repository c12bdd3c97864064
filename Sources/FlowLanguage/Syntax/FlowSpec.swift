/// What one file declares, in the order in which it is written.
public struct FlowSpec: Sendable {
    /// What the file's first line says that it is.
    public enum Header: Sendable {
        /// `flow Name version 1`; a version that cannot be read counts as 1.
        case flow(name: Name, version: Located<Int>)
        /// `provider Name version "2.3.2" for source`: what one version of an SDK may say to that source.
        ///
        /// The source is nil for an SDK that only answers calls.
        case provider(name: Name, version: Located<String>, source: Name?)
    }

    /// The `///` lines before the header, without their slashes.
    public var documentation: [String]
    /// The first line: a flow and a provider's model may have different declarations and rows.
    public var header: Header
    /// The elements that could be read; declarations that stand in a scope by mistake come last.
    public var elements: [Element]
    /// Every name in text that could not be read, and `within` where that word stands in such text: what has the name may be declared or
    /// used there, and the deadline may be set there, so no later stage reports it as unknown, unused or missing.
    public var unreadWords: Set<String>

    public init(documentation: [String], header: Header, elements: [Element], unreadWords: Set<String> = []) {
        self.documentation = documentation
        self.header = header
        self.elements = elements
        self.unreadWords = unreadWords
    }

    /// The flow's or provider's name.
    public var name: Name {
        switch header {
        case .flow(let name, _), .provider(let name, _, _): name
        }
    }

    /// Whether the file declares a provider's model, and so no flow.
    public var isProvider: Bool {
        if case .provider = header { true } else { false }
    }
}

/// One declaration or item of a file.
public enum Element: Sendable {
    /// A declaration, which belongs to the whole file.
    case declaration(Declaration)
    /// An item of the outermost scope, which is the file.
    case item(Item)
}
