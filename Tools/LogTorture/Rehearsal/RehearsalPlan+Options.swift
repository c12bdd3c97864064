import ProgramStreams

extension RehearsalPlan {
    /// The options of a call that say what is rehearsed.
    static let options = [
        "--nodes", "--runs", "--shards", "--append-microseconds", "--item-microseconds", "--read-microseconds",
        "--answer-microseconds",
    ]

    /// Reads the option's number; returns whether there is such an option.
    ///
    /// - Parameters:
    ///   - option: the option that was read last.
    ///   - arguments: the rest of the call, which begins with the option's number.
    mutating func read(_ option: String, from arguments: inout CallArguments) throws(WrongCall) -> Bool {
        func number(_ most: UInt64) throws(WrongCall) -> Int { Int(try arguments.number(1...most)) }
        switch option {
        case "--rehearse": break
        case "--nodes": nodes = try number(100_000)
        case "--runs": runs = try number(1_000_000_000)
        case "--shards": shards = try number(1_024)
        case "--append-microseconds": costs.append = try number(1_000_000)
        case "--item-microseconds": costs.item = try number(1_000_000)
        case "--read-microseconds": costs.read = try number(1_000_000)
        case "--answer-microseconds": costs.answer = try number(1_000_000)
        default: return false
        }
        return true
    }
}
