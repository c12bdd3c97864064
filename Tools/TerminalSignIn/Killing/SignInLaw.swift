/// What must hold of sign-ins whose process is killed at any moment.
enum SignInLaw: String, CaseIterable, Sendable {
    case logIsSound = "the log of a killed process verifies"
    case logAloneTellsTheSame = "every run replays from its log alone"
    case nothingShownIsLost = "what was shown or answered is in the log"
    case onceIsBegunOnce = "no effect that happens once is begun twice, and none before its order is durable"
    case noSuccessWithoutProof = "nobody is authenticated without the word of the backend, and it had the provider's"
    case everySignInEnds = "every sign-in goes on to an end, and nothing holds it open then"
    case clockGoesOn = "a run's clock goes on without a process, and no deadline is missed"
    case noProcessFails = "no process ends by itself before its sign-in does"
}

/// A law that did not hold.
struct SignInBreach: Hashable, Sendable {
    var law: SignInLaw
    var explanation: String
}

/// What was counted in a trial with kills, and which laws did not hold.
struct SignInTally: Sendable {
    var seed: UInt64
    /// Processes that were killed or stopped; where several serve at a time, all blows.
    var kills = 0
    /// Where several processes serve at a time: what was done to them or to the database, and how often.
    var blows: [String: Int] = [:]
    /// Processes that were begun.
    var processes = 0
    /// States that were shown and commands that were answered.
    var shown = 0
    /// For each final how many sign-ins ended in it.
    var endings: [String: Int] = [:]
    /// Records that the log has of all sign-ins.
    var records = 0
    /// Orders that were open when their process was killed, and for which the next process recorded an end.
    var interrupted = 0
    var breaches: [SignInBreach] = []
    /// Where the log is, if it was kept.
    var keptLog: String?

    mutating func note(_ law: SignInLaw, _ explanation: String) {
        // Twenty are enough to see what is wrong.
        if breaches.count < 20 { breaches.append(SignInBreach(law: law, explanation: explanation)) }
    }

    /// The result as a person reads it.
    var text: String {
        let endings = endings.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let blows = blows.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let kills = blows.isEmpty ? "\(kills) kills of \(processes) processes" : "\(processes) processes: \(blows)"
        var lines = [
            "seed \(seed): \(kills); sign-ins ended: \(endings)",
            "judged: \(records) records, \(shown) things shown, \(interrupted) effects cut short by a kill",
        ]
        for law in SignInLaw.allCases {
            let broken = breaches.filter { $0.law == law }
            lines.append("\(broken.isEmpty ? "holds" : "BROKEN"): \(law.rawValue)")
            lines += broken.map { "    seed \(seed): \($0.explanation)" }
        }
        if let keptLog { lines.append("the log is kept: \(keptLog)") }
        return lines.joined(separator: "\n") + "\n"
    }
}
