package import FlowLanguage
package import FlowMachine

/// A flow with one edit in one place: a row, a row of a decoder, an `enter`, an effect or a final.
package struct Mutant: Sendable {
    /// The way in which the place is edited.
    package let kind: MutationOperator
    /// The line of the flow's text that is edited, counted from 1.
    package let line: Int
    /// What is done there, in a few words.
    package let what: String
    /// The flow's text, unedited.
    private let source: SourceText
    /// The bytes of it that `replacement` replaces.
    private let range: SourceRange
    private let replacement: String

    private init(_ edit: Edit, of source: SourceText) {
        kind = edit.kind
        line = source.lineNumber(of: edit.place)
        what = edit.what
        self.source = source
        range = edit.range
        replacement = edit.separatedReplacement(in: source)
    }

    /// The mutants of the flow, one for each edit that a `MutationOperator` describes, in the order of the text; none of a text that is no
    /// flow.
    package static func all(of source: SourceText, machine: Machine) -> [Mutant] {
        guard let spec = parse(source).spec, !spec.isProvider else { return [] }
        return EditFinder.edits(of: spec, machine: machine, in: source).map { Mutant($0, of: source) }
    }

    /// The edited text as `format` writes it, made anew at each call; where `format` cannot read it, just as it was edited.
    package var text: String {
        var bytes = source.bytes
        bytes.replaceSubrange(range.lower..<range.upper, with: Array(replacement.utf8))
        return format(SourceText(path: source.path, bytes: bytes)).text ?? String(decoding: bytes, as: UTF8.self)
    }

    /// What tells a mutant from all others of the same text; files of earlier results know mutants by it.
    package struct Identity: Hashable, Sendable {
        package var kind: MutationOperator
        /// The bytes of the text that are replaced.
        package var range: Range<Int>
        package var replacement: String

        package init(kind: MutationOperator, range: Range<Int>, replacement: String) {
            self.kind = kind
            self.range = range
            self.replacement = replacement
        }
    }

    /// The mutant as files of results know it.
    package var identity: Identity {
        Identity(kind: kind, range: range.lower..<range.upper, replacement: replacement)
    }
}
