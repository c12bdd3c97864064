import FlowLanguage
import KeywayCore

extension ModelResolver {
    /// Declares the model's words, marks those that tell a success, and reports declarations that belong in a flow.
    mutating func resolveWords() {
        var successes: [Name] = []
        for declaration in flowResolver.declarations {
            switch declaration {
            case .word(let word): declare(word)
            case .success(let names, _): successes += names
            case .type, .enumeration, .context, .requirement: break
            case .parameter(let parameter): reportForFlows("a parameter", at: parameter.range)
            case .commands(_, let range), .callbacks(_, let range): reportForFlows("a command or callback", at: range)
            case .effect(let effect): reportForFlows("effect '\(effect.signature.name.text)'", at: effect.range)
            case .source(let source): reportForFlows("source '\(source.name.text)'", at: source.range)
            case .final(let final): reportForFlows("final '\(final.name.text)'", at: final.range)
            case .role(let role): reportForFlows("role '\(role.name.text)'", at: role.range)
            case .scenario(let scenario): reportForFlows("a scenario", at: scenario.range)
            }
        }
        if let first = model.words.first, model.source == nil {
            flowResolver.report(
                "no source reads word '\(first.name.text)': write 'for' and the source after the provider's version",
                at: first.name.range, .modelNamesNoSource)
        }
        markSuccesses(successes)
    }

    /// Marks the words that tell a success; reports unknown words, and those that are listed already.
    private mutating func markSuccesses(_ successes: [Name]) {
        var places: [Int: SourceRange] = [:]
        for name in successes {
            guard let word = words[name.text] else {
                flowResolver.reportUnknown(name, "word", .unknownProviderWord, among: words.names)
                continue
            }
            if let first = places.updateValue(places[word] ?? name.range, forKey: word) {
                flowResolver.report(
                    "word '\(name.text)' is listed behind 'success' twice", at: name.range, .duplicateRow,
                    see: .init("the first stands here", at: first))
            }
            model.words[word].isSuccess = true
        }
    }

    /// Reports a declaration or an item that no provider has.
    mutating func reportForFlows(_ what: String, at range: SourceRange) {
        flowResolver.report(
            "\(what) belongs in a flow's file, and this file declares a provider", at: range, .misplacedRow)
    }

    /// Adds a word to the model, with its paths and literals made into the object of a raw callback.
    private mutating func declare(_ word: WordDeclaration) {
        var fields = RawValue.object([:])
        var ranges: [String: SourceRange] = [:]
        for field in word.fields {
            guard let path = field.path.names, let value = rawValue(field.value) else { continue }
            guard let grown = fields.adding(value, at: path[...]) else {
                flowResolver.report(
                    "'\(path.joined(separator: "."))' is given already, or lies inside a field that is no object",
                    at: field.path.range, .duplicateName)
                continue
            }
            fields = grown
            if let name = path.first { ranges[name] = ranges[name] ?? field.path.range }
        }
        if let first = words.ranges[word.name.text] {
            return flowResolver.report(
                "word '\(word.name.text)' is declared twice", at: word.name.range, .duplicateName,
                see: .init("'\(word.name.text)' is declared here first", at: first))
        }
        words.insert(model.words.count, for: word.name)
        model.words.append(
            .init(
                name: word.name, callbackName: word.callbackName.text, fields: fields, fieldRanges: ranges,
                isSuccess: false))
    }

    /// The literal as a value of a raw callback, a bare name as a text; nil after a report.
    private mutating func rawValue(_ literal: FlowLanguage.Operand) -> RawValue? {
        switch literal.content {
        case .integer(let number): return .integer(Int64(number))
        case .string(let text): return .text(text)
        case .bool(let flag): return .bool(flag)
        case .nil: return .null
        case .name(let parts): return .text(parts.joined(separator: "."))
        case .duration:
            flowResolver.report(
                "a raw callback has no durations; write a number or a text", at: literal.range, .typeMismatch)
            return nil
        case .set: return nil  // The parser reads sets in scenarios alone.
        }
    }
}

extension FlowLanguage.Operand {
    /// The names that a path joins by dots; nil for anything else, which the parser never takes for the path of a word's field.
    fileprivate var names: [String]? { if case .name(let parts) = content { parts } else { nil } }
}

extension RawValue {
    /// The object with the value added at a path.
    ///
    /// Nil where the path has a value already, or goes through a value that is no object.
    fileprivate func adding(_ value: RawValue, at path: ArraySlice<String>) -> RawValue? {
        guard case .object(var members) = self, let name = path.first else { return nil }
        let rest = path.dropFirst()
        guard !rest.isEmpty else {
            guard members[name] == nil else { return nil }
            members[name] = value
            return .object(members)
        }
        guard let inner = (members[name] ?? .object([:])).adding(value, at: rest) else { return nil }
        members[name] = inner
        return .object(members)
    }
}
