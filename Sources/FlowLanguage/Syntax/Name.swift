/// A word of the spec and where it stands.
public struct Name: Hashable, Sendable {
    /// As it is spelled; where the provider's own word stands in quotes, what is between them.
    public var text: String
    /// Of a word in quotes, with these.
    public var range: SourceRange

    public init(_ text: String, at range: SourceRange) {
        self.text = text
        self.range = range
    }
}

/// A value of the spec's text and where it stands.
public struct Located<Content: Sendable>: Sendable {
    /// A duration is in milliseconds.
    public var content: Content
    /// What it was read from; empty where it was missing and something else was assumed.
    public var range: SourceRange

    public init(_ content: Content, at range: SourceRange) {
        self.content = content
        self.range = range
    }
}

extension Located: Equatable where Content: Equatable {}
extension Located: Hashable where Content: Hashable {}
