public import KeywayCore
import KeywayLog

/// What the test expects.
extension TestRun {
    /// The run itself is in this state.
    ///
    /// - Parameters:
    ///   - state: a state or final of the flow.
    ///   - fileID: where the expectation stands, for the failure.
    ///   - line: the same.
    /// - Throws: ``UnmetExpectation`` where the run is in another state; in an exhaustive test also where the test has
    ///   not expected an effect that was performed before the last thing that the test did.
    public func expectState(
        _ state: Followed.State, fileID: StaticString = #fileID, line: UInt = #line
    ) throws(UnmetExpectation) {
        let place = "\(fileID):\(line)"
        try expectNoOthers(beforeLastMove: true, at: place)
        if self.state != state { throw unmet("the state \(state)", found: "\(self.state)", at: place) }
    }

    /// A sub-flow is in this state, or ended in it.
    ///
    /// - Parameters:
    ///   - state: a state or final of the sub-flow.
    ///   - subFlow: the sub-flow, such as `.smart`; where it ran more than once, the last time counts.
    ///   - fileID: where the expectation stands, for the failure.
    ///   - line: the same.
    /// - Throws: ``UnmetExpectation``, as for the state of the run itself.
    public func expectState<Child: Flow>(
        _ state: Child.State, in subFlow: SubFlow<Followed, Child>, fileID: StaticString = #fileID, line: UInt = #line
    ) throws(UnmetExpectation) {
        let (leg, place) = (subFlow.name, "\(fileID):\(line)")
        let table = try table(of: leg, at: place)
        try expectNoOthers(beforeLastMove: true, at: place)
        let position = Int(exactly: state.rawValue) ?? -1
        let expected = table.states.indices.contains(position) ? table.states[position].name : nil
        let found = stateName(of: leg)
        if found == nil || found != expected {
            let text = found.map { "'\(leg)' in \($0)" } ?? "that '\(leg)' has not begun"
            throw unmet("'\(leg)' in the state \(state)", found: text, at: place)
        }
    }

    /// These effects of the run itself were performed since the last expectation of its effects, in this order, and no
    /// others.
    ///
    /// An effect counts as performed once its handler is called. A test that is not exhaustive may leave out effects before each of
    /// them; an empty list says in any test that nothing was performed.
    /// - Parameters:
    ///   - effects: with their arguments.
    ///   - fileID: where the expectation stands, for the failure.
    ///   - line: the same.
    /// - Throws: ``UnmetExpectation`` where others were performed, or these in another order.
    public func expectEffects(
        _ effects: [Followed.Effect], fileID: StaticString = #fileID, line: UInt = #line
    ) throws(UnmetExpectation) {
        try expectEffects(effects, in: nil, at: "\(fileID):\(line)")
    }

