import FlowMachine
import FlowProviders
import KeywayCore

extension Machine {
    /// An int of at most so many values is tried with each of them, any other with its least and its greatest.
    private static let greatestCountOfInts = 16

    /// Sets of parameter values, other than the flow's own, with which a run may be begun, as a transcript's header has them: at most so
    /// many, those first that change the fewest parameters.
    ///
    /// A bool, an enum and an int have each of their values, unless the int has too many, and a duration has its shortest and its longest.
    func otherParameters(atMost greatestCount: Int) -> [[String: RawValue]] {
        let others = parameters.map { (parameter: $0, values: otherValues(of: $0)) }
        var choices: [[Int: Value]] = []
        // The choices that change one parameter, then those that change two, and so on.
        var latest: [[Int: Value]] = [[:]]
        while !latest.isEmpty, choices.count < greatestCount {
            latest = latest.flatMap { chosen in
                // Only parameters behind those that are chosen, so that no choice comes twice.
                others.filter { other in chosen.keys.allSatisfy { $0 < other.parameter } }.flatMap { other in
                    other.values.map { chosen.merging([other.parameter: $0]) { _, new in new } }
                }
            }
            choices += latest
        }
        return choices.prefix(greatestCount).map { chosen in
            let places = chosen.keys.sorted()
            return places.map { variables[$0].field }.arguments(places.map { chosen[$0] }, among: enumerations)
        }
    }

    /// The values to try for the parameter, which is no text and no set, without the one that the flow gives it.
    private func otherValues(of parameter: Int) -> [Value] {
        let kind = variables[parameter].field.kind
        let values =
            kind.values(among: enumerations, ofIntsAtMost: Self.greatestCountOfInts)
            ?? kind.ends(among: enumerations).map { [$0.least, $0.greatest] } ?? []
        return values.filter { $0 != variables[parameter].initial }
    }
}
