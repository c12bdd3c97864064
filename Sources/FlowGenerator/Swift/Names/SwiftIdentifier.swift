/// How names of a spec are written in Swift.
enum SwiftIdentifier {
    /// The name as a declaration writes it: a keyword in backticks.
    static func escaped(_ name: String) -> String { SwiftNames.keywords.contains(name) ? "`\(name)`" : name }

    /// The name of a nested type, in backticks also where Swift would read a word before a type, as in `any`.
    static func type(_ name: String) -> String {
        ["any", "each", "some"].contains(name) ? "`\(name)`" : escaped(name)
    }

    /// The name with a dot before it, as a member: there only a few words need backticks.
    static func member(_ name: String) -> String {
        ["init", "self", "Type", "Protocol"].contains(name) ? ".`\(name)`" : ".\(name)"
    }

    /// The name as a parameter's label: there only a few words need backticks.
    static func label(_ name: String) -> String { ["inout", "let", "var"].contains(name) ? "`\(name)`" : name }

    /// The type that holds the answers to an effect.
    static func replyType(of effect: String) -> String { OneWord.capitalized(effect) + "Reply" }
}
