import Foundation
import KeywayCore
import KeywayPostgres
import ProgramStreams

/// What one call of the program asks for.
struct Call {
    enum Work: Equatable {
        case signIn
        /// Kills processes in the middle of sign-ins, this many times, and judges what is left.
        case kill(Int)
        /// Serves sign-ins as one of several processes, which read requests from their standard input.
        case serve
        /// Makes each mistake on purpose, and says whether the kills find it.
        case planted
        case help
    }

    /// Who types in a sign-in.
    enum Who: Equatable {
        case person
        case chance
        case script(Script)
    }

    var work = Work.signIn
    /// The path of the log's folder; what servers and handlers note is beside it.
    var log = Call.usualLog
    /// The address of the database that has the app's log; nil where the log is in the folder `log`.
    var database: String?
    /// How many processes serve at a time; nil where a process signs in for itself.
    var nodes: Int?
    /// A command of the shell that restarts the database.
    var restart: String?
    /// How the SDKs, the backend and the channel from the SDKs to the app behave.
    var temper = World.Temper()
    /// The seed of all random choices; nil where the call does not say, and then a sign-in draws one.
    var givenSeed: UInt64?
    /// How many times as fast as the wall clock the sign-in's clock runs.
    var speed = 1
    /// By how much somebody has set the clock back, in milliseconds.
    var clockBehind: Int64 = 0
    /// Who types the person's lines.
    var who = Who.person
    var form = Teller.Form.text

    /// Where a sign-in is stored unless the call says otherwise: always the same place, so that the next process finds it.
    static var usualLog: String {
        FileManager.default.temporaryDirectory.appendingPathComponent("keyway-sign-in").path
    }

    static let page = """
        TerminalSignIn [--log FOLDER] [--seed N] [--latency MS] [--silence PERCENT] [--trouble PERCENT]
                       [--faults drop,double,reorder] [--otpless VERSION] [--speed N] [--script FILE|WORDS | --auto]
            Signs in with PhoneLogin in this terminal, over SDKs that are played by their models in Specs/*/Models. Kill it at
            any moment and begin it again with the same --log: it goes on where it was. 'help' lists what you can type.
              --log FOLDER       the app's log; beside it FOLDER.server has what the servers know. If not said, a folder
                                 'keyway-sign-in' among the temporary files.
              --seed N           what chance does; drawn, and told, if not said
              --latency MS       what an answer takes on average: 800 if not said
              --silence PERCENT  how often an SDK or the backend says nothing: 5 if not said
              --trouble PERCENT  how often an SDK fails, or speaks of an older attempt: 15 if not said
              --faults LIST      what happens to words on their way to the app: drop, double, reorder
              --otpless VERSION  2.3.2, which it is if not said, 2.0.9 or 3.0
              --speed N          lets the clock run N times as fast
              --script ...       types lines from a file, or from the words themselves with ';' between them
              --auto             types by chance what is asked
              --format text|lines
                                 tells for people, or for programs
              --database ADDRESS keeps the app's log in this database of PostgreSQL, which has the tables of a log
                                 ('keyway schema'), and not in FOLDER: postgresql://...
        TerminalSignIn --kill N [--seed S] [--database ADDRESS]
            Signs in by chance, kills the process N times at random moments, begins it again each time, and judges: what
            was shown is in the log, every run replays, nothing that happens once is begun twice, nobody is authenticated
            without proof, and every sign-in ends. Over a database half of the processes are not killed but stopped, and
            go on after another one has taken the log.
        TerminalSignIn --nodes N --database ADDRESS --kill M [--seed S] [--restart COMMAND]
            Twelve phones sign in through N processes over one database, each of which goes on with any sign-in. M times
            one of them is killed, stopped for up to 5 seconds or told to end, or the database is restarted by a command
            of the shell, as 'pg_ctl -D FOLDER -m immediate restart'. Then all of them are judged as above. The database
            must be empty; a kill takes about two seconds.
        TerminalSignIn --serve --database ADDRESS
            One of these processes: it takes lines of JSON, and answers by lines of JSON.
        TerminalSignIn --planted [--seed S]
            Makes each known mistake on purpose and says whether the kills find it. --plant NAME makes one in a sign-in,
            or throughout the kills.

        The exit is 0 where all is well, 1 where a law does not hold or a sign-in cannot be opened, 64 for wrong usage.

        """

