extension SwiftText {
    /// What stands between a line's beginning and its keyword.
    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "private(set)", "package(set)", "final", "indirect",
        "static", "nonisolated", "mutating", "consuming", "borrowing", "override", "convenience", "required", "lazy",
        "weak", "prefix", "postfix", "infix", "unsafe", "dynamic", "isolated", "distributed",
    ]
    private static let types: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "extension"]
    private static let members: Set<Substring> = [
        "func", "var", "let", "init", "subscript", "typealias", "associatedtype", "macro",
    ]

    /// What the file declares `public`, each by the types around it and its name: `Table.Row.index`. Of a public type's members only
    /// those that say `public` themselves; a protocol's and an enum's own go with it.
    var publicNames: [String] {
        var around: [(indent: Int, name: String)] = []
        var found: [String] = []
        for line in lines {
            let indent = line.prefix { $0 == " " }.count
            let words = line.split(separator: " ").drop {
                $0.hasPrefix("@") || $0.hasSuffix(")") && $0 != "private(set)" && $0 != "package(set)"
            }
            let modifiers = words.prefix { Self.modifiers.contains($0) }
            guard let keyword = words.dropFirst(modifiers.count).first else { continue }
            let isInit = keyword.hasPrefix("init(") || keyword.hasPrefix("init?(") || keyword.hasPrefix("init<")
            let isSubscript = keyword.hasPrefix("subscript(") || keyword.hasPrefix("subscript<")
            let word = isInit ? "init" : isSubscript ? "subscript" : keyword
            guard Self.types.contains(word) || Self.members.contains(word) else { continue }
            let rest = words.dropFirst(modifiers.count + 1).first ?? ""
            let name =
                isInit || isSubscript
                ? String(word)
                : String(
                    rest.prefix { $0 != "(" && $0 != ":" && $0 != "<" && $0 != "," || rest.first == $0 && !$0.isLetter }
                )
            around.removeAll { $0.indent >= indent }
            let path = (around.map(\.name) + [name]).joined(separator: ".")
            if modifiers.contains("public"), word != "extension" { found.append(path) }
            if Self.types.contains(word) { around.append((indent, name)) }
        }
        return found
    }
}
