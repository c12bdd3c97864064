/// The problems found so far, with a bound on their number and at most one syntax error for a line.
struct DiagnosticLog {
    /// More than anybody reads; what is beyond is counted.
    static let limit = 100

    private var found: [Diagnostic] = []
    private var leftOut: [Diagnostic] = []
    private var countOfLeftOut = 0
    private var unreadLines: Set<Int32> = []

    /// Adds a problem that does not make its line unreadable.
    mutating func add(_ diagnostic: Diagnostic) {
        guard found.count >= Self.limit else { return found.append(diagnostic) }
        countOfLeftOut += 1
        if leftOut.isEmpty { leftOut.append(diagnostic) }
    }

    /// Adds a problem that leaves the line's meaning open, so that what else is wrong in the line may be its echo.
    mutating func add(_ diagnostic: Diagnostic, unreadLine line: Int32) {
        if unreadLines.insert(line).inserted { add(diagnostic) }
    }

    /// Adds a problem in any case; what else is wrong in the line may be its echo.
    mutating func add(_ diagnostic: Diagnostic, alsoUnreadLine line: Int32) {
        unreadLines.insert(line)
        add(diagnostic)
    }

    /// The problems in the order of their places; the last one says how many more there are.
    var diagnostics: [Diagnostic] {
        let shown = found.orderedByPlace()
        guard let first = leftOut.first else { return shown }
        let message = Diagnostic.sentence(leavingOut: countOfLeftOut)
        return shown + [.error(at: first.range, message, code: first.code)]
    }
}
