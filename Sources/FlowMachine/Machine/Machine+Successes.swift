extension Machine {
    /// The positions of the `success` finals of which no requirement says `FINAL only after ...`.
    ///
    /// Nothing says what must come before such a success, so `explore` reports any run that ends in one.
    package var successesWithoutRequirement: [Int] {
        let required = Set(requirements.flatMap { $0.successesBeforeOnlyAfter(in: self) })
        return states.indices.filter { states[$0].isSuccess && !required.contains($0) }
    }
}

extension Machine.Requirement {
    /// The positions of the `success` finals that stand before `only after` in this requirement; empty for a requirement of another form.
    package func successesBeforeOnlyAfter(in machine: Machine) -> [Int] {
        guard case .onlyAfter(.states(let states), _, _) = content else { return [] }
        return states.filter { machine.states[$0].isSuccess }
    }
}
