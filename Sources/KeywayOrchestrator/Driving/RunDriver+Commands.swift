public import Keyway
import KeywayLog

extension RunDriver {
    /// Asks a command of the run, or of the leg that began last as this sub-flow.
    ///
    /// With an `id`, the same command asked again gets the first answer and nothing else happens. The newest 1,024
    /// identities of a run are known. A leg that has not begun rejects everything, and nothing of that is kept. What its
    /// sources said while it did not hold them, the leg hears first.
    /// `name` is the sub-flow, as `silent` or `outer.inner`; nil is the run itself.
    /// - Throws: `DriverError.noSuchCommand`, `.noSuchLeg`, `.wrongFields` and `.identityInUse` for a mistake of the caller,
    ///   `.log` and `.stopped`.
    public mutating func send(
        _ command: Int, fields: [Value?] = [], to name: String? = nil, id: String? = nil, telling tell: Telling
    ) throws(DriverError) -> CommandAnswer {
        guard let flow = flow(of: name) else { throw .noSuchLeg(name ?? "") }
        try flow.checkCommand(command, fields)
        if let id, let first = try commands.answer(to: command, of: name, fields, id: id) { return first }
        try catchUp(telling: tell)
        let leg = name.map { stream.legs.leg(named: $0) } ?? 0
        guard let leg else { return .rejected(.notNow) }
        // What the SDK said to others, or to nobody, was said before the command.
        try hearUnheard(in: leg, telling: tell)
        let ended = stream.legs.legs[leg].isEnded
        let occurrence = Occurrence(Event(command, fields: fields), commandID: id)
        let disposition = try decide(occurrence, in: leg, telling: tell)
        let answer: CommandAnswer = disposition == .rejected ? .rejected(ended ? .ended : .notNow) : .accepted
        if let id { commands.note(answer, to: command, of: name, fields, id: id) }
        return answer
    }
}
