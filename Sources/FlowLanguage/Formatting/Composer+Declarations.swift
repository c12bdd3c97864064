/// Declarations as entries of the formatted text.
extension Composer {
    func entry(of declaration: Declaration) -> Entry {
        switch declaration {
        case .type(let type): entry(of: type)
        case .enumeration(let enumeration): entry(of: enumeration)
        case .context(let variables, let range): entry(ofContext: variables, range)
        case .parameter(let parameter): entry(of: parameter)
        case .commands(let signatures, let range): entry("command", signatures, range)
        case .callbacks(let signatures, let range): entry("callback", signatures, range)
        case .effect(let effect): entry(of: effect)
        case .source(let source): entry(of: source)
        case .final(let final): entry(of: final)
        case .requirement(let requirement): entry(of: requirement)
        case .role(let role): entry(of: role)
        case .scenario(let scenario): entry(of: scenario)
        case .word(let word): entry(of: word)
        case .success(let words, let range): Entry([.text("success ")] + names(words), range)
        }
    }

    private func entry(of type: TypeDeclaration) -> Entry {
        let classification = type.classification.map { [Piece.text(" \($0.content.rawValue)", at: $0.range.lower)] }
        return Entry(
            [
                .text("type "), piece(type.name), .unbreakableSpace, .mark(.type), .text("= \(type.base.rawValue)"),
                .text("("),
            ]
                + [piece(type.lower), .text("..."), piece(type.upper), .text(")")] + (classification ?? []),
            type.range)
    }

    private func entry(of enumeration: EnumerationDeclaration) -> Entry {
        let entries = enumeration.cases.map { declared in
            let codes = declared.codes.map { [code($0)] }
            let assignment: [Piece] =
                codes.isEmpty
                ? [] : [.unbreakableSpace, .mark(.enumerationCase), .text("= ")] + .alternatives(codes, "|")
            let end = declared.codes.last?.end ?? declared.name.range.upper
            return Entry([piece(declared.name)] + assignment, SourceRange(declared.name.range.lower, end))
        }
        let block = EntryBlock(entries: entries, joint: ", ", ending: ",", range: inside(enumeration.range))
        return Entry(
            [.text("enum "), piece(enumeration.name), .unbreakableSpace, .mark(.enumeration), .block(block)],
            enumeration.range)
    }

    private func code(_ code: EnumerationDeclaration.Code) -> Piece {
        switch code {
        case .literal(let literal): piece(literal)
        case .range(let range): .text(bounds(range.content), at: range.range.lower)
        case .rest(let range): .text("*", at: range.lower)
        }
    }

    private func entry(ofContext variables: [VariableDeclaration], _ range: SourceRange) -> Entry {
        let entries = variables.map { variable in
            let initial = variable.initial.map { [Piece.text(" = "), piece($0)] } ?? []
            let declared = "\(variable.name.text): \(kind(variable.kind))\(variable.isOptional ? "?" : "")"
            return Entry([.text(declared, at: variable.range.lower)] + initial, variable.range)
        }
        return Entry(
            [.text("context "), .block(EntryBlock(entries: entries, joint: ", ", range: inside(range)))], range)
    }

    private func entry(of parameter: ParameterDeclaration) -> Entry {
        let declared = "\(parameter.name.text): \(kind(parameter.kind))"
        return Entry(
            [.text("param "), .text(declared, at: parameter.name.range.lower), .text(" = "), piece(parameter.initial)],
            parameter.range)
    }

    private func entry(_ keyword: String, _ signatures: [Signature], _ range: SourceRange) -> Entry {
        Entry([.text(keyword + " ")] + self.signatures(signatures), range)
    }

    private func entry(of effect: EffectDeclaration) -> Entry {
        var parts: [(offset: Int, pieces: [Piece])] = []
        if let calls = effect.calls {
            let pieces: [Piece] = [
                .breakableSpace, .text("calls "), piece(calls.provider), .text("."), piece(calls.call),
            ]
            parts.append((calls.provider.range.lower, pieces))
        }
        if let needs = effect.needs {
            parts.append((needs.range.lower, [.breakableSpace, .text("needs "), piece(needs)]))
        }
        if let replies = effect.replies { parts.append((replies.otherwise.range.lower, self.replies(replies))) }
        // These parts have a fixed order. A comment must keep its place, so in an effect with a comment they keep the order as written.
        if hasComment(in: effect.range) { parts.sort { $0.offset < $1.offset } }
        let words = [
            effect.isOnce ? "once" : nil, effect.isVolatile ? "volatile" : nil,
            effect.startsAttempt ? "starts attempt" : nil,
        ]
        let attributes = words.compactMap { $0 }.map { [Piece.breakableSpace, .text($0)] } + parts.map(\.pieces)
        return Entry(
            // The further lines of an effect begin below its name: `effect ` has 7 characters.
            [.text("effect ")] + signature(effect.signature) + attributes.flatMap { $0 }, effect.range,
            hanging: 7)
    }

    private func replies(_ replies: EffectDeclaration.Replies) -> [Piece] {
        let within = replies.within.map { [Piece.breakableSpace, .text("within "), spelled($0.range)] } ?? []
        let lower = replies.signatures.first.map { withTokenBefore($0.range).lower }
        return [.spaceIfRestFits, .text("replies ", at: lower)] + signatures(replies.signatures)
            + [.breakableSpace, .text("otherwise "), piece(replies.otherwise)] + arguments(replies.arguments) + within
    }

    private func entry(of final: FinalDeclaration) -> Entry {
        let keeps = final.keeps.isEmpty ? [] : [Piece.text(" keeps ")] + names(final.keeps)
        let success = final.success.map { [Piece.text(" success", at: $0.lower)] } ?? []
        let head = [Piece.text("final "), piece(final.name)] + success + keeps
        let lower = brace(from: final.keeps.last?.range.upper ?? final.success?.upper ?? final.name.range.upper)
        // The brace that was found may belong to a later element: then it stands behind the final's end.
        let braces = SourceRange(lower, final.range.upper - 1)
        guard lower < final.range.upper, !final.items.isEmpty || hasComment(in: braces) else {
            return Entry(head, final.range)
        }
        let block = EntryBlock(entries: final.items.map(entry), joint: "", standsInLines: true, range: braces)
        return Entry(head + [.unbreakableSpace, .block(block)], final.range)
    }

    /// The part of an element's range from its first `{` up to its closing brace.
    func inside(_ range: SourceRange) -> SourceRange {
        SourceRange(brace(from: range.lower), range.upper - 1)
    }
}

extension [Piece] {
    /// The elements with a sign between them, `a | b | c`; a line may break before the sign.
    static func alternatives(_ elements: [[Piece]], _ sign: String) -> [Piece] {
        var pieces: [Piece] = []
        for element in elements {
            if !pieces.isEmpty { pieces += [.breakableSpace, .text(sign + " ")] }
            pieces += element
        }
        return pieces
    }
}

extension EnumerationDeclaration.Code {
    /// The offset behind the code.
    fileprivate var end: Int {
        switch self {
        case .literal(let literal): literal.range.upper
        case .range(let range): range.range.upper
        case .rest(let range): range.upper
        }
    }
}
