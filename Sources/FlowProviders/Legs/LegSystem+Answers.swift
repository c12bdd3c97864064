import FlowMachine
import KeywayCore

/// An effect that may get one answer of a provider, with the reply that the answer then is.
struct AnswerTaker: Hashable {
    /// By its position in its flow.
    var effect: Int
    /// The reply.
    var event: Int
    /// What the answer gives to the reply's fields, by their positions.
    var values: [Int: Value?]
}

extension LegSystem {
    /// What the answer at this position among those of all providers does.
    ///
    /// There is a step for each open effect that may get the answer, and for each way in which fields that the answer
    /// leaves open make a difference.
    mutating func steps(on answer: Int, from position: Int32) -> [LegsStep] {
        let key = AnswerPlace(position: position, answer: answer)
        if let known = answerSteps[key] { return known }
        var steps: [LegsStep] = []
        for (place, leg) in configurations[Int(position)].legs.enumerated()
        where !flows[leg.flow].system.isFinal(leg.position) {
            let flow = flows[leg.flow]
            for taker in flow.takers[answer] where !flow.system.isUnperformed(taker.effect, in: leg.position) {
                for input in flow.system.replies(to: taker.effect, taker.event, giving: taker.values, in: leg.position)
                {
                    let input = LegInput(place: place, input: input)
                    steps += self.steps(
                        by: blocks(of: input, from: position), input: number(of: input), from: position)
                }
            }
        }
        answerSteps[key] = steps
        return steps
    }
}

/// An answer in a configuration of the legs.
struct AnswerPlace: Hashable {
    /// The configuration's position.
    var position: Int32
    /// The answer, by its position among those of all models.
    var answer: Int
}
