package import FlowLanguage
package import KeywayCore

extension Table.Annotations {
    /// Notes where the rows of the machine's table stand in its spec, what its finals keep, which finals are successes, and the same of
    /// each sub-flow's flow.
    package init(of machine: Machine, table: Table, in source: SourceText) {
        let file = source.path.split(separator: "/").last.map(String.init) ?? source.path
        // The table has the machine's rows and then those that `TableBuilder` makes of `other` rows. The latter get 0, which means: no
        // line.
        let lines = table.rows.indices.map { row in
            machine.rows.indices.contains(row) ? source.lineNumber(of: machine.rows[row].range.lower) : 0
        }
        let children = zip(machine.children, table.children).compactMap { child, signature in
            child.flow.map { Table.Annotations(of: $0.machine, table: signature.table, in: $0.source) }
        }
        let keeps = machine.states.filter { !$0.keeps.isEmpty }.map { final in
            (final.name.text, final.keeps.map { machine.variables[$0].field.name })
        }
        self.init(
            file: file, rowLines: lines, keeps: Dictionary(keeps) { first, _ in first },
            successes: machine.states.filter(\.isSuccess).map(\.name.text), children: children)
    }
}
