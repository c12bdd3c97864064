extension SwiftText {
    /// A function, initialiser or subscript that importers of its module see.
    struct PublicFunction {
        /// Counted from 1.
        var line: Int
        /// From `func`, `init` or `subscript` to the end of its parameters, in one line.
        ///
        /// A requirement and what meets it have the same.
        var head: String
        /// The names by which its body has its parameters.
        var parameters: [String]
        /// The lines of its comment without their slashes; none where it has no comment.
        var comment: [Substring]
        /// Whether it is a requirement of a protocol.
        var isRequirement: Bool
    }

    /// The functions that say `public` themselves, and the requirements of public protocols.
    var publicFunctions: [PublicFunction] {
        let declaration =
            /^( *)(?:@\w+(?:\([^)]*\))? )*((?:[a-z]+(?:\(\w+\))? )*?)(struct|enum|class|actor|protocol|extension|func|init|subscript)\b/
        var around: [(indent: Int, isPublicProtocol: Bool)] = []
        var comment: [Substring] = []
        var found: [PublicFunction] = []
        for (number, line) in lines.enumerated() {
            let bare = line.drop { $0 == " " }
            if bare.hasPrefix("///") {
                comment.append(bare.dropFirst(3))
                continue
            }
            guard let match = line.prefixMatch(of: declaration)?.output else {
                // An attribute may stand between a comment and its declaration.
                if !bare.hasPrefix("@") { comment = [] }
                continue
            }
            defer { comment = [] }
            let indent = match.1.count
            let isPublic = match.2.split(separator: " ").contains("public")
            // swift-format indents what a type declares.
            around.removeAll { $0.indent >= indent }
            guard ["func", "init", "subscript"].contains(match.3) else {
                around.append((indent: indent, isPublicProtocol: isPublic && match.3 == "protocol"))
                continue
            }
            let isRequirement = around.last?.isPublicProtocol ?? false
            guard isPublic || isRequirement else { continue }
            let text: [Substring] = [line[match.3.startIndex...]] + lines[(number + 1)...].prefix(19)
            found.append(
                PublicFunction(
                    line: number + 1, head: Self.head(ofDeclarationIn: text),
                    parameters: Self.parameters(ofDeclarationIn: text[...]), comment: comment,
                    isRequirement: isRequirement))
        }
        return found
    }

    /// The public functions with parameters that no list of their comments has, with these parameters.
    ///
    /// A list may be missing where others speak of the parameters:
    /// - at a function without a comment, or with the comment `Does nothing.`, that meets a requirement;
    /// - at an initialiser without a comment whose parameters all have the name of a property with a comment.
    ///
    /// - Parameters:
    ///   - requirements: the heads of the requirements that all files have.
    ///   - exceptions: how the heads begin that need no list either.
    func unlistedParameters(inheriting requirements: Set<String>, except exceptions: [String]) -> [String] {
        let properties = documentedProperties
        var unlisted: [String] = []
        for function in publicFunctions {
            let missing = Set(function.parameters).subtracting(Self.documentedParameters(in: function.comment))
            if missing.isEmpty || exceptions.contains(where: { function.head.hasPrefix($0) }) { continue }
            let saysNothing = function.comment.isEmpty || function.comment == [" Does nothing."]
            if saysNothing, !function.isRequirement, requirements.contains(function.head) { continue }
            let fillsProperties = function.head.hasPrefix("init") && missing.isSubset(of: properties)
            if function.comment.isEmpty, fillsProperties { continue }
            unlisted.append("\(path):\(function.line): \(missing.sorted().joined(separator: ", "))")
        }
        return unlisted
    }

    /// The names of the properties that have a comment.
    private var documentedProperties: Set<String> {
        let property = /\s*(?:@\w+ )*(?:[a-z]+(?:\(\w+\))? )*(?:var|let) (\w+)/
        var names: Set<String> = []
        var isDocumented = false
        for line in lines {
            if isDocumented, let found = line.prefixMatch(of: property) { names.insert(String(found.output.1)) }
            isDocumented = line.drop { $0 == " " }.hasPrefix("///")
        }
        return names
    }

    /// The declaration up to the end of its parameters, with one space between two words.
    private static func head(ofDeclarationIn lines: [Substring]) -> String {
        let words = lines.joined(separator: " ").split(separator: " ")
        let text = words.joined(separator: " ").replacing("( ", with: "(").replacing(" )", with: ")")
        var depth = 0
        for place in text.indices {
            if text[place] == "(" { depth += 1 }
            guard text[place] == ")" else { continue }
            depth -= 1
            if depth == 0 { return String(text[...place]) }
        }
        return text
    }
}
