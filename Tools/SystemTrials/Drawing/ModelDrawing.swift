/// Writes the text of a provider's model at random.
struct ModelDrawing {
    private let provider: DrawnProvider
    private var lines: [String] = []
    /// Whether the SDK says at most one word after each call and then rests. The word `old`, of an earlier run, may come at any time.
    private var isPolite = false

    init(of provider: DrawnProvider) { self.provider = provider }

    func text(_ chance: inout Chance) -> String {
        var drawing = self
        switch provider.manner {
        case .words: drawing.writeWords(&chance)
        case .answers: drawing.writeAnswers(&chance)
        }
        return drawing.lines.joined(separator: "\n") + "\n"
    }

    // MARK: - Words

    private mutating func writeWords(_ chance: inout Chance) {
        isPolite = chance.percent(35)
        lines.append("provider \(provider.name) version \"1\" for \(provider.source)")
        var words: [String] = []
        for word in provider.words {
            let moods = word.hasMood ? ["calm", "angry"] : [nil]
            for mood in moods {
                let name = word.callback + (mood.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? "")
                lines.append("word \(name) = \(word.raw)\(fields(of: word, mood: mood))")
                words.append(name)
            }
        }
        let old = chance.pick(provider.words)
        lines.append("word old = \(old.raw)\(fields(of: old, mood: old.hasMood ? "angry" : nil))")
        if chance.percent(70) { lines.append("success \(chance.pick(words))") }
        lines.append("context {")
        lines.append("  past: bool = true")
        lines.append("  busy: bool = false")
        lines.append("  count: int 0...3 = 0")
        lines.append("}")
        if chance.percent(40) { lines.append("require \(demand(&chance))") }
        if chance.percent(isPolite ? 30 : 60) {
            lines.append("emit old when past stay { past = false }")
            lines.append("quiet when past stay { past = false }")
        }
        let states = ["resting", "working", "broken"].prefix(chance.number(2...3))
        var calls = provider.calls
        if let answered = provider.answered { calls.append(answered) }
        for call in calls where chance.percent(25) {
            let busy = chance.pick(["busy", "count > 0", "count == 2"])
            lines.append("call \(call) when \(busy) -> \(chance.pick(Array(states)))")
            lines.append("call \(call) otherwise -> \(states[1]) { busy = true }")
            calls.removeAll { $0 == call }
        }
        for call in calls {
            lines.append("call \(call) -> \(chance.pick(Array(states.dropFirst()))) { busy = true; count += 1 }")
            if chance.percent(15) { lines.append("call \(call) stay") }
        }
        guard !isPolite, chance.percent(20) else {
            for state in states { write(state, among: Array(states), words, &chance) }
            return
        }
        write(states[0], among: Array(states), words, &chance)
        lines.append("group active {")
        lines.append("quiet\(condition(&chance)) \(target(Array(states), &chance))\(body(&chance))")
        lines.append("emit \(chance.pick(words)) \(target(Array(states), &chance))")
        for state in states.dropFirst() { write(state, among: Array(states), words, &chance) }
        lines.append("}")
    }

    private func fields(of word: DrawnProvider.Word, mood: String?) -> String {
        let fields = (mood.map { ["mood: \"\($0)\""] } ?? []) + (word.code.map { ["code: \($0)"] } ?? [])
        return fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))"
    }

    /// A requirement of the model: what callers must not bring about.
    private func demand(_ chance: inout Chance) -> String {
        chance.pick(["never count == 3", "never count == 2", "never busy and count == 2", "always count < 3"])
    }

    /// Writes a state with what the SDK may say or answer in it.
    private mutating func write(_ state: String, among states: [String], _ words: [String], _ chance: inout Chance) {
        lines.append("state \(state) {")
        if isPolite {
            for word in words where state != "resting" && chance.percent(60) {
                lines.append("  emit \(word) -> resting { busy = false }")
            }
            if state != "resting", provider.answersItself { lines.append("  answer worked, broke -> resting") }
            lines.append("}")
            return
        }
        let share = state == "resting" ? 25 : 75
        for word in words where chance.percent(share) {
            lines.append("  emit \(word)\(condition(&chance)) \(target(states, &chance))\(body(&chance))")
        }
        if state != "resting", chance.percent(35) {
            let spoken = (0..<chance.number(2...3)).map { _ in chance.pick(words) }
            lines.append("  emit \(spoken.joined(separator: " then "))\(condition(&chance)) \(target(states, &chance))")
        }
        if provider.answersItself {
            lines.append("  answer worked\(condition(&chance)) \(target(states, &chance))\(body(&chance))")
            if chance.percent(60) { lines.append("  answer broke, worked \(target(states, &chance))") }
        }
        if chance.percent(30) { lines.append("  quiet \(target(states, &chance))\(body(&chance))") }
        if chance.percent(15), let call = provider.calls.first {
            lines.append("  call \(call) \(target(states, &chance)) { count += 1 }")
        }
        lines.append("}")
    }

    /// Nothing, or a guard behind `when`.
    private func condition(_ chance: inout Chance) -> String {
        chance.percent(30) ? " when \(chance.pick(["busy", "not busy", "count < 2", "count > 0"]))" : ""
    }

    private func target(_ states: [String], _ chance: inout Chance) -> String {
        chance.percent(50) ? "stay" : "-> \(chance.pick(states))"
    }

    /// Nothing, or one assignment in braces.
    private func body(_ chance: inout Chance) -> String {
        chance.percent(50)
            ? " { \(chance.pick(["busy = false", "count = 0", "count -= 1", "count += 1", "busy = true"])) }" : ""
    }

    // MARK: - Answers

    private mutating func writeAnswers(_ chance: inout Chance) {
        let call = provider.answered ?? "fetch"
        lines.append("provider \(provider.name) version \"1\"")
        lines.append("context {")
        lines.append("  left: int 0...2 = 2")
        lines.append("  isLost: bool = false")
        lines.append("}")
        if chance.percent(60) {
            lines.append("require \(chance.pick(["never left == 0", "never isLost and left == 1", "always left > 0"]))")
        }
        lines.append("state idle {")
        lines.append("  call \(call) -> asked\(chance.percent(40) ? " { left -= 1 }" : "")")
        lines.append("}")
        lines.append("state asked {")
        let guarded = chance.percent(40)
        lines.append(
            "  answer fetched\(guarded ? " when not isLost" : "") -> idle\(chance.percent(50) ? " { left -= 1 }" : "")")
        lines.append("  answer lost -> idle { isLost = true }")
        if chance.percent(40) { lines.append("  quiet stay { isLost = true }") }
        if chance.percent(40) { lines.append("  quiet -> idle { left -= 1 }") }
        lines.append("}")
    }
}
