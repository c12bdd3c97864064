import ProgramStreams

/// What one call of the program asks for.
struct Call {
    enum Work: Equatable {
        /// Plays the course of each seed, all that the seed draws, and checks by the laws what came of it.
        case seeds
        /// Plays the course of one seed, and tells each step of the course.
        case story
        /// Makes each mistake on purpose, and looks for a seed in which a law then does not hold.
        case mistakes
        /// Kills this many processes while they write into a log on the real disk.
        case kill(Int)
        /// Simulates an hour of many nodes and databases, by what nodes were seen to ask of a database in a few sign-ins.
        case rehearsal
        /// Writes into the log in the folder until somebody kills this process: what `kill` starts.
        case write(folder: String)
        case help
    }

    /// What is tortured by seeds.
    enum Subject: String {
        /// The log of files, on a disk that fails.
        case files
        /// Nodes that share one log.
        case nodes = "--nodes"
        /// Live runs over a log that fails and is opened again.
        case reopened = "--reopened"

        /// The names of the mistakes that can be made on purpose.
        var mistakes: [String] {
            switch self {
            case .files: LogMistake.allCases.map(\.rawValue)
            case .nodes: NodeMistake.allCases.map(\.rawValue)
            case .reopened: ReopenedMistake.allCases.map(\.rawValue)
            }
        }
    }

    var work = Work.seeds
    var subject = Subject.files
    var seed: UInt64 = 1
    /// The numbers of a rehearsal.
    var plan = RehearsalPlan()
    /// How many seeds to try; for a mistake the most, as the search ends at the first seed that shows it.
    var seeds: UInt64 { givenSeeds ?? (work == .mistakes ? 100_000 : 1_000) }
    /// The number behind `--seeds`; nil where the call has none.
    private var givenSeeds: UInt64?
    /// For `write`: the number of this process among those that are killed one after the other.
    var life: UInt64 = 0
    /// Whether the result is written as lines, and not as JSON.
    var isText = false
    /// The mistake that is made on purpose in each seed; nil for none, or for each in turn with `mistakes`.
    var mistake: String?

    static let page = """
        LogTorture [--seed S] [--seeds N] [--plant NAME] [--format json|text]
            Opens and writes logs on a simulated disk that fails, and ends each by a close, a kill or a loss of power,
            by the seeds S to S + N - 1: 1 and 1000 if not said.
        LogTorture --planted [--seed S] [--seeds N] [--plant NAME] [--format json|text]
            Makes each known mistake on purpose, one after the other, and says whether the torture finds it within N
            seeds: 100000 if not said.
        LogTorture --story [--seed S] [--plant NAME] [--format json|text]
            Tells each step of one seed on stderr.
        LogTorture --nodes [--planted | --story] [--seed S] [--seeds N] [--plant NAME] [--format json|text]
            The same for nodes that share one log: several nodes, an engine that loses statements and answers, people
            who ask twice, all in one thread and by a virtual clock.
        LogTorture --reopened [--planted | --story] [--seed S] [--seeds N] [--plant NAME] [--format json|text]
            The same for live runs over a log that is opened again where it fails: it refuses, loses, doubts and delays
            what they append, the app ends and lives again, people ask twice. Threads come between as they will, so
            two calls with one seed may go different ways; the digest is of what the seeds draw alone.
        LogTorture --kill N [--seed S] [--format json|text]
            Kills N processes while they write into a folder of the disk, and checks that no acknowledged record is
            lost.
        LogTorture --rehearse [--nodes N] [--runs M] [--shards K] [--seed S] [--plant NAME] [--format json|text]
                   [--append-microseconds T] [--item-microseconds T] [--read-microseconds T] [--answer-microseconds T]
            Plays an hour in which M sign-ins come to N nodes over K databases: 10000000, 1000 and 8 if not said. Of ten
            people three never type their code, one of fifty nodes dies, at least one, and one database is gone for a
            while. What a sign-in asks of the engine is counted on the nodes' own code. A statement keeps its database
            busy for as long as one append alone, 99 microseconds if not said, or as one that only reads, 50, and for 9
            more for each further item that goes with it; the answer takes 193 more. These were measured on two cores
            that PostgreSQL shared with its clients. The result has the share of time in which each database is busy,
            and how many milliseconds deadlines were late, and orders of dead nodes waited.

        With --plant NAME that mistake is made throughout; with --planted only that one is tried.

        The result goes to stdout as one JSON value, or as lines with --format text. The exit is 0 where every law holds
        and each mistake is found, else 1; 64 for a wrong call. Where --kill cannot begin a process, that is said on
        stderr alone, with no result, and the exit is 1.

        """

    init(_ arguments: [String]) throws(WrongCall) {
        // Known before the loop, because `--nodes` has a number in a rehearsal and none otherwise.
        if arguments.contains("--rehearse") { work = .rehearsal }
        var arguments = CallArguments(arguments)
        while let option = arguments.nextOption() {
            switch option {
            case "--seed": seed = try arguments.number()
            case "--seeds": givenSeeds = try arguments.number(1...UInt64.max)
            case "--kill": work = .kill(Int(clamping: try arguments.number(1...UInt64.max)))
            case "--planted": work = .mistakes
            case "--nodes" where work != .rehearsal: try choose(.nodes)
            case "--reopened": try choose(.reopened)
            case "--plant": mistake = try arguments.value("the name of a mistake")
            case "--story": work = .story
            case "--write": work = .write(folder: try arguments.value("a folder"))
            case "--life": life = try arguments.number()
            case "--format":
                let format = try arguments.value("'json' or 'text'")
                guard format == "json" || format == "text" else {
                    throw WrongCall(sentence: "--format is json or text, not '\(format)'")
                }
                isText = format == "text"
            case "--help", "-h":
                work = .help
                return
            default:
                if work == .rehearsal, try plan.read(option, from: &arguments) { continue }
                throw WrongCall(sentence: "LogTorture has no option '\(option)'")
            }
        }
        try arguments.requireOnly(options.read, with: options.work)
        try check()
    }

    private mutating func choose(_ chosen: Subject) throws(WrongCall) {
        if subject != .files, subject != chosen {
            throw WrongCall(sentence: "\(subject.rawValue) does not go with \(chosen.rawValue)")
        }
        subject = chosen
    }

    /// The options that may stand in a call for this work, and what a refusal calls the work.
    private var options: (read: Set<String>, work: String) {
        switch work {
        case .seeds: (["--seed", "--seeds", "--nodes", "--reopened", "--plant", "--format"], "a torture by seeds")
        case .story: (["--story", "--seed", "--nodes", "--reopened", "--plant", "--format"], "--story")
        case .mistakes:
            (["--planted", "--seed", "--seeds", "--nodes", "--reopened", "--plant", "--format"], "--planted")
        case .kill: (["--kill", "--seed", "--format"], "--kill")
        case .rehearsal: (Set(["--rehearse", "--seed", "--plant", "--format"] + RehearsalPlan.options), "--rehearse")
        case .write: (["--write", "--life"], "--write")
        case .help: ([], "--help")
        }
    }

    private func check() throws(WrongCall) {
        let mistakes =
            work == .rehearsal ? RehearsalMistake.allCases.map(\.rawValue) : subject.mistakes
        if let mistake, !mistakes.contains(mistake) {
            throw WrongCall(sentence: "there is no mistake '\(mistake)': \(mistakes.joined(separator: ", "))")
        }
        if work == .seeds || work == .mistakes, seeds > .max - seed {
            throw WrongCall(sentence: "there are not so many seeds behind \(seed)")
        }
    }
}
