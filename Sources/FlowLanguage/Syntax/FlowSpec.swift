/// What one file declares, in the order in which it is written.
public struct FlowSpec: Sendable {
    /// What the file's first line says that it is.
    public enum Header: Sendable {
        case flow(name: Name, version: Located<Int>)
        case provider(name: Name, version: Located<String>, source: Name)
    }

    /// The `///` lines before the header, without their slashes.
    public var documentation: [String]
    public var header: Header
    public var elements: [Element]
    /// Every word in text that could not be read, so that no later stage complains that it is not declared.
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

    public var isProvider: Bool {
        if case .provider = header { true } else { false }
    }
}

/// One declaration or item of a file.
public enum Element: Sendable {
    case declaration(Declaration)
    case item(Item)
}
