package import FlowDiagram
package import FlowLanguage
package import FlowMachine

extension Diagram {
    /// What a person looks at: every state, end and choice of a flow, and each row that moves a run, drawn once.
    ///
    /// A row of a group that decides in most of its states is drawn from the group's border, and a row of the file from the
    /// frame around all states; an innermost row in a state takes precedence, as in the flow. Rows that stay are not drawn.
    package init(drawing machine: Machine, in source: SourceText) {
        var sketcher = FlowSketcher(machine, source)
        self = sketcher.drawn()
    }

    /// One edge for each pair of states that a row joins; a choice is passed through to each state that it can lead to.
    package init(joining machine: Machine, in source: SourceText) {
        var sketcher = FlowSketcher(machine, source)
        self = sketcher.joined()
    }
}
