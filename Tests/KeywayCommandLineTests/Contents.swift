import KeywayCore

extension RawValue {
    /// The members, where it is an object.
    var object: [String: RawValue]? { if case .object(let members) = self { members } else { nil } }

    /// The elements, where it is a list.
    var list: [RawValue]? { if case .list(let elements) = self { elements } else { nil } }

    /// The text, where it is one.
    var text: String? { if case .text(let text) = self { text } else { nil } }
}
