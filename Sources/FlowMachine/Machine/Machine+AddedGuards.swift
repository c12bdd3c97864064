import FlowLanguage

extension Machine {
    /// A copy of the machine in which the conditions count as guards.
    ///
    /// Searches tell runs apart only by what guards read; in the copy they also tell apart what these conditions read. The
    /// conditions become guards of an added choice to which no row leads, so runs behave as before.
    package func addingGuards(_ conditions: [Condition]) -> Machine {
        var machine = self
        let nowhere = SourceRange(0, 0)
        let branches = conditions.map {
            Choice.Branch(condition: .when($0), target: .state(0), body: Body(), range: nowhere)
        }
        guard !branches.isEmpty else { return machine }
        machine.choices.append(
            Choice(name: Name("", at: nowhere), scope: 0, branches: branches, range: nowhere, isFaulty: false))
        return machine
    }
}
