public import KeywayCore
public import KeywaySuites

extension FlowSuite {
    /// How many things happen on this seed's walk before the run is left alone: 2 to 34, so that lengths differ.
    static func parts(ofWalk seed: UInt64) -> Int { 2 + Int(seed % 5) * 8 }

    /// A seed for each walk of a test; only 0, for the walk to repeat, where `KEYWAY_REPLAY` names this flow.
    public var seeds: [UInt64] {
        let asked = try? ReplayToken.asked()
        return asked?.flow == flow ? [0] : Array(1...40)
    }

    /// The law that does not hold along a walk; nil where each law holds.
    ///
    /// - Parameters:
    ///   - seed: one of `seeds`, from which all that happens on the walk is drawn. Where `KEYWAY_REPLAY` names this
    ///     flow, the walk that it asks for is made and printed, whatever the seed is.
    ///   - table: the table that runs, without a `fault`.
    /// - Throws: `UnreadableToken` when `KEYWAY_REPLAY` is no walk.
    public func violation(along seed: UInt64, through table: Table) throws(UnreadableToken) -> Violation? {
        let asked = try ReplayToken.asked()
        return violation(along: seed, through: table, asked: asked) { print($0) }
    }

    /// The same, where `asked` is the walk that the environment asks for.
    ///
    /// - Parameter tell: is given the asked walk when it was made. A token may name a flow that no suite has: then all suites pass, and
    ///   only the missing text says that nothing was walked again.
    func violation(
        along seed: UInt64, through table: Table, asked: ReplayToken?, telling tell: (String) -> Void
    ) -> Violation? {
        if let asked, asked.flow == flow {
            let walk = WalkRunner(self, through: table).walk(.recorded(asked.choices))
            tell((["\(asked.text) is walked again:"] + walk.lines.map { "    \($0)" }).joined(separator: "\n"))
            return violation(of: walk, seed: nil)
        }
        let runner = WalkRunner(self, through: table)
        let walk = runner.walk(.seed(seed, parts: Self.parts(ofWalk: seed)))
        guard let breach = walk.breach else { return nil }
        let shrinking = Shrinking(runner, law: breach.law)
        return violation(of: shrinking.shortest(walk), seed: seed)
    }

    /// The law that does not hold along exactly this walk; nil where each law holds.
    ///
    /// - Parameters:
    ///   - choices: the numbers that are drawn on the walk; a number that is missing counts as 0.
    ///   - table: the table that runs, without a `fault`.
    public func violation(along choices: ChoiceSequence, through table: Table) -> Violation? {
        violation(of: WalkRunner(self, through: table).walk(.recorded(choices)), seed: nil)
    }

    private func violation(of walk: RecordedWalk, seed: UInt64?) -> Violation? {
        walk.breach.map { breach in
            Violation(
                flow: flow, law: breach.law, explanation: breach.explanation, walk: walk.lines, seed: seed,
                token: ReplayToken(flow: flow, choices: walk.choices).text)
        }
    }

    /// Walks as `violation(along:through:)` does, for a test that wants the violation thrown.
    ///
    /// - Parameters:
    ///   - seed: as for `violation(along:through:)`.
    ///   - table: the table that runs.
    /// - Throws: `Violation` where a law does not hold, `UnreadableToken` when `KEYWAY_REPLAY` is no walk, and
    ///   `Table.Fault` for generated code without a table, through which no walk leads.
    public func walk(_ seed: UInt64, through table: Table) throws {
        if let fault = table.fault { throw fault }
        if let violation = try violation(along: seed, through: table) { throw violation }
    }
}
