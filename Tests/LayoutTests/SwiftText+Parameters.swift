extension SwiftText {
    /// The declarations whose comment names a parameter that they do not have, or, of a public one, some and not all.
    ///
    /// Of public declarations DocC says the same, late and only where it is installed. Comments inside a module may name
    /// only the parameters that need a word.
    var wrongParameterLists: [String] {
        let declaration = /^\s*(?:[\w@]+(?:\([\w ,:]*\))? )*(?:func|init|subscript)\b/
        let isPublic = /\bpublic\b/
        var wrong: [String] = []
        var comment: [Substring] = []
        for (number, line) in lines.enumerated() {
            let bare = line.drop { $0 == " " }
            if bare.hasPrefix("///") {
                comment.append(bare.dropFirst(3))
            } else if !comment.isEmpty {
                // An attribute may stand between a comment and its declaration.
                if bare.hasPrefix("@"), !line.contains(declaration) { continue }
                let documented = Self.documentedParameters(in: comment)
                let quoted = Self.quotedItems(in: comment)
                if !documented.isEmpty || !quoted.isEmpty,
                    let keywordEnd = line.firstMatch(of: declaration)?.range.upperBound
                {
                    // A modifier before the keyword may have parentheses of its own.
                    let text: [Substring] = [line[keywordEnd...]] + lines[(number + 1)...].prefix(19)
                    let declared = Self.parameters(ofDeclarationIn: text[...])
                    // Only a list of parameters has to be whole.
                    let isWhole = documented.isEmpty || !line.contains(isPublic)
                    let missing = isWhole ? [] : Set(declared).subtracting(documented)
                    let odd = missing.union(Set(documented).subtracting(declared)).union(quoted.intersection(declared))
                    if !odd.isEmpty {
                        wrong.append("\(path):\(number + 1): \(odd.sorted().joined(separator: ", "))")
                    }
                }
                comment = []
            }
        }
        return wrong
    }

    /// The names in the list of parameters of one comment.
    static func documentedParameters(in comment: [Substring]) -> [String] {
        let alone = /^ - Parameter (\w+):/
        let item = /^   - (\w+):/
        var names: [String] = []
        var isInList = false
        for line in comment {
            if let found = line.prefixMatch(of: alone) { names.append(String(found.output.1)) }
            if line.hasPrefix(" - ") { isInList = line.hasPrefix(" - Parameters:") }
            if isInList, let found = line.prefixMatch(of: item) { names.append(String(found.output.1)) }
        }
        return names
    }

    /// The names that items of a plain list begin with; where they are parameters, quick help does not show them as such.
    private static func quotedItems(in comment: [Substring]) -> Set<String> {
        let item = /^ +- `(\w+)`:/
        return Set(comment.compactMap { $0.prefixMatch(of: item).map { String($0.output.1) } })
    }

    /// The names by which the body of a function has its parameters.
    static func parameters(ofDeclarationIn lines: ArraySlice<Substring>) -> [String] {
        var names: [String] = []
        var depth = 0
        var generics = 0
        var latest = ""
        var awaitsColon = true
        for character in lines.prefix(20).joined(separator: "\n") {
            switch character {
            case "<" where depth == 0: generics += 1
            case ">" where depth == 0: generics -= 1
            case "(" where generics == 0, "[", "{": depth += 1
            case ")" where generics == 0, "]", "}":
                depth -= 1
                if depth == 0 { return names }
            case ":" where depth == 1 && awaitsColon:
                names.append(latest.split(separator: " ").last.map(String.init) ?? "")
                awaitsColon = false
            case "," where depth == 1:
                awaitsColon = true
                latest = ""
            default: break
            }
            if depth == 1, character.isLetter || character.isNumber || character == "_" || character == " " {
                latest.append(character)
            }
        }
        return names
    }
}
