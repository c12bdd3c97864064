extension Machine {
    /// The positions of the `success` finals that no requirement lets a run enter only after something.
    ///
    /// `explore` reports any run that ends in one of these.
    package var unguardedSuccesses: [Int] {
        let guarded = Set(requirements.flatMap { $0.guardedSuccesses(in: self) })
        return states.indices.filter { states[$0].isSuccess && !guarded.contains($0) }
    }
}

extension Machine.Requirement {
    /// The positions of the `success` finals that stand before `only after` in this requirement; empty for other forms.
    package func guardedSuccesses(in machine: Machine) -> [Int] {
        guard case .onlyAfter(.states(let states), _, _) = content else { return [] }
        return states.filter { machine.states[$0].isSuccess }
    }
}
