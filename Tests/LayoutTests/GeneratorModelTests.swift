import Testing

/// A generator for another language builds on the model, so nothing of Swift is in it.
@Suite("What generators of all languages share")
struct GeneratorModelTests {
    /// Where the files name one of the types, or Swift, or have code of Swift in a string literal.
    private func mistakes(in files: [SwiftText], beside foreign: Set<String>) -> [String] {
        let word = /\w+/
        let code =
            /\b(?:func|let|var|struct|enum|switch|public|nil|self|Int|String|Bool)\b|\bcase \.|\w\(\w*:|\?\?|->|\) \{/
        return files.flatMap { file in
            file.lines.enumerated().flatMap { number, line -> [String] in
                let bare = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
                let foreigners = bare.matches(of: word).map { String($0.output) }.filter { foreign.contains($0) }
                let swift = line.contains("Swift") ? ["Swift"] : []
                let texts = bare.texts.filter { $0.firstMatch(of: code) != nil }
                return (foreigners + swift + texts).map { "\(file.path):\(number + 1): \($0)" }
            }
        }
    }

    @Test("The model names no type of the code that writes Swift, and its string literals hold no Swift")
    func model() throws {
        let model = try Repository.files(in: "Sources/FlowGenerator/Model")
        #expect(model.count > 5)
        let writer = Set(try Repository.files(in: "Sources/FlowGenerator/Swift").flatMap(\.types))
        #expect(writer.contains("SwiftIdentifier") && writer.contains("SourceWriter"))
        #expect(mistakes(in: model, beside: writer) == [])
    }

    @Test("A type of that code, a literal with Swift in it and the word 'Swift' are found")
    func planted() {
        let file = SwiftText(
            path: "Model.swift",
            text: #"""
                /// As Swift has it.
                let member = Vocabulary.member(name)
                let text = "let \(name) = nil"
                let fine = "Leads to `\(names.joined(separator: ", "))`."
                let call = "order(effect: x)"
                """#)
        #expect(
            mistakes(in: [file], beside: ["Vocabulary"]) == [
                "Model.swift:1: Swift", "Model.swift:2: Vocabulary", "Model.swift:3: let  = nil",
                "Model.swift:5: order(effect: x)",
            ])
    }
}

extension Substring {
    /// The string literals of the line of code, without their interpolations.
    fileprivate var texts: [String] {
        var (texts, open, parentheses, isEscaped): ([String], [String], [Int], Bool) = ([], [], [], false)
        for character in self {
            let isInText = open.count > parentheses.count
            switch character {
            case "(" where isInText && isEscaped: parentheses.append(0)
            case "\\" where isInText && !isEscaped:
                isEscaped = true
                continue
            case "\"" where isInText && !isEscaped: texts.append(open.removeLast())
            case _ where isInText: open[open.count - 1].append(character)
            case "\"": open.append("")
            case "(" where !parentheses.isEmpty: parentheses[parentheses.count - 1] += 1
            case ")" where parentheses.last == 0: parentheses.removeLast()
            case ")" where !parentheses.isEmpty: parentheses[parentheses.count - 1] -= 1
            default: break
            }
            isEscaped = false
        }
        return texts
    }
}
