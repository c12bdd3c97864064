public import Keyway
import KeywayLog

extension RunDriver {
    /// Takes the answer to an order of the run or of one of its legs.
    public mutating func answer(
        _ order: OrderID, with reply: Int, fields: [Value?] = [], telling tell: Telling
    ) throws(DriverError) {
        let leg = legOf(order)
        try legs[leg].checkReply(reply, to: order, fields)
        try catchUp(telling: tell)
        try decide(Occurrence(Event(reply, fields: fields, answers: order)), in: leg, telling: tell)
    }

    /// Gives the `otherwise` of an effect that its handler did not answer; nothing where nobody waits for it.
    public mutating func giveUp(_ order: OrderID, telling tell: Telling) throws(DriverError) {
        try catchUp(telling: tell)
        guard let (leg, open) = waiting(for: order), let otherwise = legs[leg].otherwise(of: open) else { return }
        try decide(Occurrence(otherwise), in: leg, telling: tell)
    }

    /// Whether an answer to the order still means something: its leg has not ended, and it was not closed.
    func isAwaited(_ order: OrderID) -> Bool { waiting(for: order) != nil }

    /// The leg that waits for the order's answer; one that has ended waits for nothing.
    private func waiting(for order: OrderID) -> (leg: Int, open: RunState.OpenEffect)? {
        guard let leg = stream.legs.leg(waitingFor: order), !legs[leg].isEnded,
            let open = legs[leg].run.openEffects.first(where: { $0.order == order })
        else { return nil }
        return (leg, open)
    }

    /// The leg that gave an order, be it closed by now.
    func legOf(_ order: OrderID) -> Int { orderingLegs[order.sequence] ?? 0 }

    /// Notes whose the orders of a step are; of the root are all that no leg gave.
    mutating func noteOrders(of step: DecidedStep) {
        guard step.leg > 0, !step.orders.isEmpty, case .recorded(let sequence) = step.place else { return }
        orderingLegs[sequence] = step.leg
    }
}
