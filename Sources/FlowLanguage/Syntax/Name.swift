/// A word of the spec and where it stands.
public struct Name: Hashable, Sendable {
    public var text: String
    public var range: SourceRange

    public init(_ text: String, at range: SourceRange) {
        self.text = text
        self.range = range
    }
}

/// A value of the spec's text and where it stands.
public struct Located<Content: Sendable>: Sendable {
    public var content: Content
    public var range: SourceRange

    public init(_ content: Content, at range: SourceRange) {
        self.content = content
        self.range = range
    }
}

extension Located: Equatable where Content: Equatable {}
extension Located: Hashable where Content: Hashable {}
