/// Mends a drawn system by the errors of `check`: lines that decide nothing are removed, cells that no row decides get one.
struct Mending {
    /// The texts of the system, as far as they are mended.
    private(set) var text: SystemText
    /// A system that still has errors after so many rounds is given up.
    private static let greatestRoundCount = 12

    init(_ text: SystemText) { self.text = text }

    /// The system without errors; nil where removing and adding lines does not get there.
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

    /// Mends the first text that has problems; returns whether anything was changed.
    private mutating func mend(_ problems: [UnsoundSystem.Problem]) -> Bool {
        guard let part = problems.first?.part else { return false }
        var lines = text[part].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var superfluous: Set<Int> = []
        var missing: [String] = []
        for problem in problems {
            let line = lines[problem.line - 1]
            let names = Self.quoted(problem.message)
            switch problem.code {
            // An unknown target or event, a row for an impossible cell, a row that decides nothing: the line goes.
            case "FL023", "FL024", "FL061", "FL078":
                if !line.hasSuffix("{") { superfluous.insert(problem.line - 1) }
            // A state or final that cannot be reached: a final goes, a state stays.
            case "FL066":
                if line.hasPrefix("final ") { superfluous.insert(problem.line - 1) }
            // A cell that nothing decides. The message names an event behind 'other' only where a row `late` is missing.
            case "FL060":
                if names.count > 1, names[0] == "other" { missing.append("late \(names[1])") }
            // A stale callback that tells a success is not decided.
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

    /// The texts between single quotes.
    private static func quoted(_ message: String) -> [String] {
        message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
