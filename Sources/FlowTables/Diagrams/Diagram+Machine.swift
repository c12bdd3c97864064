package import FlowDiagram
package import FlowLanguage
package import FlowMachine

extension Diagram {
    /// The picture for people: every state, end and choice of a flow, and each row that moves a run.
    ///
    /// A row of a group that decides in at least half of the group's states, and in more than one, is drawn once, from the
    /// group's border; such a row of the file is drawn from the frame around all states. Any other row is drawn from each state in
    /// which it decides, that is where no row further inside names its event. Rows that do not move the run are not drawn.
    package init(drawing machine: Machine, in source: SourceText) {
        var sketcher = FlowSketcher(machine, source)
        self = sketcher.drawn()
    }

    /// The graph for programs: one edge for each pair of states that a row joins.
    ///
    /// A choice is no node: a row to a choice joins its state to each state that the choice can lead to.
    package init(joining machine: Machine, in source: SourceText) {
        var sketcher = FlowSketcher(machine, source)
        self = sketcher.joined()
    }
}
