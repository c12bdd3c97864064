import ProgramStreams

/// What one call of the program asks for.
struct Call {
    enum Work: Equatable {
        case seeds
        /// Tells each step of one seed.
        case story
        /// Makes each mistake on purpose, and looks for the seed that shows it.
        case mistakes
        case kill(Int)
        /// One process of those that are killed.
        case write(folder: String)
        case help
    }

    var work = Work.seeds
    /// Whether many nodes over one engine are tried, and not the log of files.
    var isOfNodes = false
    var seed: UInt64 = 1
    /// How many seeds to try; for each mistake the most.
    var seeds: UInt64 { givenSeeds ?? (work == .mistakes ? 100_000 : 1_000) }
    private var givenSeeds: UInt64?
    /// The number of the process among those that write into one folder, for a process that is killed.
    var life: UInt64 = 0
    var isText = false
    /// One mistake, made throughout.
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
        LogTorture --kill N [--seed S] [--format json|text]
            Kills N processes while they write into a folder of the disk, and checks that no acknowledged record is
            lost.

        With --plant NAME that mistake is made throughout; with --planted only that one is tried.

        The result goes to stdout as one JSON value, or as lines with --format text. The exit is 0 where every law holds
        and each mistake is found, else 1; 64 for a wrong call.

        """

    init(_ arguments: [String]) throws(WrongCall) {
        var arguments = CallArguments(arguments)
        while let option = arguments.nextOption() {
            switch option {
            case "--seed": seed = try arguments.number()
            case "--seeds": givenSeeds = try arguments.number(1...UInt64.max)
            case "--kill": work = .kill(Int(clamping: try arguments.number(1...UInt64.max)))
            case "--planted": work = .mistakes
            case "--nodes": isOfNodes = true
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
            default: throw WrongCall(sentence: "LogTorture has no option '\(option)'")
            }
        }
        try arguments.requireOnly(options.read, with: options.work)
        try check()
    }

    /// The options that the work reads, and what a refusal calls the work.
    private var options: (read: Set<String>, work: String) {
        switch work {
        case .seeds: (["--seed", "--seeds", "--nodes", "--plant", "--format"], "a torture by seeds")
        case .story: (["--story", "--seed", "--nodes", "--plant", "--format"], "--story")
        case .mistakes: (["--planted", "--seed", "--seeds", "--nodes", "--plant", "--format"], "--planted")
        case .kill: (["--kill", "--seed", "--format"], "--kill")
        case .write: (["--write", "--life"], "--write")
        case .help: ([], "--help")
        }
    }

    private func check() throws(WrongCall) {
        let mistakes = isOfNodes ? NodeMistake.allCases.map(\.rawValue) : LogMistake.allCases.map(\.rawValue)
        if let mistake, !mistakes.contains(mistake) {
            throw WrongCall(sentence: "there is no mistake '\(mistake)': \(mistakes.joined(separator: ", "))")
        }
        if work == .seeds || work == .mistakes, seeds > .max - seed {
            throw WrongCall(sentence: "there are not so many seeds behind \(seed)")
        }
    }
}
