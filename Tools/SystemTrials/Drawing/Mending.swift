/// Mends a drawn system by what `check` finds wrong with it: rows that decide nothing go, cells that nobody decides get a row.
struct Mending {
    private(set) var text: SystemText
    /// More rounds help no more.
    private static let greatestRoundCount = 12

    init(_ text: SystemText) { self.text = text }

    /// The system in which nothing is wrong any more; nil where that takes more than lines that come and go.
    mutating func mended() -> LoadedSystem? {
        for _ in 0..<Self.greatestRoundCount {
            do throws(UnsoundSystem) {
                return try LoadedSystem(text)
            } catch {
                guard mend(error.problems) else { return nil }
            }
        }
        return nil
    }

    /// Whether anything was changed.
    private mutating func mend(_ problems: [UnsoundSystem.Problem]) -> Bool {
        guard let part = problems.first?.part else { return false }
        var lines = text[part].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var superfluous: Set<Int> = []
        var missing: [String] = []
        for problem in problems {
            let line = lines[problem.line - 1]
            let names = Self.quoted(problem.message)
            switch problem.code {
            case "FL023", "FL024", "FL061", "FL078":
                if !line.hasSuffix("{") { superfluous.insert(problem.line - 1) }
            case "FL066":
                if line.hasPrefix("final ") { superfluous.insert(problem.line - 1) }
            case "FL060":
                if names.count > 1, names[0] == "other" { missing.append("late \(names[1])") }
            case "FL080":
                if let name = names.first { missing.append("on stale \(name.split(separator: " ").last ?? "") stay") }
            default: break
            }
        }
        missing = Set(missing).subtracting(lines).sorted()
        guard !superfluous.isEmpty || !missing.isEmpty else { return false }
        let place = lines.firstIndex { $0 == "reject other" } ?? lines.endIndex
        let kept = lines.indices.flatMap { index -> [String] in
            (superfluous.contains(index) ? [] : [lines[index]]) + (index == place ? missing : [])
        }
        lines = kept
        text[part] = lines.joined(separator: "\n")
        return true
    }

    /// What stands between quotes.
    private static func quoted(_ message: String) -> [String] {
        message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