    init(_ words: [String], readFile: (String) -> String? = { try? String(contentsOfFile: $0, encoding: .utf8) })
        throws(WrongCall)
    {
        temper.tendency = RandomModelWalk.Tendency(silence: 5, trouble: 15)
        var arguments = CallArguments(words)
        while let option = arguments.nextOption() {
            switch option {
            case "--log":
                log = try arguments.value("a folder")
                // It is shown, and becomes the name of a folder; an address may have a password in it.
                if log.looksLikeAddress {
                    throw WrongCall(sentence: "--log is a folder; the address of a database goes with --database")
                }
            case "--database": database = try arguments.value("the address of a database")
            case "--seed": givenSeed = try arguments.number()
            case "--latency": temper.latency = Int(try arguments.number(0...600_000))
            case "--silence": temper.tendency.silence = Int(try arguments.number(0...100))
            case "--trouble": temper.tendency.trouble = Int(try arguments.number(0...100))
            case "--faults": temper.faults = try Self.faults(arguments.value("a list"))
            case "--otpless": temper.otplessVersion = try arguments.value("a version")
            case "--speed": speed = Int(try arguments.number(1...1000))
            case "--clock-behind":
                clockBehind = Int64(try arguments.number(0...1_000_000_000_000))
            case "--auto": who = .chance
            case "--script":
                let given = try arguments.value("a file, or lines")
                do throws(Misunderstanding) {
                    who = .script(try Script(readFile(given) ?? given))
                } catch {
                    throw WrongCall(sentence: error.sentence)
                }
            case "--kill": work = .kill(Int(try arguments.number(1...1_000_000)))
            case "--planted": work = .planted
            case "--serve": work = .serve
            case "--nodes": nodes = Int(try arguments.number(1...16))
            case "--restart": restart = try arguments.value("a command of the shell")
            case "--plant": temper.plant = try Self.plant(arguments.value("a name"))
            case "--format":
                let name = try arguments.value("'text' or 'lines'")
                guard let form = Teller.Form(rawValue: name) else {
                    throw WrongCall(sentence: "--format is 'text' or 'lines', not '\(name)'")
                }
                self.form = form
            case "--help", "-h":
                work = .help
                return
            default: throw WrongCall(sentence: "TerminalSignIn has no option '\(option)'; --help lists them")
            }
        }
        try checkNodes()
    }

    private func checkNodes() throws(WrongCall) {
        if work == .serve, database == nil { throw WrongCall(sentence: "--serve needs --database with an address") }
        if restart != nil, nodes == nil { throw WrongCall(sentence: "--restart goes with --nodes") }
        guard nodes != nil else { return }
        guard case .kill = work, database != nil else {
            throw WrongCall(sentence: "--nodes needs --kill with a number, and --database with an address")
        }
        if let plant = temper.plant, plant.recovery.planted != nil {
            throw WrongCall(sentence: "'\(plant.rawValue)' is a mistake of a process that comes back, not of --nodes")
        }
    }

    /// Where the app's log is.
    ///
    /// - Throws: `PostgresLog.Failure` where the address is invalid, or this build cannot use a database.
    func signInLog() throws -> SignInLog {
        guard let database else { return .folder(log) }
        return .database(try PostgresDatabase(database, lease: SignInLog.lease))
    }

    /// The log's folder, or its database without a password.
    var logName: String {
        if case .database(let database)? = try? signInLog() { database.name } else { log }
    }

    private static func faults(_ list: String) throws(WrongCall) -> Set<ChannelFault> {
        var faults: Set<ChannelFault> = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let fault = ChannelFault(rawValue: String(name)) else {
                throw WrongCall(sentence: "there is no fault '\(name)': they are drop, double and reorder")
            }
            faults.insert(fault)
        }
        return faults
    }

    private static func plant(_ name: String) throws(WrongCall) -> Plant {
        guard let plant = Plant(rawValue: name) else {
            let known = Plant.allCases.map(\.rawValue).joined(separator: ", ")
            throw WrongCall(sentence: "there is no mistake '\(name)': they are \(known)")
        }
        return plant
    }
}
