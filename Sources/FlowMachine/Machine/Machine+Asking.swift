import FlowLanguage

extension Machine {
    /// The machine with a choice that no row leads to and that asks these conditions: what they read then counts as if a
    /// guard read it.
    package func asking(_ conditions: [Condition]) -> Machine {
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
