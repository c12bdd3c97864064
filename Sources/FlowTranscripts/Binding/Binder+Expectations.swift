import KeywayCore

extension Binder {
    /// The final that the header expects; nil where the header expects none, and after a report.
    mutating func bindExpectation(of header: Transcript.Header) -> BoundTranscript.Expectation? {
        guard let expectation = header.expectation else { return nil }
        let name =
            switch expectation {
            case .final(let name), .not(let name): name
            }
        let finals = table.states.indices.filter { table.states[$0].isFinal }
        guard let final = finals.first(where: { table.states[$0].name == name }) else {
            let known = listed(finals.map { table.states[$0].name })
            report("final \(quoted(name)) is not one of \(table.name)'s: \(known)", at: header.number)
            return nil
        }
        return if case .final = expectation { .final(final) } else { .not(final) }
    }

    /// What the header demands of the whole run: the values that its final keeps, the orders of the effects that it names, in their order
    /// (orders of other effects do not count), and effects that are never ordered. A demand with an unknown name or a wrong value is
    /// reported and left out.
    mutating func bindDemands(of header: Transcript.Header) -> BoundTranscript.RunDemands {
        let (demands, number) = (header.demands, header.number)
        var bound = BoundTranscript.RunDemands()
        bound.kept = bindExpectedValues(
            demands.kept, to: table.variables, of: table, named: "flow \(quoted(table.name))", at: number)
        bound.effects = demands.effects?.compactMap { bind($0, at: number) }
        bound.without = demands.without.compactMap { effect(named: $0, at: number)?.effectOfLeg }
        return bound
    }

    /// What a line demands, where `effects` are all orders that follow from it; a demand with an unknown name or a wrong value is reported
    /// and left out.
    mutating func bindDemands(_ demands: Transcript.LineDemands, at number: Int) -> BoundTranscript.LineDemands {
        var bound = BoundTranscript.LineDemands(disposition: demands.disposition)
        bound.places = demands.states.compactMap { place(named: $0, at: number) }
        bound.effects = demands.effects?.compactMap { bind($0, at: number) }
        return bound
    }

    /// The leg and state that a name means: `smart.entering`, or `entering` alone where only one flow has such a state. Nil after a report.
    private mutating func place(named name: String, at number: Int) -> BoundTranscript.Place? {
        let found = find(name, at: number, what: "state") { flow, own in flow.states.firstIndex { $0.name == own } }
        switch found {
        case .one(let leg, _, let state): return .init(leg: leg, state: state)
        case .several: return nil
        case .none:
            let known = listed(table.states.map(\.name))
            report("state \(quoted(name)) is not one of \(table.name)'s: \(known)", at: number)
            return nil
        }
    }

    /// The expected order with its names looked up; nil where no flow has the effect, which is reported.
    private mutating func bind(_ order: Transcript.ExpectedOrder, at number: Int) -> BoundTranscript.Order? {
        guard let (effectOfLeg, flow) = effect(named: order.effect, at: number) else { return nil }
        let arguments = bindExpectedValues(
            order.arguments, to: flow.effects[effectOfLeg.effect].fields, of: flow,
            named: "effect \(quoted(order.effect))", at: number)
        return .init(effectOfLeg: effectOfLeg, arguments: arguments)
    }

    /// The effect of this name and the flow that has it; nil after a report.
    private mutating func effect(
        named name: String, at number: Int
    ) -> (effectOfLeg: BoundTranscript.EffectOfLeg, flow: Table)? {
        let found = find(name, at: number, what: "effect") { flow, own in flow.effects.firstIndex { $0.name == own } }
        switch found {
        case .one(let leg, let flow, let effect): return (.init(effect, in: leg), flow)
        case .several: return nil
        case .none:
            report(
                "effect \(quoted(name)) is not one of \(table.name)'s: \(listed(table.effects.map(\.name)))",
                at: number)
            return nil
        }
    }

    /// The expected values, each with the position of the field or variable that must have it; null means absent.
    private mutating func bindExpectedValues(
        _ values: [String: RawValue], to fields: [Field], of flow: Table, named owner: String, at number: Int
    ) -> [BoundTranscript.ExpectedValue] {
        values.sorted { $0.key < $1.key }.compactMap { name, raw in
            guard let position = fields.firstIndex(where: { $0.name == name }) else {
                report("\(owner) has no \(quoted(name)), only: \(listed(fields.map(\.name)))", at: number)
                return nil
            }
            if raw == .null { return .init(position: position, value: nil) }
            guard let value = argument(raw, for: fields[position], of: flow) else {
                let wanted = fields[position].kind.description(among: flow.enumerations)
                report("'\(name)' of \(owner) must be \(wanted)", at: number)
                return nil
            }
            return .init(position: position, value: value)
        }
    }
}
