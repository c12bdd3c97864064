import FlowProviders
import KeywayTesting

/// Makes the system of a contradiction smaller, line by line, as long as the explorer still calls the same proved and a run breaks it.
struct SystemShrinking {
    /// What was called proved, by the explorer's name.
    private let name: String
    /// For how many steps a smaller system is driven in search of a run that breaks what is called proved.
    private let steps: Int
    /// The contradiction in the smallest system so far.
    private var smallest: Contradiction

    init(_ contradiction: Contradiction, steps: Int = 4_000) {
        name = contradiction.name
        self.steps = steps
        smallest = contradiction
    }

    /// The contradiction in the smallest system that was found.
    mutating func shrunk() -> Contradiction {
        var isSmaller = true
        while isSmaller {
            isSmaller = dropFaults()
            for number in smallest.system.text.models.indices.reversed() {
                var text = smallest.system.text
                text.models.remove(at: number)
                if take(text) { isSmaller = true }
            }
            for part in smallest.system.text.parts where dropLines(of: part) { isSmaller = true }
        }
        return smallest
    }

    /// Takes away the app's death and what may become of words; returns whether the system became smaller.
    private mutating func dropFaults() -> Bool {
        var isSmaller = false
        let simpler: [(inout SystemText) -> Void] = [
            { $0.crashes = false }, { $0.channel.drops = false }, { $0.channel.doubles = false },
            { $0.channel.reorders = false }, { $0.channel.capacity = 2 }, { $0.channel.capacity = 1 },
        ]
        for change in simpler {
            var text = smallest.system.text
            change(&text)
            if text != smallest.system.text, text.channel.capacity <= smallest.system.text.channel.capacity, take(text)
            {
                isSmaller = true
            }
        }
        return isSmaller
    }

    /// Takes away lines of a text, and whole blocks where a line begins one; returns whether the system became smaller.
    private mutating func dropLines(of part: SystemText.Part) -> Bool {
        var isSmaller = false
        var place = Self.lines(smallest.system.text[part]).count - 1
        while place >= 0 {
            var lines = Self.lines(smallest.system.text[part])
            guard place < lines.count else {
                place = lines.count - 1
                continue
            }
            let end = Self.end(of: place, in: lines)
            var text = smallest.system.text
            lines.removeSubrange(place...end)
            text[part] = lines.joined(separator: "\n")
            if lines.count > 1, take(text) { isSmaller = true }
            place -= 1
        }
        return isSmaller
    }

    /// Takes the text for the smallest one if it still shows the contradiction; returns whether it does.
    private mutating func take(_ text: SystemText) -> Bool {
        var mending = Mending(text)
        guard let system = mending.mended(), system.text.size < smallest.system.text.size,
            let trial = Trial(system, limit: 100_000)
        else { return false }
        var generator = SeededGenerator(seed: 1)
        var done = 0
        while done < steps {
            let run = DrivenRun.random(system, generator: &generator)
            done += max(run.steps.count, 1)
            guard trial.claims.contradicted(by: run).contains(name) else { continue }
            smallest = Contradiction(name, run.shrunk(of: system, contradicting: name), of: system)
            return true
        }
        return false
    }

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    /// The place of the last line of the block that begins at a line; the line's own place where no block begins.
    private static func end(of place: Int, in lines: [String]) -> Int {
        guard lines[place].hasSuffix("{") else { return place }
        var depth = 0
        for line in place..<lines.count {
            if lines[line].hasSuffix("{") { depth += 1 }
            if lines[line].hasSuffix("}"), !lines[line].contains("{") { depth -= 1 }
            if depth == 0 { return line }
        }
        return place
    }
}

extension SystemText {
    /// How large the system is: eight for each line and each kind of fault, and one for each place of the channel.
    fileprivate var size: Int {
        let lines = parts.reduce(0) { $0 + self[$1].split(separator: "\n").count }
        let faults = [channel.drops, channel.doubles, channel.reorders, crashes].count { $0 }
        return (lines + faults) * 8 + channel.capacity
    }
}

extension Contradiction {
    /// The same contradiction in a smaller system, or this one where none is found.
    package func inSmallerSystem() -> Contradiction {
        var shrinking = SystemShrinking(self)
        return shrinking.shrunk()
    }
}
