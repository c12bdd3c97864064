/// The first lines of a generated file: the spec that it is made from, and the command that makes it anew.
package struct GeneratedHeader {
    /// The name of the spec's file.
    package let spec: String
    /// The options and the flow behind `keyway generate`; of a header that was read, with the rest of its first line.
    let call: String

    init(spec: String, call: String) {
        self.spec = spec
        self.call = call
    }

    /// Reads the first line of a file; nil where the file was not generated.
    package init?(in text: String) {
        let parts = text.prefix { !$0.isNewline }.split(separator: " " + SwiftFlow.sign, maxSplits: 1)
        guard parts.count == 2, parts[0].hasPrefix(Self.beginning) else { return nil }
        self.init(spec: String(parts[0].dropFirst(Self.beginning.count)), call: String(parts[1]))
    }

    private static let beginning = "// Made from "

    /// Whether the file is part of the tests of a flow.
    package var isOfTests: Bool { call.hasPrefix(FlowTests.option) }

    private var origin: String { "Made from \(spec) \(SwiftFlow.sign)\(call) --out DIR'." }
    private var request: String { "Change the spec, not this file." }

    func write(to writer: inout SourceWriter) {
        // `SwiftFlow.sign`, by which a generated file is recognised, must stay on one line: only this break is safe.
        let whole = "// \(origin) \(request)"
        writer.line(writer.fits(whole) ? whole : "// \(origin)\n// \(request)")
    }

    /// The same as a text, without an end of its last line.
    var text: String {
        var writer = SourceWriter()
        write(to: &writer)
        return String(writer.text.dropLast())
    }
}
