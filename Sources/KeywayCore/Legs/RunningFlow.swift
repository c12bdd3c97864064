/// A flow as its runs share it: its table and sub-flows once in memory, with facts that every event needs.
package final class RunningFlow: Sendable {
    package let table: Table
    /// In the order of the table's children.
    package let children: [RunningFlow]
    /// The names of the sub-flows from the root to this one, `silent` or `outer.inner`; nil for the root.
    package let legName: String?
    /// Counts the root flow, which is 0, and all of its sub-flows: each flow comes before its own sub-flows.
    package let number: Int
    /// All sub-flows at any depth, in the order of their numbers.
    package let descendants: [RunningFlow]
    /// Whether a variable or a field of an event is personal, secret or transient, so that no log has its value in clear.
    package let isClassified: Bool
    /// Whether `isClassified` is true of this flow, or of a sub-flow of it.
    package let hasClassified: Bool
    /// Whether a variable or a field of an event of this flow, or of a sub-flow of it, is personal or secret.
    private let hasSealable: Bool
    /// The paths of raw callbacks that a row of any flow of the run reads into a classified field: each flow of the run has the same.
    package let classifiedPaths: Set<[String]>
    /// Whether runs of the flow have their personal and secret values again after a restart, if there is a key store.
    ///
    /// True where there are such values, and this flow and each of its sub-flows that has any asks for them:
    /// `Table.asksForValues`.
    package let takesValuesBack: Bool
    /// The sources of this flow, without those of its sub-flows, that are `singleton`: one source for all runs.
    package let singletons: [CallbackReading.SourceName]
    /// The `singleton` sources of this flow and of all of its sub-flows.
    package let allSingletons: [CallbackReading.SourceName]
    /// Whether this flow, or a sub-flow of it, has a source that retains callbacks, for runs and legs that begin later.
    package let hearsRetained: Bool

    /// A root flow with its sub-flows.
    package convenience init(_ table: Table) {
        var count = 0
        self.init(table, named: nil, withholding: table.classifiedPaths, counting: &count)
    }

    private init(
        _ table: Table, named name: String?, withholding classifiedPaths: Set<[String]>,
        counting count: inout Int
    ) {
        self.table = table
        self.classifiedPaths = classifiedPaths
        legName = name
        number = count
        count += 1
        var children: [RunningFlow] = []
        for child in table.children {
            let childName = name.map { "\($0).\(child.name)" } ?? child.name
            children.append(
                RunningFlow(child.table, named: childName, withholding: classifiedPaths, counting: &count))
        }
        self.children = children
        isClassified =
            table.variables.contains { $0.classification != .plain }
            || table.events.contains { event in event.fields.contains { $0.classification != .plain } }
        hasClassified = isClassified || children.contains(where: \.hasClassified)
        let isSealable =
            table.variables.contains { $0.classification.isSealable }
            || table.events.contains { event in event.fields.contains { $0.classification.isSealable } }
        hasSealable = isSealable || children.contains(where: \.hasSealable)
        takesValuesBack =
            hasSealable && (!isSealable || table.asksForValues)
            && children.allSatisfy { !$0.hasSealable || $0.takesValuesBack }
        singletons = table.sources.filter(\.isSingleton).map { CallbackReading.SourceName($0) }
        allSingletons = singletons + children.flatMap(\.allSingletons)
        hearsRetained =
            table.sources.contains { source in source.rows.contains(where: \.isRetained) }
            || children.contains(where: \.hearsRetained)
        descendants = children.flatMap { [$0] + $0.descendants }
    }

    /// The sub-flow of this name, `silent` or `outer.inner`, whether a leg of it has begun or not; nil where there is
    /// none.
    package func subFlow(named name: String) -> RunningFlow? {
        descendants.first { $0.legName == name }
    }
}
