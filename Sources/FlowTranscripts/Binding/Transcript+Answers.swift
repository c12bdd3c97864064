package import KeywayCore

extension Transcript {
    /// The answers that the header gives, keyed by the effects whose names stand there.
    ///
    /// - Throws: `BadTranscript` for a name that no effect with replies has, or that effects of several sub-flows have, and for an effect
    ///   that is named twice.
    package func answers(on table: Table) throws(BadTranscript) -> [BoundTranscript.EffectOfLeg: [Answer]] {
        guard let header else { return [:] }
        var binder = Binder(table: table, path: path)
        let answered = binder.answered(by: header)
        guard binder.problems.isEmpty else { throw BadTranscript(problems: binder.problems) }
        return Dictionary(uniqueKeysWithValues: answered.map { ($0.effectOfLeg, $0.answers) })
    }
}

extension [BoundTranscript.EffectOfLeg: [Transcript.Answer]] {
    /// The answers as a header has them, keyed by the effects' full names.
    package func named(in table: Table) -> [String: [Transcript.Answer]] {
        [String: [Transcript.Answer]](uniqueKeysWithValues: map { ($0.key.name(in: table), $0.value) })
    }
}

extension BoundTranscript.EffectOfLeg {
    /// The effect's full name, as in `silent.verify`: the leg's name stands before that of the effect, unless the effect is the root's.
    func name(in table: Table) -> String {
        let flow = leg.flatMap { table.flow(ofLeg: $0) } ?? table
        return (leg.map { $0 + "." } ?? "") + flow.effects[effect].name
    }
}

extension Binder {
    /// An effect that the header names, with the answers that the header gives.
    struct Answered {
        var effectOfLeg: BoundTranscript.EffectOfLeg
        /// The effect's name, as the header has it.
        var name: String
        /// The flow that has the effect.
        var flow: Table
        var replies: EffectSignature.Replies
        var answers: [Transcript.Answer]
    }

    /// The effects that the header's answers are for, each once; a name that does not fit is reported and left out.
    mutating func answered(by header: Transcript.Header) -> [Answered] {
        let known = table.effects.filter { $0.replies != nil }.map(\.name)
        var answered: [Answered] = []
        for (name, answers) in header.replies.sorted(by: { $0.key < $1.key }) {
            let found = find(name, at: header.number, what: "effect") { flow, own in
                flow.effects.firstIndex { $0.name == own }
            }
            switch found {
            case .several: continue
            case .none:
                report(
                    "effect \(quoted(name)) is not one of \(table.name)'s with replies: \(listed(known))",
                    at: header.number)
            case .one(let leg, let flow, let effect):
                guard let replies = flow.effects[effect].replies else {
                    report("effect \(quoted(name)) has no replies; these have: \(listed(known))", at: header.number)
                    continue
                }
                let effectOfLeg = BoundTranscript.EffectOfLeg(effect, in: leg)
                if let other = answered.first(where: { $0.effectOfLeg == effectOfLeg }) {
                    report(
                        "the effect that \(quoted(other.name)) names is named again, as \(quoted(name))",
                        at: header.number)
                    continue
                }
                answered.append(
                    .init(effectOfLeg: effectOfLeg, name: name, flow: flow, replies: replies, answers: answers))
            }
        }
        return answered
    }
}
