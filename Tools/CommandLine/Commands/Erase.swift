import KeywayCore

extension Option {
    fileprivate static let keysToErase = Option(
        name: "--keys", value: "DIR", summary: "The folder of the runs' keys, as 'keyway run --keys' makes it",
        isRequired: true)
}

extension Command {
    static let erase = Command(
        name: "erase", summary: "removes a run's key, so that nobody reads the run's encrypted values again",
        operands: [.log("The log's folder, in which nothing is changed, or postgresql://...")],
        options: [.run, .keysToErase, .format],
        endings: [
            (.fine, "The key is gone; every other question to the log gets the same answer as before"),
            (.problem, "No key of the run, or no log; or no such run, of which not all 32 digits are given"),
        ],
        example: "keyway erase runs --run 0123abcd --keys keys",
        perform: { arguments, surroundings in
            guard let keys = arguments[.keysToErase] else { preconditionFailure("the reader asks for it") }
            let log = try OpenedLog(arguments, in: surroundings)
            let choice = try RunChoice(arguments)
            // A run whose beginning failed behind the making of its key is in no log, and its key stays all the same.
            let run = try choice.identity ?? choice.run(in: log)
            try KeyFolder(keys, helpOf: "erase", isMade: false).eraseKey(of: run)
            if arguments.isJSON {
                surroundings.console.write(.object(["run": .text("\(run)"), "erased": .bool(true)]))
            } else {
                surroundings.console.writeLine("the key of run \(run) is erased")
            }
            return .fine
        })
}
