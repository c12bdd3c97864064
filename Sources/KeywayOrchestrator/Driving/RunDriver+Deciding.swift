import Keyway
import KeywayLog

extension RunDriver {
    /// Decides an event and all that follows from it at once, as one block.
    @discardableResult
    mutating func decide(
        _ occurrence: Occurrence, in leg: Int, telling tell: Telling
    ) throws(DriverError) -> Disposition? {
        guard !isStopped else { throw .stopped }
        var block = Block(after: stream, at: time.now, hearing: unheard)
        block.decide(occurrence, in: leg)
        try commit(block, telling: tell)
        return block.steps.first?.disposition
    }

    /// Makes a block durable, and only then moves the stream on and tells the steps.
    mutating func commit(_ block: Block, telling tell: Telling) throws(DriverError) {
        if !block.records.isEmpty {
            do {
                try log.append(block.records, to: run, expecting: .exactly(nextSequence))
            } catch {
                isStopped = true
                throw .log(error)
            }
        }
        stream = block.stream
        for step in block.steps {
            noteOrders(of: step)
            tell(step)
        }
    }
}
