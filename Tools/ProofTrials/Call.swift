import FlowProviders
import ProgramStreams
import SystemTrials

/// What one call of the program asks for.
struct Call {
    /// What the program is to do. The raw value is the option that asks for it; a refusal names the work by it.
    enum Work: String {
        /// Draws systems at random, explores them and drives them; what a call asks for that names no other work.
        case trials = "systems that are drawn"
        /// Makes each mistake of `Plant` in the explorer, and looks for a system that shows it.
        case planted = "--planted"
        /// Drives the shipped flows, of which everything is proved.
        case shipped = "--shipped"
        /// Drives naive handlers, and judges what `keyway shadow` would report.
        case shadows = "--shadows"
        /// Writes the texts of one seed's system.
        case text = "--text"
        case help = "--help"

        /// The options that the work reads.
        fileprivate var options: Set<String> {
            let behaviors: Set = ["--without", "--slow", "--late"]
            return switch self {
            case .trials: behaviors.union(["--seed", "--systems", "--steps", "--minutes", "--limit", "--shrink"])
            case .planted: behaviors.union(["--seed", "--systems", "--steps", "--limit"])
            case .shipped: behaviors.union(["--seed", "--steps"])
            case .shadows: ["--seed", "--sign-ins", "--log"]
            case .text: ["--seed"]
            case .help: []
            }
        }
    }

    var work = Work.trials
    /// The first seed: systems are drawn from it and the numbers after it. Where none are drawn, it seeds what drives the systems.
    var seed: UInt64 = 1
    /// How many systems are drawn at most; with `--planted` this is for each mistake, and drawing ends once the mistake is found.
    var systems: UInt64 { givenSystems ?? (work == .planted ? 20_000 : time == nil ? 200 : .max - seed) }
    /// The number behind `--systems`; nil where the call has none.
    private var givenSystems: UInt64?
    /// How many sign-ins begin with each naive handler beside each model of its SDK, for each way to tell the shadow answers (`--shadows`,
    /// `--sign-ins`): with five handlers and models, 100,000 for each way. Trials in which none begins do not count; they are about two in
    /// three.
    var signIns = 20_000
    /// The folder of the log of files into which sign-ins are written (`--shadows`, `--log`); nil where they are kept in memory.
    var log: String?
    /// For how many steps each system is driven.
    var steps = 4_000
    /// A drawn system with more configurations than this is not driven.
    var limit = Trial.greatestCount
    /// After this time no further system is drawn; nil where time is no limit.
    var time: Duration?
    /// What may happen to a driven run besides plain steps. Deaths of the app and lost, doubled or reordered words are plain steps, where
    /// the system has them (`SystemText`).
    var behaviors = DrivenBehaviors.coveredByRules
    /// Whether the first contradiction of each kind is reported in a smaller system that shows it too.
    var shrinks = false

    /// The behaviors that `--without` can take away, for messages.
    private static let behaviorNames = DrivenBehaviors.named.map(\.name).joined(separator: ", ")

    /// The text of `--help`.
    static let page = """
        ProofTrials [--seed S] [--systems N] [--steps M] [--minutes T] [--limit C] [--shrink]
                    [--without LIST] [--slow] [--late]
            Draws the systems of the seeds S to S + N - 1, explores each, and drives it for M steps. It looks for runs
            that break what is called proved, and for counterexamples that do not play. S, N and M are 1, 200 and 4000
            if not given; with T, N is as many as can be begun in T minutes. Systems of more than C configurations are
            not driven; C is 200000 if not given.
            With --shrink the first contradiction of each kind is shown in a smaller system. --without takes away some
            of what a driven system may do: \(behaviorNames).
            With --slow the handler of an effect may begin only after later events; with --late a provider may complete
            a call even after its order was closed. No rule covers either.
        ProofTrials --planted [--seed S] [--systems N] [--steps M] [--limit C] [--without LIST] [--slow] [--late]
            Makes each known mistake on purpose, one after the other, and says whether trials find it within N systems.
            N is 20000 if not given.
        ProofTrials --shipped [--seed S] [--steps M] [--without LIST] [--slow] [--late]
            Drives each shipped flow beside the models of its providers: 'keyway explore --all' says that all is proved.
        ProofTrials --shadows [--seed S] [--sign-ins N] [--log FOLDER]
            Drives naive handlers beside the models of their SDKs, and a shadow and two live runs of the shipped flow
            beside each. What 'keyway shadow' says of the logs is held against the live runs: no lost sign-in is
            invented, what is called lost if the backend had confirmed succeeds where the backend does, and the ten
            callbacks that no row reads and no model says are reported. Each handler is driven until N sign-ins have
            begun beside each model of its SDK, and once more with a shadow that is told every answer, and a person who
            does nothing that the flow rejects: there each lost sign-in is found. Else it may be said to be not judged,
            and at least half of them are found. N is 20000 if not given, which is 100000 sign-ins each time; trials in
            which no sign-in begins do not count.
            With --log the sign-ins with every answer are written into one log of files, in a folder that is not there
            yet, and judged from it; 'keyway shadow FOLDER' must count as many and as many lost.
        ProofTrials --text [--seed S]
            Writes the system of a seed.

        What is found goes to stderr, the result to stdout as one JSON value. The exit is 0 where nothing is
        contradicted, each counterexample plays, each mistake is found and each shipped file is sound, else 1;
        64 for wrong usage. A counterexample need not play where the explorer itself says why no transcript can play it:
          \(PlayedCounterexample.excuses.map(\.words).joined(separator: "\n  "))

        """

    init(_ arguments: [String]) throws(WrongCall) {
        var arguments = CallArguments(arguments)
        var added: DrivenBehaviors = []
        while let option = arguments.nextOption() {
            switch option {
            case "--seed": seed = try arguments.number()
            case "--systems": givenSystems = try arguments.number(1...UInt64.max)
            case "--steps": steps = Int(clamping: try arguments.number(1...UInt64.max))
            case "--limit": limit = Int(clamping: try arguments.number(1...UInt64.max))
            case "--minutes":
                // More minutes would not fit into a duration of whole seconds.
                let minutes = try arguments.number(1...UInt64(Int64.max / 60))
                time = .seconds(Int64(minutes) * 60)
            // So many that the trials behind them can still be counted.
            case "--sign-ins": signIns = Int(try arguments.number(1...1_000_000_000))
            case "--log": log = try arguments.value("a folder that is not there yet")
            case "--shrink": shrinks = true
            case "--slow": added.insert(.slowHandlers)
            case "--late": added.insert(.lateAnswers)
            case "--without": try leaveOut(arguments.value("a list of these: \(Self.behaviorNames)"))
            case "--planted": work = .planted
            case "--shipped": work = .shipped
            case "--shadows": work = .shadows
            case "--text": work = .text
            case "--help", "-h":
                work = .help
                return
            default: throw WrongCall(sentence: "ProofTrials has no option '\(option)'")
            }
        }
        behaviors.formUnion(added)
        try arguments.requireOnly(work.options.union([work.rawValue]), with: work.rawValue)
        guard ![.trials, .planted].contains(work) || systems > 0 && systems <= .max - seed else {
            throw WrongCall(sentence: "there are not so many seeds behind \(seed)")
        }
    }

    /// Takes the behaviors in a comma-separated list away from what a driven system may do.
    private mutating func leaveOut(_ list: String) throws(WrongCall) {
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let named = DrivenBehaviors.named.first(where: { $0.name == name }) else {
                throw WrongCall(sentence: "there is no '\(name)' to leave out: \(Self.behaviorNames)")
            }
            behaviors.remove(named.behavior)
        }
    }
}