    /// These effects of a sub-flow were performed since the last expectation of its effects, in this order, and no
    /// others.
    ///
    /// - Parameters:
    ///   - effects: effects of the sub-flow with their arguments.
    ///   - subFlow: the sub-flow, such as `.smart`.
    ///   - fileID: where the expectation stands, for the failure.
    ///   - line: the same.
    /// - Throws: ``UnmetExpectation`` where others were performed, or these in another order.
    public func expectEffects<Child: Flow>(
        _ effects: [Child.Effect], in subFlow: SubFlow<Followed, Child>, fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(UnmetExpectation) {
        let (leg, place) = (subFlow.name, "\(fileID):\(line)")
        _ = try table(of: leg, at: place)
        try expectEffects(effects, in: leg, at: place)
    }

    /// Ends the test: lets the run come to rest, and ends its process, so that nothing goes on after the test.
    ///
    /// - Parameters:
    ///   - fileID: where the expectation stands, for the failure.
    ///   - line: the same.
    /// - Throws: ``UnmetExpectation`` where the run does not come to rest; in an exhaustive test also where an effect was performed that
    ///   nobody has expected, or the run has not ended.
    public func finish(fileID: StaticString = #fileID, line: UInt = #line) async throws {
        let place = "\(fileID):\(line)"
        defer { leave() }
        try await runUntilIdle()
        try expectNoOthers(beforeLastMove: false, at: place)
        if isExhaustive, !state.isFinal {
            throw unmet("that the run has ended", found: "\(state), where it goes on", at: place)
        }
    }

    // MARK: - How it is found out

    /// `leg`: the sub-flow's name, nil for the run itself. `place`: where the expectation stands, `Module/File.swift:12`.
    private func expectEffects(
        _ effects: [some FlowWord], in leg: String?, at place: String
    ) throws(UnmetExpectation) {
        let indices = calls.unexpected(in: leg)
        let all = calls.all
        let found = indices.map { PerformedEffect(all[$0].order.effect, all[$0].order.arguments) }
        let expected = effects.map { PerformedEffect($0.position, $0.values) }
        if found == expected { return calls.expect(indices) }
        if !isExhaustive, !expected.isEmpty, let end = found.end(ofSubsequence: expected) {
            return calls.expect(indices.prefix(end))
        }
        throw unmet(
            "the effects \(text(of: expected, in: leg))",
            found: text(of: found, in: leg) + differences(from: expected, to: found, in: leg), at: place)
    }

    /// Throws where effects were performed that nobody has expected, in an exhaustive test; any other test passes.
    ///
    /// `beforeLastMove`: whether effects since the last thing that the test did are left out.
    private func expectNoOthers(beforeLastMove: Bool, at place: String) throws(UnmetExpectation) {
        let others = calls.unexpected(beforeLastMove: beforeLastMove)
        guard isExhaustive, !others.isEmpty else { return }
        let list = others.map { effects.text(of: $0) }.joined(separator: ", ")
        throw unmet("no effects but those of 'expectEffects'", found: "[\(list)] besides", at: place)
    }

    private func table(of leg: String, at place: String) throws(UnmetExpectation) -> Table {
        if let table = effects.table(of: leg) { return table }
        let names = effects.flow.descendants.compactMap(\.legName).joined(separator: ", ")
        throw unmet("a sub-flow '\(leg)'", found: names.isEmpty ? "that the flow has none" : "only \(names)", at: place)
    }

    /// The effects as a list, such as `[begin(requestId: "ARID_1"), stop]`.
    private func text(of performed: [PerformedEffect], in leg: String?) -> String {
        "[" + performed.map { effects.text(of: $0.effect, with: $0.arguments, in: leg) }.joined(separator: ", ") + "]"
    }

    /// The missing and the unexpected effects: the end of the failure's sentence, after the effects that were found.
    private func differences(
        from expected: [PerformedEffect], to found: [PerformedEffect], in leg: String?
    ) -> String {
        let difference = found.difference(from: expected)
        let missing = difference.removals.map(\.element)
        // A test that is not exhaustive says nothing against others.
        let unexpected = isExhaustive ? difference.insertions.map(\.element) : []
        return (missing.isEmpty ? "" : "; missing: \(text(of: missing, in: leg))")
            + (unexpected.isEmpty ? "" : "; not expected: \(text(of: unexpected, in: leg))")
    }
}

/// An effect as expectations compare it.
private struct PerformedEffect: Hashable {
    /// By its position among the effects of the leg's table.
    let effect: Int
    let arguments: [Value?]

    init(_ effect: Int, _ arguments: [Value?]) {
        self.effect = effect
        self.arguments = arguments
    }
}

extension CollectionDifference.Change {
    fileprivate var element: ChangeElement {
        switch self {
        case .insert(_, let element, _), .remove(_, let element, _): element
        }
    }
}

extension Array where Element: Equatable {
    /// The length of the shortest prefix that has all of the others in their order; nil where no prefix has.
    fileprivate func end(ofSubsequence others: [Element]) -> Int? {
        var end = 0
        for other in others {
            guard let place = self[end...].firstIndex(of: other) else { return nil }
            end = place + 1
        }
        return end
    }
}
