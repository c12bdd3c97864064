import FlowLanguage

extension EditFinder {
    /// Adds the edits of a declaration: of a decoder's rows, an effect or a final.
    mutating func find(in declaration: Declaration) {
        switch declaration {
        case .effect(let effect): find(in: effect)
        case .source(let source): for row in source.decoders { find(in: row) }
        case .final(let final): find(in: final)
        case .type, .enumeration, .context, .parameter, .commands, .callbacks, .requirement, .role, .scenario, .word,
            .success:
            break
        }
    }

    private mutating func find(in row: DecoderRow) {
        drop(row.range)
        dropEach(of: row.callbackNames.map(\.range), as: .drop)
        if row.isRetained { dropWord("retained", in: row.range) }
        if let test = row.test { find(in: test) }
    }

    private mutating func find(in effect: EffectDeclaration) {
        let behind = SourceRange(effect.signature.range.upper, effect.range.upper)
        let names = effect.namesBehindSignature
        if effect.isOnce { dropWord("once", in: behind, besides: names) }
        if effect.isVolatile { dropWord("volatile", in: behind, besides: names) }
        if effect.startsAttempt { dropWord("starts attempt", in: behind, besides: names) }
        guard let replies = effect.replies else { return }
        for other in replies.signatures.map(\.name.text) where other != replies.otherwise.text {
            edits.append(
                Edit(
                    .otherwise, replies.otherwise.range, with: other,
                    "'otherwise \(replies.otherwise.text)' becomes 'otherwise \(other)'"))
        }
        if let within = replies.within { rescale(within) }
    }

    private mutating func find(in final: FinalDeclaration) {
        guard let first = final.keeps.first, let last = final.keeps.last else { return }
        guard final.keeps.count == 1 else { return dropEach(of: final.keeps.map(\.range), as: .keeps) }
        // The edit takes the word `keeps` with it, and is reported at the variable.
        let range = SourceRange(final.name.range.upper, last.range.upper)
        edits.append(Edit(.keeps, range, with: "", at: first.range.lower, "drop 'keeps \(first.text)'"))
    }

    /// Adds the edit that leaves out the attribute, such as `starts attempt`; its words may stand in two lines.
    ///
    /// Comments are passed over.
    ///
    /// - Parameter names: places that are passed over too: names and values there may be spelled like the attribute.
    private mutating func dropWord(_ attribute: String, in range: SourceRange, besides names: [SourceRange] = []) {
        let words = attribute.split(separator: " ").map { Array($0.utf8) }
        var found: [SourceRange] = []
        var start = range.lower
        while start < range.upper, found.count < words.count {
            if let name = names.first(where: { $0.lower == start }), name.upper > start {
                start = name.upper
                continue
            }
            if source.bytes[start...].starts(with: Array("//".utf8)) {
                start = source.bytes[start..<range.upper].firstIndex(of: UInt8(ascii: "\n")) ?? range.upper
                continue
            }
            guard source.bytes[start].isWordByteOrBeyondASCII else {
                start += 1
                continue
            }
            let end = source.bytes[start..<range.upper].firstIndex { !$0.isWordByteOrBeyondASCII } ?? range.upper
            if source.bytes[start..<end].elementsEqual(words[found.count]) {
                found.append(SourceRange(start, end))
            } else {
                found = []
            }
            start = end
        }
        guard found.count == words.count, let first = found.first, let last = found.last else { return }
        edits.append(Edit(.attribute, first.through(last), with: "", "drop '\(attribute)'"))
    }
}

extension EffectDeclaration {
    /// The places behind the signature at which names and values stand, and no attribute.
    fileprivate var namesBehindSignature: [SourceRange] {
        let calls = calls.map { [$0.provider.range, $0.call.range] } ?? []
        let answers = replies.map { $0.signatures.map(\.range) + [$0.otherwise.range] } ?? []
        let arguments = replies?.arguments.flatMap { [$0.name.range, $0.value.range] } ?? []
        return calls + (needs.map { [$0.range] } ?? []) + answers + arguments
    }
}
