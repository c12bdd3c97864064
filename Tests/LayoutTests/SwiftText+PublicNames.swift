extension SwiftText {
    /// What the file declares `public`, each with the names of the types around it: `Table.Row.index`. A member is listed only if it
    /// says `public` itself, so the requirements of a protocol and the cases of an enum are not.
    var publicNames: [String] {
        let declaration =
            /^( *)(?:@\w+(?:\([^)]*\))? )*((?:[a-z]+(?:\(\w+\))? )*?)(struct|enum|class|actor|protocol|extension|func|var|let|init|subscript|typealias|associatedtype|macro)\b\?? ?([\w.`]+|\[[\w.]+\]|[^\w\s(]+)?/
        var around: [(indent: Int, name: String)] = []
        var found: [String] = []
        for match in lines.compactMap({ $0.firstMatch(of: declaration)?.output }) {
            let (indent, keyword) = (match.1.count, match.3)
            let name = keyword == "init" || keyword == "subscript" ? String(keyword) : String(match.4 ?? "")
            // swift-format indents what a type declares.
            around.removeAll { $0.indent >= indent }
            if match.2.split(separator: " ").contains("public") {
                found.append((around.map(\.name) + [name]).joined(separator: "."))
            }
            if ["struct", "enum", "class", "actor", "protocol", "extension"].contains(keyword) {
                around.append((indent, name))
            }
        }
        return found
    }

    /// What an importer of the file's module sees of others: a whole module, or one name of it.
    var exports: [(module: String, name: String?)] {
        let export = /^@_exported public import (?:\w+ )?(\w+)(?:\.(\w+))?$/
        return lines.compactMap { $0.firstMatch(of: export)?.output }.map { (String($0.1), $0.2.map(String.init)) }
    }
}
