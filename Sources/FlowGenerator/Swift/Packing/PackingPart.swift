import KeywayCore
import KeywayPacked

/// What packed runs of the flow need: events in 64 bits, guards as code without branches, and the set of effects.
struct PackingPart {
    let flow: PlannedFlow
    /// Nil for a flow that cannot be packed: it has sub-flows or lanes, or is too large.
    private let packed: PackedTable?

    init(flow: PlannedFlow) {
        self.flow = flow
        packed = PackedTable(flow.table)
    }

    var isPacked: Bool { packed != nil }

    func write(to writer: inout SourceWriter) {
        guard let packed else { return writer.comment("Packed runs have no room for \(whatHasNoRoom).") }
        writer.block("nonisolated extension \(flow.name): PackableFlow") { writer in
            EffectSetPart(flow: flow).write(to: &writer)
            writer.line()
            GuardsPart(flow: flow, packed: packed).write(to: &writer)
        }
        writer.line()
        writer.block("nonisolated extension \(flow.name).Event: PackableEvent") { writer in
            PackedEventsPart(flow: flow, packed: packed).write(to: &writer)
        }
    }

    private var whatHasNoRoom: String {
        if !flow.table.children.isEmpty { return "sub-flows" }
        return flow.table.lanes.isEmpty ? "a flow of this size" : "lanes"
    }
}
