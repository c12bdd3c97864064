extension Machine {
    /// The successes that no requirement names before an `only after`, by their positions.
    package var unguardedSuccesses: [Int] {
        let guarded = Set(requirements.flatMap { $0.guardedSuccesses(in: self) })
        return states.indices.filter { states[$0].isSuccess && !guarded.contains($0) }
    }
}

extension Machine.Requirement {
    /// The successes that the requirement lets a run enter only after something.
    package func guardedSuccesses(in machine: Machine) -> [Int] {
        guard case .onlyAfter(.states(let states), _, _) = content else { return [] }
        return states.filter { machine.states[$0].isSuccess }
    }
}
