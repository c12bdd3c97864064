import ProgramStreams

/// What one call of the program asks for.
struct Call {
    enum Work: Equatable {
        case seeds
        case planted
        case kill(Int)
        /// One process of those that are killed.
        case write(folder: String)
        case help
    }

    var work = Work.seeds
    /// Whether many nodes over one engine are tried, and not the log of files.
    var isOfNodes = false
    var seed: UInt64 = 1
    /// How many seeds to try; with `--planted`, how many at most for each mistake.
    var seeds: UInt64 { given ?? (isPlanted ? 100_000 : 1_000) }
    private var given: UInt64?
    /// Tells each step of the first seed.
    var tellsStory = false
    var isText = false
    /// One mistake, made throughout.
    var plant: String?

    static let page = """
        LogTorture [--seed S] [--seeds N] [--format json|text]
            Opens and writes logs on a simulated disk that fails, and ends each by a close, a kill or a loss of power, by
            the seeds S to S + N - 1: 1 and 1000 if not said.
        LogTorture --planted [--seed S] [--seeds N]
            Makes each known mistake on purpose, one after the other, and says whether the torture finds it within N seeds:
            100000 if not said.
        LogTorture --nodes [--planted] [--story] [--seed S] [--seeds N] [--plant NAME] [--format json|text]
            The same for nodes that share one log: several nodes, an engine that loses statements and answers, people who ask
            twice, all in one thread and by a virtual clock.
        LogTorture --kill N [--seed S]
            Kills N processes while they write into a folder of the disk, and checks that no acknowledged record is lost.
        LogTorture --story --seed S
            Tells each step of one seed on stderr.

        With --plant NAME that mistake is made throughout; with --planted only that one is tried.

        The result goes to stdout as one JSON value, or as lines with --format text. The exit is 0 where every law holds and
        each mistake is found, else 1; 64 for a wrong call.

        """

    init(_ words: [String]) throws(WrongCall) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--seed": seed = try Self.number(word, rest.popFirst())
            case "--seeds": given = try Self.number(word, rest.popFirst())
            case "--kill": work = .kill(Int(clamping: try Self.number(word, rest.popFirst())))
            case "--planted": work = .planted
            case "--nodes": isOfNodes = true
            case "--plant": plant = rest.popFirst() ?? ""
            case "--story": tellsStory = true
            case "--write":
                guard let folder = rest.popFirst() else { throw WrongCall(sentence: "--write needs a folder") }
                work = .write(folder: folder)
            case "--format":
                let format = rest.popFirst() ?? ""
                guard format == "json" || format == "text" else {
                    throw WrongCall(sentence: "--format is json or text, not '\(format)'")
                }
                isText = format == "text"
            case "--help", "-h":
                work = .help
                return
            default: throw WrongCall(sentence: "LogTorture has no option '\(word)'")
            }
        }
        let plants = isOfNodes ? NodePlant.allCases.map(\.rawValue) : Plant.allCases.map(\.rawValue)
        if let plant, !plants.contains(plant) {
            throw WrongCall(sentence: "there is no mistake '\(plant)': \(plants)")
        }
        if case .kill = work, isOfNodes {
            throw WrongCall(sentence: "--nodes does not go with --kill: its nodes die in a simulation")
        }
        if case .kill = work, plant != nil {
            throw WrongCall(sentence: "--plant does not go with --kill: the processes that are killed make no mistakes")
        }
        let usesSeeds = isPlanted || work == .seeds && !tellsStory
        if usesSeeds, seeds > .max - seed {
            throw WrongCall(sentence: "there are not so many seeds behind \(seed)")
        }
    }

    private var isPlanted: Bool { if case .planted = work { true } else { false } }

    private static func number(_ option: String, _ word: String?) throws(WrongCall) -> UInt64 {
        guard let word, let number = UInt64(digits: word) else {
            throw WrongCall(sentence: "\(option) needs a number\(word.map { ", not '\($0)'" } ?? "")")
        }
        return number
    }
}
