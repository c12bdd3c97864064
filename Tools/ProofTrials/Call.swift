import ProgramStreams
import SystemTrials

/// What one call of the program asks for.
struct Call {
    enum Work {
        case trials, planted, shipped, shadows, text, help
    }

    var work = Work.trials
    var seed: UInt64 = 1
    /// Systems to draw; for each mistake no more than are needed to find it.
    var systems: UInt64 { given ?? (work == .planted ? 20_000 : minutes == nil ? 200 : .max / 2) }
    private var given: UInt64?
    /// Sign-ins of each handler that a shadow follows.
    var signIns = 20_000
    /// Steps that each system is driven.
    var steps = 4_000
    /// No system of more configurations is driven.
    var limit = Trial.greatestCount
    /// No further system is begun then.
    var minutes: UInt64?
    var liberties = Liberties.coveredByRules
    /// Whether the first contradiction of each kind is told in the smallest system that shows it.
    var shrinks = false

    static let page = """
        ProofTrials [--seed S] [--systems N] [--steps M] [--minutes T] [--limit C] [--shrink]
                    [--without LIST] [--slow] [--late]
            Draws the systems of the seeds S to S + N - 1, explores each and drives it M steps: runs that break what is called
            proved, and counterexamples that do not play. 1, 200 and 4000 if not said; with T as many as fit into T minutes.
            Systems of more than C configurations are not driven, 200000 if not said.
            --shrink tells of each kind of contradiction the first in a smaller system. --without leaves out some of what a
            driven system may do: \(Liberties.named.map(\.name).joined(separator: ", ")).
            With --slow a handler may begin only after something else has come, with --late a provider completes a call also
            after its order was closed: no rule says anything of either.
        ProofTrials --planted [--seed S] [--systems N]
            Makes each known mistake on purpose, one after the other, and says whether trials find it within N systems: 20000
            if not said.
        ProofTrials --shipped [--seed S] [--steps M] [--without LIST]
            Drives each shipped flow beside the models of its providers: 'keyway explore --all' says that all is proved.
        ProofTrials --shadows [--seed S] [--sign-ins N]
            Drives naive handlers beside the models of their SDKs, and a shadow and a live run of the shipped flow beside each.
            What 'keyway shadow' says of the logs is held against the live runs: each lost sign-in is found or said to be not
            judged, none is invented, and ten callbacks that nobody knows are told. 20000 sign-ins of each are driven if
            not said, of which about a third begin.
        ProofTrials --text --seed S
            Writes the system of a seed.

        What is found goes to stderr, the result to stdout as one JSON value. The exit is 0 where nothing is contradicted, each
        counterexample plays and each mistake is found, else 1. Excused are counterexamples of which the explorer says itself
        why no transcript plays them: an answer to the call of an older leg, more late answers than were left, turns in a lane
        that its line does not give, or an order that no durations allow.

        """

    init(_ words: [String]) throws(WrongCall) {
        var rest = words[...]
        var more: Liberties = []
        while let word = rest.popFirst() {
            switch word {
            case "--seed": seed = try Self.number(word, rest.popFirst())
            case "--systems": given = try Self.number(word, rest.popFirst())
            case "--steps": steps = Int(clamping: try Self.number(word, rest.popFirst()))
            case "--limit": limit = Int(clamping: try Self.number(word, rest.popFirst()))
            case "--minutes": minutes = try Self.number(word, rest.popFirst())
            case "--sign-ins": signIns = Int(clamping: try Self.number(word, rest.popFirst()))
            case "--shrink": shrinks = true
            case "--slow": more.insert(.slowHandlers)
            case "--late": more.insert(.lateAnswers)
            case "--without": liberties = try Self.liberties(without: rest.popFirst() ?? "")
            case "--planted": work = .planted
            case "--shipped": work = .shipped
            case "--shadows": work = .shadows
            case "--text": work = .text
            case "--help", "-h":
                work = .help
                return
            default: throw WrongCall(sentence: "ProofTrials has no option '\(word)'")
            }
        }
        liberties.formUnion(more)
        if work == .shadows, signIns == 0 { throw WrongCall(sentence: "--sign-ins needs 1 or more") }
        guard ![.trials, .planted].contains(work) || systems <= .max - seed else {
            throw WrongCall(sentence: "there are not so many seeds behind \(seed)")
        }
    }

    private static func number(_ option: String, _ word: String?) throws(WrongCall) -> UInt64 {
        guard let word, let number = UInt64(digits: word) else {
            throw WrongCall(sentence: "\(option) needs a number\(word.map { ", not '\($0)'" } ?? "")")
        }
        return number
    }

    private static func liberties(without list: String) throws(WrongCall) -> Liberties {
        var liberties = Liberties.coveredByRules
        for name in list.split(separator: ",") {
            guard let named = Liberties.named.first(where: { $0.name == name }) else {
                throw WrongCall(sentence: "there is no '\(name)' to leave out: \(Liberties.named.map(\.name))")
            }
            liberties.remove(named.liberty)
        }
        return liberties
    }
}
