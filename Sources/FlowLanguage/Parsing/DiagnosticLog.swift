/// The problems found so far, with a bound on their number and at most one syntax error for a line.
struct DiagnosticLog {
    /// How many problems are kept; further ones are only counted.
    static let limit = 100

    private var found: [Diagnostic] = []
    /// The first problem beyond the limit, which gives the closing sentence its place; else nil.
    private var firstOmitted: Diagnostic?
    private var omittedCount = 0
    /// The lines with a syntax error, counted from 0: further ones in such a line are probably its consequences.
    private var unreadLines: Set<Int32> = []

    /// Adds a problem after which the rest of its line can still be read.
    mutating func add(_ diagnostic: Diagnostic) {
        guard found.count >= Self.limit else { return found.append(diagnostic) }
        omittedCount += 1
        if firstOmitted == nil { firstOmitted = diagnostic }
    }

    /// Adds a syntax error, unless the line has one already, whose consequence this one may be.
    mutating func add(_ diagnostic: Diagnostic, unlessReportedIn line: Int32) {
        if unreadLines.insert(line).inserted { add(diagnostic) }
    }

    /// Adds a problem in any case, and keeps out later syntax errors of the line, which may be its consequences.
    mutating func add(_ diagnostic: Diagnostic, silencingSyntaxErrorsIn line: Int32) {
        unreadLines.insert(line)
        add(diagnostic)
    }

    /// The problems in the order of their places; where there were more than the limit, a last one says how many were left out.
    var diagnostics: [Diagnostic] {
        let shown = found.orderedByPlace()
        guard let first = firstOmitted else { return shown }
        let message = Diagnostic.sentence(leavingOut: omittedCount)
        return shown + [.error(at: first.range, message, code: first.code)]
    }
}
