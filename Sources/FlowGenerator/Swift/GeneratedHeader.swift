/// The first lines of a generated file: the spec that it is made from, and the command that makes it anew.
struct GeneratedHeader {
    /// The name of the spec's file.
    let spec: String
    /// The options and the flow behind `keyway generate`.
    let call: String

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
