/// A word of the spec and where it stands.
public struct Name: Hashable, Sendable {
    /// The word as it is spelled; of a provider's word in quotes, what stands between the quotes.
    public var text: String
    /// Where the word stands, with its quotes if it has any.
    public var range: SourceRange

    public init(_ text: String, at range: SourceRange) {
        self.text = text
        self.range = range
    }
}

/// A value of the spec's text and where it stands.
public struct Located<Content: Sendable>: Sendable {
    /// The value; a duration is in milliseconds.
    public var content: Content
    /// The text that the value was read from; empty where the text was missing and a value was assumed.
    public var range: SourceRange

    public init(_ content: Content, at range: SourceRange) {
        self.content = content
        self.range = range
    }
}

extension Located: Equatable where Content: Equatable {}
extension Located: Hashable where Content: Hashable {}
