/// Sources with their decoders, and words of models, as entries of the formatted text.
extension Composer {
    func entry(of source: SourceDeclaration) -> Entry {
        let block = EntryBlock(
            entries: source.decoders.map(entry), joint: "", standsInLines: true, range: inside(source.range))
        return Entry(
            [.text("source "), piece(source.name), .text(" = "), spelled(source.typeName.range), .breakableSpace]
                + [.text("by "), piece(source.by), .text(" \(source.correlation.rawValue) "), .block(block)],
            source.range)
    }

    private func entry(of decoder: DecoderRow) -> Entry {
        let arguments = decoder.arguments.map { argument in
            [piece(argument.field), .text(": ")] + .alternatives(argument.alternatives.map { [piece($0)] }, "or")
        }
        let test = decoder.test.map { [Piece.breakableSpace, .text("when ")] + expression($0) } ?? []
        return Entry(
            [.text(decoder.isRetained ? "retained " : "")] + .list(decoder.callbackNames.map { [rawName($0)] })
                + test + [.breakableSpace, .mark(.decoder), .text("=> "), piece(decoder.event)]
                + .parenthesizedList(arguments),
            decoder.range)
    }

    func entry(of word: WordDeclaration) -> Entry {
        let fields = word.fields.map { [piece($0.path), .text(": "), piece($0.value)] }
        return Entry(
            [
                .text("word "), piece(word.name), .unbreakableSpace, .mark(.word), .text("= "),
                rawName(word.callbackName),
            ]
                + .parenthesizedList(fields), word.range)
    }
}
